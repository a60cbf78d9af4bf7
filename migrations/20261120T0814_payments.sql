-- Top-ups: one payment per reference, one attempt per transaction of the gateway.

create table payments (
  id uuid primary key,
  reference text not null unique,
  user_id uuid not null references users (id),
  amount_pesos bigint not null check (amount_pesos > 0),
  environment text not null check (environment in ('test', 'prod')),
  status text not null check (status in ('open', 'approved', 'reversed', 'abandoned')),
  -- What the last attempt said, shown to the person while the payment is open.
  last_attempt_status text,
  last_transaction_id text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- When the sweep asks the gateway again.
  next_check_at timestamptz not null,
  checks smallint not null default 0
);
create index payments_user on payments (user_id, created_at desc);
create index payments_open on payments (next_check_at) where status = 'open';

create table payment_attempts (
  transaction_id text primary key,
  payment_id uuid not null references payments (id),
  status text not null,
  amount_in_cents bigint not null,
  currency text not null,
  method text,
  -- The transfer that credited this attempt; at most one attempt of a payment has it.
  credit_transfer uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index payment_attempts_payment on payment_attempts (payment_id);
create unique index payment_attempts_one_credit
  on payment_attempts (payment_id) where credit_transfer is not null;

-- Raw events of the gateway: stored, answered, worked on afterwards.
create table gateway_events (
  id uuid primary key,
  checksum text not null unique,
  transaction_id text not null,
  event_status text not null,
  raw bytea not null,
  received_at timestamptz not null,
  processed_at timestamptz,
  outcome text,
  attempts smallint not null default 0
);
create index gateway_events_open on gateway_events (received_at) where processed_at is null;

-- What a person must look at: double charges, mismatches, reversals the wallet could not cover.
create table payment_cases (
  id uuid primary key,
  kind text not null,
  reference text,
  transaction_id text,
  details jsonb not null default '{}',
  opened_at timestamptz not null,
  closed_at timestamptz,
  unique (kind, transaction_id)
);
