-- Links by which a calendar program reads a person's trips, one for each person.
create table calendar_links (
  user_id uuid primary key references users (id),
  -- SHA-256 of the secret in the link; the secret itself is not stored.
  token_hash bytea not null unique check (length(token_hash) = 32),
  made_at timestamptz not null
);
