-- When the person of a session last proved anew who they are, and the mailed code they may use.

alter table sessions add column proved_at timestamptz;

create table step_up_codes (
  session_id uuid primary key references sessions (id) on delete cascade,
  code_hash bytea not null,
  tries integer not null default 0,
  expires_at timestamptz not null
);
