-- Sign-in with Google and Apple: who a person is there, and sign-ins on their way.

create table identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null references users (id),
  -- As the issuer last told it; never a key.
  email text,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  primary key (issuer, subject)
);
create index identities_user on identities (user_id);

-- One row per attempt: from leaving for the provider until our one-time code is redeemed.
create table oauth_flows (
  id uuid primary key,
  provider text not null check (provider in ('google', 'apple')),
  state_hash bytea not null unique,
  -- SHA-256 of the secret that the browser keeps in a cookie.
  browser_hash bytea not null,
  nonce text not null,
  code_verifier text not null,
  -- Origin of ours to which the provider returns.
  callback_origin text not null,
  redirect_url text not null,
  -- What the client sent along to recognise its own sign-in.
  client_state text,
  mobile boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  answered_at timestamptz,
  user_id uuid references users (id),
  is_new_user boolean,
  code_hash bytea unique,
  code_expires_at timestamptz,
  redeemed_at timestamptz
);
create index oauth_flows_age on oauth_flows (expires_at);
