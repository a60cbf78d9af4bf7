-- When the person of a session last proved a second factor.
alter table sessions add column second_factor_at timestamptz;

-- Authenticator apps (RFC 6238). The secret is sealed; a code is accepted once.
create table totp_secrets (
  user_id uuid primary key references users (id),
  sealed bytea not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  -- The newest step of 30 s whose code was accepted.
  last_step bigint not null default 0
);

-- Public keys of passkeys (WebAuthn).
create table passkeys (
  id uuid primary key,
  user_id uuid not null references users (id),
  credential_id text not null unique check (length(credential_id) between 1 and 1400),
  public_key bytea not null,
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  name text not null check (length(name) between 1 and 60),
  created_at timestamptz not null,
  used_at timestamptz
);
create index passkeys_of_person on passkeys (user_id, created_at);

-- What a browser has to sign, once, within five minutes.
create table passkey_challenges (
  session_id uuid primary key references sessions (id) on delete cascade,
  purpose text not null check (purpose in ('register', 'prove')),
  challenge text not null,
  expires_at timestamptz not null
);

-- Single-use codes for who lost everything else; only their digests.
create table recovery_codes (
  user_id uuid not null references users (id),
  code_hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);
