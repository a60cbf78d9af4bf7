-- Profile photos: re-encoded and small, so they live with their row and leave with it.

create table user_photos (
  user_id uuid primary key references users (id),
  image bytea not null,
  content_type text not null,
  updated_at timestamptz not null
);

-- First characters of the image's digest: tells browsers that there is a photo, and a new one.
alter table users add column photo_version text;
