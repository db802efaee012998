-- 0011 people desk
-- Why:   talking to players: notices in the app, their feedback, banners.
-- Adds:  notifications, feedbacks, banners.
-- Locks: nothing that exists.
-- Undo:  none; forward only.

create table notifications (
  id          bigint generated always as identity primary key,
  title       text not null,
  description text not null default '',
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  -- Searched by what it says and by its Indian day, written 2026-11-20 and 20 Nov 2026.
  search_text text not null
);
create index notifications_by_time on notifications (created_at);
create index notifications_by_search on notifications using gin (search_text gin_trgm_ops);

create table feedbacks (
  id            bigint generated always as identity primary key,
  user_id       bigint not null references users,
  feedback      text not null,
  admin_comment text not null default '',
  is_read       boolean not null default false,
  created_at    timestamptz not null,
  read_at       timestamptz
);
create index feedbacks_unread on feedbacks (id desc) where not is_read;
create index feedbacks_by_player on feedbacks (user_id);
create index feedbacks_by_search on feedbacks using gin (lower(feedback) gin_trgm_ops);

create table banners (
  id         integer generated always as identity primary key,
  image_path text not null,                    -- below /uploads
  is_active  boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
