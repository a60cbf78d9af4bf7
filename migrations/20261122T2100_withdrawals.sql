-- Money that leaves: where a person wants it, what they asked for, and what became of it.

-- Where a person's money may go. The number and its holder are encrypted for their row; the keyed
-- digest finds the same account twice.
create table payout_accounts (
  id uuid primary key,
  user_id uuid not null references users (id),
  kind text not null check (kind in ('bank', 'nequi', 'daviplata', 'breb')),
  bank_code text check (bank_code ~ '^[0-9]{4}$'),
  account_type text check (account_type in ('savings', 'checking')),
  key_type text check (key_type in ('phone', 'document', 'email', 'alphanumeric')),
  sealed bytea not null,
  number_index bytea not null check (length(number_index) = 32),
  -- Version of the national id that was verified when it was added. Another id, another account.
  identification_version integer not null,
  preferred boolean not null,
  created_at timestamptz not null,
  -- Before this instant nothing is paid to it.
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

-- Withdrawals that a person pays by hand at the bank; the file of one is downloaded once.
create table payout_batches (
  id uuid primary key,
  created_by uuid not null references users (id),
  created_at timestamptz not null,
  downloaded_by uuid references users (id),
  downloaded_at timestamptz,
  check ((downloaded_by is null) = (downloaded_at is null))
);

create table withdrawals (
  id uuid primary key,
  user_id uuid not null references users (id),
  account_id uuid not null references payout_accounts (id),
  reference text not null unique check (reference ~ '^[A-Z0-9-]{8,40}$'),
  amount_pesos bigint not null check (amount_pesos > 0),
  -- contract/withdrawal-limits.ts has the same number: above it two people approve.
  two_people boolean not null generated always as (amount_pesos > 500000) stored,
  -- Number and holder as they were when it was asked for, encrypted for this row.
  destination_sealed bytea,
  status text not null check (status in
    ('requested', 'approved', 'sent', 'paid', 'failed', 'rejected', 'cancelled')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  first_by uuid references users (id),
  first_at timestamptz,
  second_by uuid references users (id),
  second_at timestamptz,
  channel text check (channel in ('gateway', 'bank_file')),
  batch_id uuid references payout_batches (id),
  sent_at timestamptz,
  -- When it is handed to the gateway, or the gateway is asked for it, again.
  next_check_at timestamptz not null,
  checks smallint not null default 0,
  -- By hand: one person says how it ended, another one confirms it.
  result text check (result in ('paid', 'failed')),
  result_note text check (length(result_note) between 1 and 300),
  result_by uuid references users (id),
  result_at timestamptz,
  confirmed_by uuid references users (id),
  -- Who refused it, and what the person was told.
  rejected_by uuid references users (id),
  reason text check (length(reason) between 1 and 300),
  closed_at timestamptz,
  constraint withdrawals_approved_by_others check (
    first_by is distinct from user_id and second_by is distinct from user_id
    and (second_by is null or first_by is not null and second_by <> first_by)),
  constraint withdrawals_approved check (
    status not in ('approved', 'sent', 'paid', 'failed')
    or first_by is not null and (second_by is not null or not two_people)),
  constraint withdrawals_rejected check (
    (status = 'rejected') = (rejected_by is not null) and rejected_by is distinct from user_id),
  constraint withdrawals_reason check (status not in ('rejected', 'failed') or reason is not null),
  constraint withdrawals_result check (
    num_nulls(result, result_note, result_by, result_at) in (0, 4)
    and (result is null or channel = 'bank_file') and result_by is distinct from user_id),
  constraint withdrawals_confirmed check (
    confirmed_by is null or confirmed_by <> user_id and confirmed_by <> result_by
      and result is not null),
  constraint withdrawals_by_hand check (
    channel is distinct from 'bank_file' or status not in ('paid', 'failed')
    or confirmed_by is not null and result = status),
  constraint withdrawals_channel check (
    (channel is not null) = (status in ('sent', 'paid', 'failed'))
    and (channel is not null) = (sent_at is not null)
    and (channel is not distinct from 'bank_file') = (batch_id is not null)),
  constraint withdrawals_closed check (
    (closed_at is not null) = (status in ('paid', 'failed', 'rejected', 'cancelled')))
);
create index withdrawals_of_person on withdrawals (user_id, created_at desc, id desc);
create index withdrawals_of_account on withdrawals (account_id);
create index withdrawals_open on withdrawals (created_at, id) where closed_at is null;
create index withdrawals_due on withdrawals (next_check_at)
  where status = 'approved' or status = 'sent' and channel = 'gateway';
create index withdrawals_of_batch on withdrawals (batch_id) where batch_id is not null;

-- Only these steps, and nothing after the last one.
create function withdrawals_step() returns trigger language plpgsql as $$
begin
  if old.status <> new.status and (old.status, new.status) not in (
      ('requested', 'approved'), ('requested', 'rejected'), ('requested', 'cancelled'),
      ('approved', 'sent'), ('approved', 'rejected'), ('sent', 'paid'), ('sent', 'failed'))
     or (old.id, old.user_id, old.account_id, old.reference, old.amount_pesos, old.created_at)
       is distinct from
       (new.id, new.user_id, new.account_id, new.reference, new.amount_pesos, new.created_at)
     or old.first_by is not null and new.first_by is distinct from old.first_by
     or old.second_by is not null and new.second_by is distinct from old.second_by
     or old.channel is not null and new.channel is distinct from old.channel then
    raise exception 'withdrawal %: % does not become %', old.id, old.status, new.status
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger withdrawals_steps before update on withdrawals
  for each row execute function withdrawals_step();

-- Who did what, for the person, for finance and for an audit.
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

-- What the gateway says of a payout: the evidence on which money leaves the ledger or returns.
create table payout_transactions (
  transaction_id text primary key,
  withdrawal_id uuid not null references withdrawals (id),
  payout_id text not null,
  status text not null check (status in ('pending', 'approved', 'failed')),
  amount_in_cents bigint not null,
  failure_code text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index payout_transactions_of on payout_transactions (withdrawal_id);

-- Raw events of payouts: stored, answered, worked on afterwards.
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

-- What a person earned in the last 24 hours, less what was taken of it since: passengers may still
-- object. By when it was written, since check-ins may arrive late.
create function ledger_young_earnings(p_user uuid, p_now timestamptz) returns bigint
language sql stable as $$
  with young as (
    select t.cause_id, t.amount from ledger_transfers t
    where t.credit_account = derived_id('ledger.wallet.COP', p_user::text)
      and t.kind = 'post' and t.code = 'fare' and t.created_at > p_now - interval '24 hours'
  )
  select greatest(0, coalesce((select sum(amount) from young), 0) - coalesce((
    select sum(t.amount) from ledger_transfers t
    where t.debit_account = derived_id('ledger.wallet.COP', p_user::text)
      and t.kind = 'transfer' and t.code in ('commission', 'fare_return')
      and t.cause_kind = 'booking' and t.cause_id in (select cause_id from young)), 0))::bigint
$$;

-- Money is held once for a withdrawal that was asked for: its amount, from the wallet of its
-- person, from what is free and neither young nor owed. The wallet is locked by the caller.
create function ledger_withdrawal_fits(
  p_id uuid, p_kind text, payer ledger_accounts, payee ledger_accounts, p_amount bigint,
  p_code text, p_withdrawal uuid, p_now timestamptz
) returns boolean language plpgsql as $$
declare
  w record;
begin
  select user_id, amount_pesos, status into w from withdrawals where id = p_withdrawal;
  return found and p_kind = 'pending' and p_code = 'withdrawal'
    and p_id = derived_id('withdrawal.hold', p_withdrawal::text) and w.status = 'requested'
    and payer.kind = 'wallet' and payer.owner_id = w.user_id and w.amount_pesos = p_amount
    and payee.code is not distinct from 'payouts:clearing'
    and ledger_debt(w.user_id) = 0
    and payer.credits_posted - payer.debits_posted - payer.debits_pending
      - ledger_young_earnings(w.user_id, p_now) >= p_amount;
end $$;

-- Whether the hold of a withdrawal may end like this: taken on the word of the gateway or of two
-- people, returned when nothing left or it came back.
create function ledger_withdrawal_ends(
  hold ledger_transfers, p_id uuid, p_kind text, p_taken bigint, p_withdrawal uuid
) returns boolean language plpgsql as $$
declare
  w record;
begin
  select status, channel, result, amount_pesos into w from withdrawals where id = p_withdrawal;
  if not found or hold.id <> derived_id('withdrawal.hold', p_withdrawal::text)
     or p_id <> derived_id('withdrawal.' || p_kind, p_withdrawal::text) then
    return false;
  end if;
  if p_kind = 'post' then
    return w.status = 'paid' and p_taken = hold.amount and case w.channel
      when 'bank_file' then w.result = 'paid'
      else exists (select from payout_transactions t where t.withdrawal_id = p_withdrawal
        and t.status = 'approved' and t.amount_in_cents = w.amount_pesos * 100) end;
  end if;
  return w.status in ('rejected', 'cancelled') or w.status = 'failed' and (
    w.channel = 'bank_file' or not exists (select from payout_transactions t
      where t.withdrawal_id = p_withdrawal and t.status <> 'failed'));
end $$;

-- As before, with withdrawals; the time of the movement decides how old earnings are.
create function ledger_cause_fits(
  p_id uuid, p_kind text, payer ledger_accounts, payee ledger_accounts, p_amount bigint,
  p_code text, p_cause_kind text, p_cause_id text, p_now timestamptz
) returns boolean language plpgsql as $$
begin
  return coalesce(case p_cause_kind
    when 'withdrawal' then
      ledger_withdrawal_fits(p_id, p_kind, payer, payee, p_amount, p_code, p_cause_id::uuid, p_now)
    else
      ledger_cause_fits(p_id, p_kind, payer, payee, p_amount, p_code, p_cause_kind, p_cause_id)
  end, false);
end $$;

create or replace function ledger_ending_fits(
  hold ledger_transfers, p_id uuid, p_kind text, p_taken bigint, p_code text, p_cause_kind text,
  p_cause_id text
) returns boolean language plpgsql as $$
declare
  b record;
begin
  if (hold.cause_kind, hold.cause_id, hold.code) <> (p_cause_kind, p_cause_id, p_code) then
    return ledger_called_by_owner();
  end if;
  -- Due holds are returned whatever they were for: the time is checked with the row.
  if p_kind = 'expire' then return true; end if;
  if p_cause_kind = 'operator' then return ledger_called_by_owner(); end if;
  if p_cause_kind = 'withdrawal' then
    return coalesce(ledger_withdrawal_ends(hold, p_id, p_kind, p_taken, p_cause_id::uuid), false);
  end if;
  if p_cause_kind <> 'booking' then return false; end if;
  select status, payment_mode, hold_id, charged_pesos, closed_at
    into b from bookings where id = p_cause_id::uuid;
  if not found or b.hold_id is distinct from hold.id
     or p_id <> derived_id('booking.' || p_kind, p_cause_id) then
    return false;
  end if;
  if p_kind = 'void' then
    return coalesce(b.charged_pesos, 0) = 0 and b.closed_at is not null
      and b.status not in ('requested', 'confirmed', 'checked_in', 'completed');
  end if;
  return b.status not in ('requested', 'confirmed') and case b.payment_mode
    when 'billetera' then coalesce(b.charged_pesos = p_taken, false)
    else b.status in ('checked_in', 'completed') end;
end $$;

-- As before; the cause is given the time.
create or replace function ledger_move(
  p_id uuid, p_kind text, p_debit uuid, p_credit uuid, p_amount bigint, p_code text,
  p_cause_kind text, p_cause_id text, p_expires_at timestamptz, p_now timestamptz,
  p_happened_at timestamptz default null
) returns text language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  print text := concat_ws('|', p_kind, p_debit, p_credit, p_amount, p_code, p_cause_kind,
                          p_cause_id);
  happened timestamptz := least(coalesce(p_happened_at, p_now), p_now);
  earlier text;
  payer ledger_accounts;
  payee ledger_accounts;
begin
  perform ledger_lock(p_debit, p_credit);
  earlier := ledger_earlier(p_id, print);
  if earlier is not null then return earlier; end if;

  select * into payer from ledger_accounts where id = p_debit;
  select * into payee from ledger_accounts where id = p_credit;
  if payer.id is null or payee.id is null or payer.id = payee.id
     or payer.currency <> payee.currency
     or payer.kind = 'receivable' or payee.kind = 'receivable' then
    return 'refused:account_unsuitable';
  end if;
  if not ledger_cause_fits(p_id, p_kind, payer, payee, p_amount, p_code, p_cause_kind, p_cause_id,
    p_now)
  then
    return 'refused:cause_unsuitable';
  end if;
  if payer.balanced
     and payer.credits_posted - payer.debits_posted - payer.debits_pending < p_amount then
    return ledger_refuse(p_id, print, 'insufficient_funds', p_now);
  end if;

  insert into ledger_transfers (id, kind, debit_account, credit_account, amount, currency, code,
      cause_kind, cause_id, expires_at, created_at, happened_at)
    values (p_id, p_kind, p_debit, p_credit, p_amount, payer.currency, p_code, p_cause_kind,
      p_cause_id, p_expires_at, p_now, happened)
    on conflict (id) do nothing;
  if not found then return ledger_earlier(p_id, print); end if;

  if payer.balanced then
    update ledger_accounts set
      debits_posted = debits_posted + case when p_kind = 'transfer' then p_amount else 0 end,
      debits_pending = debits_pending + case when p_kind = 'pending' then p_amount else 0 end
    where id = p_debit;
  end if;
  if payee.balanced then
    update ledger_accounts set
      credits_posted = credits_posted + case when p_kind = 'transfer' then p_amount else 0 end,
      credits_pending = credits_pending + case when p_kind = 'pending' then p_amount else 0 end
    where id = p_credit;
  end if;
  if payee.owes and p_kind = 'transfer' then
    perform ledger_repay(p_credit, p_id, 0, p_cause_kind, p_cause_id, p_now, happened);
  end if;
  return 'created';
end $$;
