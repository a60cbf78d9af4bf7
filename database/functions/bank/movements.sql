-- Parts of every movement: locks, repeats, refusals, debts and second charges.

-- Opens an empty wallet in pesos for a person; returns its id. Safe to repeat.
create or replace function ledger_open_wallet(p_user uuid, p_now timestamptz) returns uuid
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  wallet uuid := derived_id('ledger.wallet.COP', p_user::text);
begin
  insert into ledger_accounts (id, kind, owner_id, currency, balanced, created_at)
    values (wallet, 'wallet', p_user, 'COP', true, p_now)
    on conflict do nothing;
  return wallet;
end $$;

-- Locks those of two accounts that have running totals, in id order.
create or replace function ledger_lock(a uuid, b uuid) returns void language sql as $$
  select from ledger_accounts
  where id in (a, b) and balanced
  order by id
  for no key update
$$;

-- Locks the wallets of a hold in id order and returns the free pesos of its payer.
create or replace function ledger_lock_hold(h booking_hold) returns bigint language plpgsql as $$
begin
  return (
    select max(locked.free) filter (where locked.id = h.debit) from (
      select id, credits_posted - debits_posted - debits_pending as free from ledger_accounts
      where id in (h.debit, h.credit) and balanced order by id for no key update) as locked);
end $$;

-- Outcome of a transfer id: null if it is new, 'same', 'conflict' or 'refused:<reason>'.
create or replace function ledger_earlier(p_id uuid, p_fingerprint text) returns text
language plpgsql as $$
declare
  found_print text;
  found_reason text;
begin
  select concat_ws('|', kind, debit_account, credit_account, amount, code, pending_id,
                   cause_kind, cause_id)
    into found_print from ledger_transfers where id = p_id;
  if found then
    return case when found_print = p_fingerprint then 'same' else 'conflict' end;
  end if;
  select fingerprint, reason into found_print, found_reason
    from ledger_refusals where transfer_id = p_id;
  if not found then
    return null;
  end if;
  return case when found_print = p_fingerprint then 'refused:' || found_reason else 'conflict' end;
end $$;

-- Stores a refusal, so that the same movement is refused again.
create or replace function ledger_refuse(
  p_id uuid, p_fingerprint text, p_reason text, p_now timestamptz
) returns text language plpgsql as $$
begin
  insert into ledger_refusals (transfer_id, fingerprint, reason, created_at)
    values (p_id, p_fingerprint, p_reason, p_now)
    on conflict do nothing;
  return 'refused:' || p_reason;
end $$;

-- Stores that a booking was refused for lack of money, so that the same id keeps failing. Returns
-- false and writes nothing when the money is there by now.
create or replace function ledger_refuse_booking(b bookings, h booking_hold, p_now timestamptz)
returns boolean language plpgsql as $$
begin
  if ledger_lock_hold(h) >= h.pesos then return false; end if;
  perform ledger_refuse(h.id, concat_ws('|', 'pending', h.debit, h.credit, h.pesos, h.code,
    'booking', b.id), 'insufficient_funds', p_now);
  return true;
end $$;

-- Commission on a fare in pesos, rounded half up; the payee pays it in the next step.
create or replace function ledger_commission_due(p_code text, p_cause_kind text, p_cause_id text,
  p_pesos bigint) returns bigint language sql stable as $$
  select coalesce((
    select (p_pesos * b.commission_bp + 5000) / 10000 from bookings b
    where p_code = 'fare'
      and b.id = case when p_cause_kind = 'booking' then p_cause_id::uuid end), 0)
$$;

-- Debt of a person in pesos; 0 without a debt.
create or replace function ledger_debt(p_user uuid) returns bigint language sql stable as $$
  select coalesce((
    select debits_posted - credits_posted from ledger_accounts
    where owner_id = p_user and kind = 'receivable' and currency = 'COP'), 0)
$$;

-- Pays a debt from the free pesos of a wallet, less p_keep. The caller has locked the wallet; the
-- receivable account is always locked after it. p_by is the movement that freed the money.
create or replace function ledger_repay(
  p_wallet uuid, p_by uuid, p_keep bigint, p_cause_kind text, p_cause_id text,
  p_now timestamptz, p_happened_at timestamptz
) returns void language plpgsql as $$
declare
  wallet ledger_accounts;
  debt ledger_accounts;
  paid bigint;
begin
  select * into wallet from ledger_accounts where id = p_wallet;
  if not wallet.owes then return; end if;
  select * into strict debt from ledger_accounts
    where owner_id = wallet.owner_id and kind = 'receivable' and currency = wallet.currency
    for no key update;
  paid := least(
    wallet.credits_posted - wallet.debits_posted - wallet.debits_pending - p_keep,
    debt.debits_posted - debt.credits_posted);
  if paid <= 0 then return; end if;
  insert into ledger_transfers (id, kind, debit_account, credit_account, amount, currency, code,
      cause_kind, cause_id, created_at, happened_at)
    values (derived_id('ledger.repayment', p_by::text, p_wallet::text), 'transfer', wallet.id,
      debt.id, paid, wallet.currency, 'debt_repayment', p_cause_kind, p_cause_id, p_now,
      p_happened_at);
  update ledger_accounts set credits_posted = credits_posted + paid where id = debt.id;
  update ledger_accounts set debits_posted = debits_posted + paid,
      owes = debt.debits_posted > debt.credits_posted + paid
    where id = wallet.id;
end $$;

-- Moves a second charge of the gateway for one payment to the suspense account, until it is
-- returned. Returns 'created', 'same' or 'refused:cause_unsuitable'.
create or replace function ledger_suspend_topup(
  p_payment uuid, p_transaction text, p_now timestamptz)
returns text language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  pesos bigint;
begin
  select p.amount_pesos into pesos from payments p
    join payment_attempts a on a.payment_id = p.id
    where p.id = p_payment and a.transaction_id = p_transaction and a.status = 'APPROVED'
      and a.credit_transfer is null and a.amount_in_cents = p.amount_pesos * 100
      and exists (select from ledger_transfers t
        where t.code = 'topup' and t.cause_kind = 'payment' and t.cause_id = p.id::text);
  if not found then return 'refused:cause_unsuitable'; end if;
  insert into ledger_transfers (id, kind, debit_account, credit_account, amount, currency, code,
      cause_kind, cause_id, created_at, happened_at)
    values (derived_id('payment.suspense', p_transaction), 'transfer',
      '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000005', pesos,
      'COP', 'topup_suspense', 'payment', p_payment::text, p_now, p_now)
    on conflict (id) do nothing;
  return case when found then 'created' else 'same' end;
end $$;

-- Removes a second charge from the suspense account after it was returned to the payer: the gateway
-- has voided it, as it does for cards only, or two people closed its case.
-- Returns 'created', 'same' or 'refused:cause_unsuitable'.
create or replace function ledger_return_suspended(p_transaction text, p_now timestamptz)
returns text language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  kept ledger_transfers;
begin
  select t.* into kept from ledger_transfers t
    where t.id = derived_id('payment.suspense', p_transaction) and (
      exists (select from payment_attempts a
        where a.transaction_id = p_transaction and a.status = 'VOIDED')
      or exists (select from payment_cases c where c.transaction_id = p_transaction
        and c.kind = 'double_charge' and c.confirmed_by is not null));
  if not found then return 'refused:cause_unsuitable'; end if;
  insert into ledger_transfers (id, kind, debit_account, credit_account, amount, currency, code,
      cause_kind, cause_id, created_at, happened_at)
    values (derived_id('payment.suspense_return', p_transaction), 'transfer',
      kept.credit_account, kept.debit_account, kept.amount, kept.currency, 'suspense_return',
      kept.cause_kind, kept.cause_id, p_now, p_now)
    on conflict (id) do nothing;
  return case when found then 'created' else 'same' end;
end $$;

-- The owner of the money decides nothing, and a confirmed proposal cannot be replaced.
create or replace function payment_case_decided() returns trigger language plpgsql as $$
declare
  owner uuid;
begin
  if (new.proposed_by, new.confirmed_by) is not distinct from (old.proposed_by, old.confirmed_by)
  then
    return new;
  end if;
  select coalesce((select p.user_id from payments p where p.reference = new.reference),
    (select w.user_id from withdrawals w where w.reference = new.reference)) into owner;
  if owner in (new.proposed_by, new.confirmed_by) then
    raise exception 'case %: its owner decides nothing', old.id using errcode = 'check_violation';
  end if;
  if old.confirmed_by is not null
     or new.confirmed_by is not null and new.proposed_by is distinct from old.proposed_by then
    raise exception 'case %: a confirmed proposal stays as it is', old.id
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
