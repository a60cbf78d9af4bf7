-- Tables of the module payments.

create table payments (
  id uuid primary key,
  reference text not null unique,
  user_id uuid not null references users (id),
  amount_pesos bigint not null check (amount_pesos > 0),
  environment text not null check (environment in ('test', 'prod')),
  status text not null check (status in ('open', 'approved', 'reversed', 'abandoned')),
  -- Status of the last attempt, shown to the person while the payment is open.
  last_attempt_status text,
  last_transaction_id text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Next time at which the job checks the payment at the gateway.
  next_check_at timestamptz not null,
  checks smallint not null default 0,
  -- A paged statement shows the payments that existed when its first page was read.
  tx bigint not null default ledger_tx(),
  -- Time at which the owner last requested a new check of an approved payment.
  asked_at timestamptz,
  -- Time at which the owner discarded the unfinished top-up; a late approval still credits it.
  discarded_at timestamptz
);
create index payments_user on payments (user_id, created_at desc);
create index payments_due on payments (next_check_at)
  where status in ('open', 'approved') and next_check_at <> 'infinity';
create index payments_newest on payments (created_at desc, id desc);
-- For the display code (contract/display-code.ts), by which the team searches.
create index payments_display_code on payments (right(reference, 8));
create index payments_created on payments using brin (created_at);
create index payments_updated on payments (updated_at);

create table payment_attempts (
  transaction_id text primary key,
  payment_id uuid not null references payments (id),
  status text not null,
  amount_in_cents bigint not null,
  currency text not null,
  method text,
  -- Transfer that credited this attempt; at most one attempt of a payment has it.
  credit_transfer uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Digest of the card or account that paid a top-up, when the gateway reports it.
  payer_index bytea check (length(payer_index) = 32)
);
create index payment_attempts_payment on payment_attempts (payment_id);
create unique index payment_attempts_one_credit
  on payment_attempts (payment_id) where credit_transfer is not null;
create index payment_attempts_payer on payment_attempts (payer_index)
  where payer_index is not null;
create index payment_attempts_method on payment_attempts (method)
  where method is not null;

-- Raw events of the gateway: stored, answered, and processed afterwards.
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
create index gateway_events_of_transaction on gateway_events (transaction_id);

-- Responses of the gateway and our decisions, without personal data. Append-only, for ten years.
create table gateway_answers (
  id uuid primary key,
  at timestamptz not null,
  asked text not null check (asked in ('reference', 'transaction')),
  -- Payment in question; null: the gateway's payment is not one of ours.
  payment_id uuid references payments (id),
  reference text,
  transaction_id text,
  status text,
  amount_in_cents bigint,
  currency text,
  method text,
  -- Outcome of the settlement; `none`: no transaction yet; `failed:<why>`: no response.
  outcome text not null check (length(outcome) between 1 and 60),
  check (reference is not null or transaction_id is not null)
);
create index gateway_answers_of_payment on gateway_answers (payment_id, at, id);
create index gateway_answers_of_transaction on gateway_answers (transaction_id, at, id);
create trigger gateway_answers_immutable before update or delete on gateway_answers
  for each row execute function refuse_change();
create trigger gateway_answers_no_truncate before truncate on gateway_answers
  for each statement execute function refuse_change();

-- Tables of the module withdrawals.

-- Encrypted bank accounts for withdrawals, bound to their row; a keyed digest finds repetitions.
create table payout_accounts (
  id uuid primary key,
  user_id uuid not null references users (id),
  kind text not null check (kind in ('bank', 'nequi', 'daviplata', 'breb')),
  bank_code text check (bank_code ~ '^[0-9]{4}$'),
  account_type text check (account_type in ('savings', 'checking')),
  key_type text check (key_type in ('phone', 'document', 'email', 'alphanumeric')),
  sealed bytea not null,
  number_index bytea not null check (length(number_index) = 32),
  -- A person with another national id than at this version must add another account.
  identification_version integer not null,
  preferred boolean not null,
  created_at timestamptz not null,
  -- No withdrawal is paid to the account before this time.
  usable_from timestamptz not null check (usable_from >= created_at),
  removed_at timestamptz,
  check ((kind = 'bank') = (bank_code is not null)),
  check ((kind = 'bank') = (account_type is not null)),
  check ((kind = 'breb') = (key_type is not null)),
  check (removed_at is null or not preferred)
);
create unique index payout_accounts_once on payout_accounts (user_id, number_index)
  where removed_at is null;
create unique index payout_accounts_preferred on payout_accounts (user_id) where preferred;
create index payout_accounts_same on payout_accounts (number_index) where removed_at is null;
create index payout_accounts_number on payout_accounts (number_index);
create index payout_accounts_of_person on payout_accounts (user_id);

-- Withdrawals that a person pays by hand at the bank; the file of a batch is downloaded once.
create table payout_batches (
  id uuid primary key,
  created_by uuid not null references users (id),
  created_at timestamptz not null,
  downloaded_by uuid references users (id),
  downloaded_at timestamptz,
  -- Two people confirm that the file was not uploaded: its withdrawals are approved again.
  taken_back_by uuid,
  taken_back_at timestamptz,
  taken_back_confirmed_by uuid,
  taken_back_confirmed_at timestamptz,
  check ((downloaded_by is null) = (downloaded_at is null)),
  constraint payout_batches_taken_back_by_fkey foreign key (taken_back_by)
    references users (id),
  constraint payout_batches_taken_back_confirmed_by_fkey foreign key (taken_back_confirmed_by)
    references users (id),
  constraint payout_batches_taken_back check (
    num_nulls(taken_back_by, taken_back_at) in (0, 2)
    and num_nulls(taken_back_confirmed_by, taken_back_confirmed_at) in (0, 2)
    and (taken_back_confirmed_by is null or taken_back_confirmed_by <> taken_back_by))
);

create table withdrawals (
  id uuid primary key,
  user_id uuid not null references users (id),
  account_id uuid not null references payout_accounts (id),
  reference text not null unique check (reference ~ '^[A-Z0-9-]{8,40}$'),
  amount_pesos bigint not null check (amount_pesos > 0),
  -- Whether two people must approve; contract/withdrawal-limits.ts has the same threshold.
  two_people boolean not null,
  -- Account number and holder at the time of the request, encrypted and bound to this row.
  destination_sealed bytea,
  status text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  first_by uuid references users (id),
  first_at timestamptz,
  second_by uuid references users (id),
  second_at timestamptz,
  channel text check (channel in ('gateway', 'bank_file')),
  batch_id uuid references payout_batches (id),
  sent_at timestamptz,
  -- Next time at which the withdrawal is sent to the gateway, or its state is queried.
  next_check_at timestamptz not null,
  checks smallint not null default 0,
  -- Result of a payment by hand: one person enters it, another person confirms it.
  result text check (result in ('paid', 'failed')),
  result_note text check (length(result_note) between 1 and 300),
  result_by uuid references users (id),
  result_at timestamptz,
  confirmed_by uuid references users (id),
  -- Person who refused the withdrawal, and the reason shown to its owner.
  rejected_by uuid references users (id),
  reason text check (length(reason) between 1 and 300),
  closed_at timestamptz,
  -- Time since which nobody knows whether the gateway paid: two people decide.
  unanswered_at timestamptz,
  -- The bank returned the paid money: one person enters its movement, another person confirms it.
  return_reference text unique check (return_reference ~ '^[A-Z0-9_-]{4,64}$'),
  return_reason text check (length(return_reason) between 1 and 300),
  return_by uuid references users (id),
  return_at timestamptz,
  return_confirmed_by uuid references users (id),
  constraint withdrawals_approved_by_others check (
    first_by is distinct from user_id and second_by is distinct from user_id
    and (second_by is null or first_by is not null and second_by <> first_by)),
  constraint withdrawals_rejected check (
    (status = 'rejected') = (rejected_by is not null) and rejected_by is distinct from user_id),
  constraint withdrawals_reason check (status not in ('rejected', 'failed') or reason is not null),
  constraint withdrawals_confirmed check (
    confirmed_by is null or confirmed_by <> user_id and confirmed_by <> result_by
      and result is not null),
  constraint withdrawals_by_hand check (
    channel is distinct from 'bank_file' or status not in ('paid', 'failed')
    or confirmed_by is not null
      and (result = status or result = 'paid' and return_confirmed_by is not null)),
  constraint withdrawals_return check (
    num_nulls(return_reference, return_reason, return_by, return_at) in (0, 4)
    and (return_by is null
      or status = case when return_confirmed_by is null then 'paid' else 'failed' end)
    and return_by is distinct from user_id
    and (return_confirmed_by is null or return_by is not null
      and return_confirmed_by not in (return_by, user_id))),
  constraint withdrawals_closed check (
    (closed_at is not null) = (status in ('paid', 'failed', 'rejected', 'cancelled'))),
  -- Threshold for two people; contract/withdrawal-limits.ts has the same number.
  constraint withdrawals_two_people
  check (two_people or amount_pesos <= 500000),
  constraint withdrawals_status check (status in
    ('requested', 'approved', 'sending', 'sent', 'paid', 'failed', 'rejected', 'cancelled')),
  constraint withdrawals_approved check (
    status not in ('approved', 'sending', 'sent', 'paid', 'failed')
    or first_by is not null and (second_by is not null or not two_people)),
  constraint withdrawals_result check (
    num_nulls(result, result_note, result_by, result_at) in (0, 4)
    and (result is null or channel = 'bank_file' or unanswered_at is not null)
    and result_by is distinct from user_id),
  constraint withdrawals_channel check (
    (channel is not null) = (status in ('sending', 'sent', 'paid', 'failed'))
    and (channel is not null) = (sent_at is not null)
    and (status <> 'sending' or channel = 'gateway')
    and (channel is not distinct from 'bank_file') = (batch_id is not null))
);
create index withdrawals_of_person on withdrawals (user_id, created_at desc, id desc);
create index withdrawals_of_account on withdrawals (account_id);
create index withdrawals_open on withdrawals (created_at, id) where closed_at is null;
create index withdrawals_of_batch on withdrawals (batch_id) where batch_id is not null;
create index withdrawals_due on withdrawals (next_check_at)
  where status = 'approved' or status in ('sending', 'sent') and channel = 'gateway';
create index withdrawals_closed on withdrawals (closed_at);
create index withdrawals_returning on withdrawals (created_at, id)
  where return_by is not null and return_confirmed_by is null;
create index withdrawals_by_status on withdrawals (status, created_at, id);
create trigger withdrawals_steps before update on withdrawals
  for each row execute function withdrawals_step();

-- History of a withdrawal, for its person, for finance and for an audit.
create table withdrawal_events (
  id uuid primary key,
  withdrawal_id uuid not null references withdrawals (id),
  at timestamptz not null,
  actor_id uuid references users (id),
  event text not null,
  details jsonb not null default '{}'
);
create index withdrawal_events_of on withdrawal_events (withdrawal_id, at, id);
create trigger withdrawal_events_immutable before update or delete on withdrawal_events
  for each row execute function refuse_change();
create trigger withdrawal_events_no_truncate before truncate on withdrawal_events
  for each statement execute function refuse_change();

-- State of a payout by the gateway: the evidence on which money leaves the ledger or returns.
create table payout_transactions (
  transaction_id text primary key,
  withdrawal_id uuid not null references withdrawals (id),
  payout_id text,
  status text not null check (status in ('pending', 'approved', 'failed')),
  amount_in_cents bigint not null,
  failure_code text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index payout_transactions_of on payout_transactions (withdrawal_id);
create index payout_transactions_withdrawal on payout_transactions (withdrawal_id);

-- Raw events of payouts: stored, answered, and processed afterwards.
create table payout_events (
  id uuid primary key,
  checksum text not null unique,
  payout_id text not null,
  transaction_id text not null,
  event_status text not null,
  raw bytea not null,
  received_at timestamptz not null,
  processed_at timestamptz,
  outcome text,
  attempts smallint not null default 0
);
create index payout_events_open on payout_events (received_at) where processed_at is null;

-- Request of a withdrawal to the gateway, one per withdrawal, written before the first try.
create table payout_sendings (
  withdrawal_id uuid primary key references withdrawals (id),
  idempotency_key text not null check (idempotency_key ~ '^[A-Za-z0-9-]{1,64}$'),
  -- API version of the request: a payout of v2 is read on v2.
  api_version text not null check (api_version in ('v1', 'v2')),
  -- Merchant whose keys sent the request: another merchant has other keys and payouts.
  principal_id text not null,
  account_id text not null,
  -- Exact text of the request, encrypted and bound to this row; cleared with the destination.
  body_sealed bytea,
  -- Number of tries, counted before each try.
  tries smallint not null check (tries > 0),
  first_sent_at timestamptz not null,
  -- Id of the batch at the gateway, when the gateway has returned it.
  payout_id text,
  -- Last state at the gateway that raised an alarm.
  alarmed_state text
);
create unique index payout_sendings_payout on payout_sendings (payout_id)
  where payout_id is not null;
