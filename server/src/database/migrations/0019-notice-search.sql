-- 0019 notice search
-- Why:   a notice is found by its day in every way that people write it, and as the panel prints it.
-- Adds:  notice_search_text; notifications.search_text follows from the row instead of being written beside it.
-- Locks: notifications, while its few rows are written anew.
-- Undo:  none; forward only.
-- Test:  tests/http/migrations.test.ts

-- The words, and the Indian moment: 2026-09-09 09/09/2026 09-09-2026 9/9/2026 9 September 2026 9 Sep 2026, 7:31 pm; the
-- panel's en-IN shortens September to Sept. Immutable: to_char has no locale here, and India's zone no summer time.
create function notice_search_text(title text, description text, at timestamptz) returns text
language sql immutable parallel safe
return lower(title || ' ' || description || ' ' || to_char(at at time zone 'Asia/Kolkata',
    'YYYY-MM-DD DD/MM/YYYY DD-MM-YYYY FMDD/FMMM/YYYY FMDD FMMonth YYYY FMDD Mon YYYY, FMHH12:MI am')
  || replace(to_char(at at time zone 'Asia/Kolkata', ' FMDD Mon YYYY, FMHH12:MI am'), 'Sep', 'Sept'));

alter table notifications drop column search_text;
alter table notifications add column search_text text not null
  generated always as (notice_search_text(title, description, created_at)) stored;
create index notifications_by_search on notifications using gin (search_text gin_trgm_ops);
