-- People, their credentials and sessions.

create table users (
  id uuid primary key,
  email text not null,
  -- Lower-cased, the key of a sign-in.
  email_key text not null constraint users_email_taken unique,
  username text,
  username_key text constraint users_username_taken unique,
  first_name text,
  last_name text,
  phone_number text,
  identification_type text check (identification_type in ('CC', 'CE', 'PAS')),
  -- AES-256-GCM, bound to this row; the blind index finds duplicates without the number.
  identification_sealed bytea,
  identification_index bytea constraint users_identification_taken unique,
  birth_date date,
  identity_verified_at timestamptz,
  roles text[] not null default '{passenger}',
  terms_accepted_at timestamptz not null,
  terms_version text not null,
  created_at timestamptz not null
);

create table credentials (
  user_id uuid primary key references users (id),
  password_hash text not null,
  updated_at timestamptz not null
);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id),
  refresh_hash bytea not null,
  previous_hash bytea,
  rotated_at timestamptz not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_reason text,
  user_agent text
) with (fillfactor = 70);
create index sessions_user on sessions (user_id) where revoked_at is null;
