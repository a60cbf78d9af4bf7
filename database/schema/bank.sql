-- Tables of the module ledger.

-- Added to transaction numbers. ledger_continue_numbers() replaces it, so it is not in functions/.
create function ledger_tx_offset() returns bigint
language sql immutable parallel safe as 'select 0::bigint';

create table ledger_accounts (
  id uuid primary key,
  kind text not null,
  owner_id uuid,
  -- Name of a system account, such as gateway:wompi.
  code text unique,
  currency text not null check (currency in ('COP', 'PTS')),
  -- Wallets and the fund carry totals and cannot go below zero. Other accounts are summed, without
  -- a row lock.
  balanced boolean not null,
  debits_posted bigint not null default 0 check (debits_posted >= 0),
  credits_posted bigint not null default 0 check (credits_posted >= 0),
  debits_pending bigint not null default 0 check (debits_pending >= 0),
  credits_pending bigint not null default 0 check (credits_pending >= 0),
  created_at timestamptz not null,
  tx bigint not null default ledger_tx(),
  -- Whether the owner has an open debt, which pesos that become free repay.
  owes boolean not null default false,
  check ((owner_id is null) = (code is not null)),
  constraint ledger_accounts_not_negative check (
    not balanced or kind = 'receivable' or debits_posted + debits_pending <= credits_posted),
  constraint ledger_accounts_receivable check (
    kind <> 'receivable' or (balanced and owner_id is not null
      and debits_pending = 0 and credits_pending = 0 and credits_posted <= debits_posted)),
  constraint ledger_accounts_owes check (not owes or kind = 'wallet')
) with (fillfactor = 50);
create unique index ledger_accounts_owner on ledger_accounts (owner_id, kind, currency);
create index ledger_accounts_tx on ledger_accounts (tx, id);
-- The claim to the money of a closed account is open exactly while its wallet has pesos.
create trigger ledger_accounts_claim after update on ledger_accounts for each row
  when (new.kind = 'wallet' and new.currency = 'COP'
    and (new.credits_posted > new.debits_posted) <> (old.credits_posted > old.debits_posted))
  execute function follow_claim();

create table ledger_transfers (
  id uuid primary key,
  kind text not null check (kind in ('transfer', 'pending', 'post', 'void', 'expire')),
  debit_account uuid not null references ledger_accounts (id),
  credit_account uuid not null references ledger_accounts (id),
  amount bigint not null check (amount > 0),
  currency text not null,
  code text not null,
  pending_id uuid references ledger_transfers (id),
  cause_kind text not null,
  cause_id text not null,
  expires_at timestamptz,
  created_at timestamptz not null,
  -- Number of the writing transaction, `ledger_tx()`.
  happened_at timestamptz not null,
  tx bigint not null default ledger_tx(),
  -- Order of a wallet's rows, written under its lock: clocks differ, and created_at can repeat.
  seq bigint generated always as identity,
  -- Post of a fare: whether payer and payee shared a card, a device or an account at that time.
  same_hands boolean,
  check (debit_account <> credit_account),
  check ((kind in ('post', 'void', 'expire')) = (pending_id is not null))
);
create unique index ledger_transfers_one_resolution
  on ledger_transfers (pending_id) where pending_id is not null;
create index ledger_transfers_expiry on ledger_transfers (expires_at) where expires_at is not null;
create index ledger_transfers_debit
  on ledger_transfers (debit_account, happened_at desc, id desc);
create index ledger_transfers_credit
  on ledger_transfers (credit_account, happened_at desc, id desc);
-- A payment is credited at most once.
create unique index ledger_transfers_one_topup on ledger_transfers (cause_id)
  where code = 'topup' and cause_kind = 'payment';
create index ledger_transfers_tx on ledger_transfers (tx, id);
create index ledger_transfers_by_operator on ledger_transfers (credit_account)
  where cause_kind in ('operator', 'money_act', 'rescue') and kind = 'transfer';
create trigger ledger_transfers_dated before insert on ledger_transfers
  for each row execute function ledger_dated();
create trigger ledger_transfers_immutable before update or delete on ledger_transfers
  for each row execute function refuse_change();
create trigger ledger_transfers_no_truncate before truncate on ledger_transfers
  for each statement execute function refuse_change();

-- Refused transfers: a refused id keeps failing, whatever happens to the balance afterwards.
create table ledger_refusals (
  transfer_id uuid primary key,
  fingerprint text not null,
  reason text not null,
  created_at timestamptz not null,
  tx bigint not null default ledger_tx()
);
create index ledger_refusals_tx on ledger_refusals (tx, transfer_id);
create trigger ledger_refusals_immutable before update or delete on ledger_refusals
  for each row execute function refuse_change();
create trigger ledger_refusals_no_truncate before truncate on ledger_refusals
  for each statement execute function refuse_change();

-- SHA-256 chain over batches of transfers, made by a job outside the money transactions.
create table ledger_batches (
  no bigint primary key,
  transfers integer not null,
  previous_hash text not null,
  hash text not null,
  created_at timestamptz not null,
  from_tx bigint not null,
  to_tx bigint not null,
  accounts integer not null default 0,
  refusals integer not null default 0,
  check (from_tx < to_tx)
);
create index ledger_batches_to on ledger_batches (to_tx);
create index ledger_batches_created on ledger_batches (created_at);
create trigger ledger_batches_immutable before update or delete on ledger_batches
  for each row execute function refuse_change();
create trigger ledger_batches_no_truncate before truncate on ledger_batches
  for each statement execute function refuse_change();

create table ledger_verified (
  one boolean primary key default true check (one),
  -- The totals contain all transactions below this number.
  upto_tx bigint not null default 0,
  transfers bigint not null default 0,
  -- Last batch up to which the chain was recomputed.
  batch_no bigint not null default 0,
  checked_at timestamptz,
  -- Time of the last verification of all rows.
  checked_all_at timestamptz
);

create table ledger_verified_totals (
  account uuid primary key,
  debits_posted bigint not null,
  credits_posted bigint not null,
  debits_pending bigint not null,
  credits_pending bigint not null
) with (fillfactor = 70);

create type booking_hold as (id uuid, debit uuid, credit uuid, pesos bigint, code text);

-- End of a hold: a transfer takes `taken` pesos of it, which include Cupo's `commission`.
create type hold_end as (
  booking text, hold uuid, debit uuid, credit uuid, amount bigint, currency text, code text,
  kind text, id uuid, taken bigint, commission bigint, happened_at timestamptz, too_late boolean
);

-- One credit of a wallet and its remaining pesos. `origin`: 'card' (also unlisted methods),
-- 'transfer' (PSE, Nequi, Bancolombia), 'earnings', 'team', or 'earlier' (before the replayed
-- window). `held`: finance decides, as passenger and driver share a card, a device or an account.
create type wallet_lot as (
  origin text, cause text, since timestamptz, matures_at timestamptz, disputed boolean,
  held boolean, pesos bigint
);

create view ledger_transfer_lines with (security_invoker = true) as
  select tx, id, json_build_array('transfer', id, kind, debit_account, credit_account, amount,
    currency, code, pending_id, cause_kind, cause_id, ledger_micros(expires_at),
    ledger_micros(created_at), ledger_micros(happened_at))::text as line
  from ledger_transfers;

create view ledger_refusal_lines with (security_invoker = true) as
  select tx, transfer_id as id, json_build_array('refusal', transfer_id, fingerprint, reason,
    ledger_micros(created_at))::text as line
  from ledger_refusals;

create view ledger_account_lines with (security_invoker = true) as
  select tx, id, json_build_array('account', id, kind, owner_id, code, currency, balanced,
    ledger_micros(created_at))::text as line
  from ledger_accounts;

-- Tables of the module ledger.

-- Cases that a person must review, such as double charges, mismatches and uncovered reversals.
create table payment_cases (
  id uuid primary key,
  kind text not null,
  reference text,
  transaction_id text,
  details jsonb not null default '{}',
  opened_at timestamptz not null,
  closed_at timestamptz,
  -- Person who closed the case, with a note.
  resolved_by uuid references users (id),
  note text,
  -- Time at which the owner was told that the debt of a voided payment is paid.
  debt_paid_at timestamptz,
  -- Proposal that another person confirms before money moves; cleared after a refusal.
  proposed_by uuid references users (id),
  proposed_at timestamptz,
  proposal_note text,
  confirmed_by uuid references users (id),
  constraint payment_cases_proposed check (
    num_nulls(proposed_by, proposed_at, proposal_note) in (0, 3)),
  constraint payment_cases_two_people check (
    confirmed_by is null or proposed_by is not null and confirmed_by <> proposed_by)
);
create index payment_cases_open on payment_cases (opened_at) where closed_at is null;
create index payment_cases_closed on payment_cases (closed_at desc) where closed_at is not null;
create index payment_cases_reference on payment_cases (reference);
create index payment_cases_owing on payment_cases (opened_at)
  where kind in ('reversal_uncovered', 'fare_uncovered') and debt_paid_at is null;
create unique index payment_cases_one_open on payment_cases (kind, transaction_id)
  where closed_at is null;
create index payment_cases_of_transaction on payment_cases (transaction_id, kind);
create index payment_cases_opened on payment_cases (opened_at, id);
create trigger payment_cases_decided before update on payment_cases
  for each row execute function payment_case_decided();
