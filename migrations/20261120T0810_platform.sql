-- Shared machinery: outbox jobs, idempotency keys, rate limits, audit trail.

create table jobs (
  id uuid primary key,
  name text not null,
  payload jsonb not null,
  -- At most one open job per key; null for jobs that may repeat.
  key text,
  run_at timestamptz not null,
  attempts smallint not null default 0,
  locked_until timestamptz,
  last_error text,
  dead_at timestamptz,
  created_at timestamptz not null
) with (fillfactor = 70);
create unique index jobs_open_key on jobs (key) where key is not null;
create index jobs_due on jobs (run_at) where dead_at is null;

create table idempotency_keys (
  actor_id uuid not null,
  operation text not null,
  key text not null,
  request_hash text not null,
  resource_id uuid not null,
  created_at timestamptz not null,
  primary key (actor_id, operation, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- Losing the counts in a crash is harmless, so they skip the write-ahead log.
create unlogged table rate_limits (
  key text primary key,
  window_ends_at timestamptz not null,
  hits integer not null
) with (fillfactor = 50);

create table audit_entries (
  id uuid primary key,
  at timestamptz not null,
  actor_id uuid,
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  details jsonb not null default '{}'
);
create index audit_entries_subject on audit_entries (subject_kind, subject_id, at);
