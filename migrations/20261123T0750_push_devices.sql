-- Telephones with the app that get push messages through Firebase (docs/decisions/0124).
create table push_devices (
  session_id uuid primary key references sessions (id),
  user_id uuid not null references users (id),
  -- Firebase's token of the app on that telephone: an address, and no key to anything.
  token text not null check (length(token) between 20 and 1000),
  -- SHA-256 of the token: a telephone that changes hands has one owner.
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_at timestamptz not null
);
create index push_devices_user on push_devices (user_id);
