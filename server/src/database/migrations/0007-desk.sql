-- 0007 desk
-- Why:   every setting of the specification; what an administrator did, in a chain that shows tampering.
-- Adds:  columns of settings, audit, secrets, draw_totals; indexes of the requests' and bids' lists.
-- Locks: settings, requests and bids, for an instant.
-- Undo:  none; forward only.

alter table settings
  add column merchant_name        text not null default '',
  add column merchant_upi         text not null default '',
  add column merchant_id_show     boolean not null default true,
  add column merchant_qr_show     boolean not null default false,
  add column merchant_qr          text not null default '',   -- path below /uploads
  add column account_holder       text not null default '',
  add column account_number       text not null default '',
  add column account_ifsc         text not null default '',
  add column google_id            text not null default '',
  add column phonepe_id           text not null default '',
  add column other_id             text not null default '',
  add column mobile               text not null default '',
  add column whatsapp             text not null default '',
  add column whatsapp_text        text not null default '',
  add column telegram             text not null default '',
  add column email_1              text not null default '',
  add column email_2              text not null default '',
  add column facebook             text not null default '',
  add column twitter              text not null default '',
  add column youtube              text not null default '',
  add column instagram            text not null default '',
  add column app_version          text not null default '',
  add column app_link             text not null default '',   -- path below /uploads
  add column share_message        text not null default '',
  add column play_text            text not null default '',
  add column video_link           text not null default '',
  add column auto_deposit         boolean not null default false,   -- the wire's autoDeposit
  add column auto_deposit_confirm boolean not null default false,   -- the wire's auto_deposit
  add column auto_declare         boolean not null default false,
  add column declare_notification boolean not null default false,
  add column is_play_store        boolean not null default false;

-- Keys of our own, made once: of the audit's fingerprints of personal fields.
create table secrets (
  name  text primary key,
  value bytea not null
);

-- What an administrator did. `hash` covers the row and the hash before it: a changed or missing row breaks the chain.
create table audit (
  id     bigint primary key,                           -- 1, 2, 3 … without a gap
  at     timestamptz not null,
  actor  text not null,                                -- 'admin:1'
  act    text not null,                                -- the call's path
  thing  text not null,                                -- 'user', 'market', 'request', …
  thing_id text not null,
  before jsonb not null,                               -- only what changed
  after  jsonb not null,
  address text not null,
  previous bytea not null,
  hash   bytea not null
);
-- What `hash` must be. Used where a row is written and where the chain is proved.
create function audit_hash(previous bytea, id bigint, at timestamptz, actor text, act text, thing text, thing_id text,
  before jsonb, after jsonb, address text) returns bytea immutable language sql as $$
  select sha256(previous || convert_to(jsonb_build_array(id, (extract(epoch from at) * 1000000)::bigint, actor, act,
    thing, thing_id, before, after, address)::text, 'utf8'))
$$;
create index audit_by_thing on audit (thing, thing_id, id desc);
create trigger audit_only_grows before update or delete or truncate on audit
  for each statement execute function refuse_change();

create index requests_by_kind on requests (kind, id desc);
create index requests_by_status on requests (kind, status, id desc);
create index bids_by_draw on bids (draw_id, id desc);
create index bids_cancelled on bids (market_date, id desc) where cancelled_at is not null;

-- Bids and points per draw and session, cancelled ones apart, in slots so that bids don't queue. With the
-- declarations they give every count and sum of the bet lists; no list counts bids.
create table draw_totals (
  draw_id          integer not null,
  session          half not null,
  slot             smallint not null,
  bids             bigint not null,
  points           bigint not null,                  -- paise
  cancelled        bigint not null,
  cancelled_points bigint not null,                  -- paise
  primary key (draw_id, session, slot)
) with (fillfactor = 50);

create function count_new_bids() returns trigger language plpgsql as $$
begin
  insert into draw_totals (draw_id, session, slot, bids, points, cancelled, cancelled_points)
  select f.draw_id, f.session, pg_backend_pid() & 63, count(*), sum(f.points), 0, 0
  from fresh f group by 1, 2 order by 1, 2
  on conflict (draw_id, session, slot) do update
  set bids = draw_totals.bids + excluded.bids, points = draw_totals.points + excluded.points;
  return null;
end $$;
create trigger new_bids_are_counted after insert on bids
  referencing new table as fresh for each statement execute function count_new_bids();

-- A bid changes only by being cancelled (bid_is_a_fact).
create function count_cancelled_bids() returns trigger language plpgsql as $$
begin
  insert into draw_totals (draw_id, session, slot, bids, points, cancelled, cancelled_points)
  select a.draw_id, a.session, 0, -count(*), -sum(a.points), count(*), sum(a.points)
  from after a group by 1, 2 order by 1, 2
  on conflict (draw_id, session, slot) do update
  set bids = draw_totals.bids + excluded.bids, points = draw_totals.points + excluded.points,
    cancelled = draw_totals.cancelled + excluded.cancelled,
    cancelled_points = draw_totals.cancelled_points + excluded.cancelled_points;
  return null;
end $$;
create trigger cancelled_bids_are_counted after update on bids
  referencing new table as after for each statement execute function count_cancelled_bids();
