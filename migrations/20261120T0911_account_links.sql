-- Links sent by mail, each good for one use.

create table account_links (
  id uuid primary key,
  user_id uuid not null references users (id),
  purpose text not null check (purpose in ('recovery', 'email_change', 'email_undo')),
  token_hash bytea not null unique,
  -- recovery: takes effect when the link is used.
  password_hash text check ((password_hash is not null) = (purpose = 'recovery')),
  -- email_change: the new address; email_undo: the one before.
  email text check ((email is null) = (purpose = 'recovery')),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
-- Only the newest link works; an undo link stays whatever is asked for later.
create unique index account_links_newest on account_links (user_id, purpose)
  where purpose <> 'email_undo';
create index account_links_user on account_links (user_id);
create index account_links_age on account_links (expires_at);
