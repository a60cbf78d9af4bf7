-- Only these functions write the ledger, as its owner, and only for a cause that is there. The app
-- calls them and has no privilege on the tables. What else they call is theirs alone.

-- Whether the caller is the owner of the ledger, at a console or in a test, and not the app.
create function ledger_called_by_owner() returns boolean language sql stable as $$
  select session_user = current_user and current_setting('role') in ('none', session_user)
$$;

-- Whether a payment gives a reason for this movement: credited once, to whom it belongs, with what
-- the gateway says it charged.
create function ledger_payment_fits(
  p_id uuid, payer ledger_accounts, payee ledger_accounts, p_amount bigint, p_code text,
  p_payment uuid
) returns boolean language plpgsql as $$
begin
  if p_code = 'topup' then
    return payer.code = 'gateway:wompi' and payee.kind = 'wallet'
      and exists (
        select from payments p join payment_attempts a on a.payment_id = p.id
        where p.id = p_payment and p.user_id = payee.owner_id and p.amount_pesos = p_amount
          and a.status = 'APPROVED' and a.currency = 'COP'
          and a.amount_in_cents = p_amount * 100 and a.credit_transfer is null
          and p_id = derived_id('payment.credit', a.transaction_id))
      and not exists (
        select from ledger_transfers t
        where t.code = 'topup' and t.cause_kind = 'payment' and t.cause_id = p_payment::text);
  end if;
  return p_code = 'topup_reversal' and payee.code = 'gateway:wompi' and payer.kind = 'wallet'
    and exists (
      select from payments p join payment_attempts a on a.payment_id = p.id
      where p.id = p_payment and p.user_id = payer.owner_id and p.amount_pesos >= p_amount
        and a.status = 'VOIDED' and a.credit_transfer is not null
        and p_id = derived_id('payment.reversal', a.transaction_id));
end $$;

-- Whether there is a cause for this movement, with these accounts and this amount.
create function ledger_cause_fits(
  p_id uuid, p_kind text, payer ledger_accounts, payee ledger_accounts, p_amount bigint,
  p_code text, p_cause_kind text, p_cause_id text
) returns boolean language plpgsql as $$
begin
  return coalesce(case p_cause_kind
    when 'payment' then p_kind = 'transfer'
      and ledger_payment_fits(p_id, payer, payee, p_amount, p_code, p_cause_id::uuid)
    when 'booking' then true
    when 'operator' then ledger_called_by_owner()
  end, false);
end $$;

-- Whether a hold may end like this: by what caused it.
create function ledger_ending_fits(
  hold ledger_transfers, p_id uuid, p_kind text, p_taken bigint, p_code text, p_cause_kind text,
  p_cause_id text
) returns boolean language plpgsql as $$
begin
  return (hold.cause_kind, hold.cause_id, hold.code) = (p_cause_kind, p_cause_id, p_code)
    or ledger_called_by_owner();
end $$;

-- Opens a person's wallet in pesos, empty; answers its id. Safe to repeat.
create function ledger_open_wallet(p_user uuid, p_now timestamptz) returns uuid
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  wallet uuid := derived_id('ledger.wallet.COP', p_user::text);
begin
  insert into ledger_accounts (id, kind, owner_id, currency, balanced, created_at)
    values (wallet, 'wallet', p_user, 'COP', true, p_now)
    on conflict do nothing;
  return wallet;
end $$;

-- Moves money at once (kind 'transfer') or holds it (kind 'pending').
-- Answers 'created', 'same', 'conflict' or 'refused:<reason>'.
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
  if not ledger_cause_fits(p_id, p_kind, payer, payee, p_amount, p_code, p_cause_kind, p_cause_id)
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

-- Resolves a hold: 'post' takes p_amount (all of it when null) and returns the rest, 'void' and
-- 'expire' return everything. Answers as ledger_move does.
create or replace function ledger_resolve(
  p_id uuid, p_kind text, p_pending uuid, p_amount bigint, p_code text,
  p_cause_kind text, p_cause_id text, p_now timestamptz, p_happened_at timestamptz default null
) returns text language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  hold ledger_transfers;
  taken bigint;
  happened timestamptz := least(coalesce(p_happened_at, p_now), p_now);
  print text;
  earlier text;
  payer_owes boolean;
  payee_owes boolean;
begin
  select * into hold from ledger_transfers where id = p_pending and kind = 'pending';
  if not found then return 'refused:hold_not_found'; end if;
  taken := case when p_kind = 'post' then coalesce(p_amount, hold.amount) else hold.amount end;
  print := concat_ws('|', p_kind, hold.debit_account, hold.credit_account, taken, p_code,
                     p_pending, p_cause_kind, p_cause_id);

  perform ledger_lock(hold.debit_account, hold.credit_account);
  earlier := ledger_earlier(p_id, print);
  if earlier is not null then return earlier; end if;
  if not ledger_ending_fits(hold, p_id, p_kind, taken, p_code, p_cause_kind, p_cause_id) then
    return 'refused:cause_unsuitable';
  end if;
  if exists (select from ledger_transfers where pending_id = p_pending) then
    return ledger_refuse(p_id, print, 'hold_resolved', p_now);
  end if;
  if p_kind = 'post' and hold.expires_at <= happened then
    return ledger_refuse(p_id, print, 'hold_expired', p_now);
  end if;
  if p_kind = 'expire' and (hold.expires_at is null or hold.expires_at > p_now) then
    return 'refused:hold_not_due';
  end if;
  if taken > hold.amount then
    return ledger_refuse(p_id, print, 'amount_exceeds_hold', p_now);
  end if;

  -- Nothing is taken or returned before it was held.
  happened := greatest(happened, hold.happened_at);
  insert into ledger_transfers (id, kind, debit_account, credit_account, amount, currency, code,
      pending_id, cause_kind, cause_id, created_at, happened_at)
    values (p_id, p_kind, hold.debit_account, hold.credit_account, taken, hold.currency, p_code,
      p_pending, p_cause_kind, p_cause_id, p_now, happened)
    on conflict do nothing;
  if not found then
    return coalesce(ledger_earlier(p_id, print), 'refused:hold_resolved');
  end if;

  update ledger_accounts set
    debits_pending = debits_pending - hold.amount,
    debits_posted = debits_posted + case when p_kind = 'post' then taken else 0 end
  where id = hold.debit_account and balanced
  returning owes into payer_owes;
  update ledger_accounts set
    credits_pending = credits_pending - hold.amount,
    credits_posted = credits_posted + case when p_kind = 'post' then taken else 0 end
  where id = hold.credit_account and balanced
  returning owes into payee_owes;
  if payer_owes then
    perform ledger_repay(hold.debit_account, p_id, 0, p_cause_kind, p_cause_id, p_now, happened);
  end if;
  if payee_owes and p_kind = 'post' then
    -- The commission on these earnings is taken next; repaying must leave it.
    perform ledger_repay(hold.credit_account, p_id,
      ledger_commission_due(p_code, p_cause_kind, p_cause_id, taken),
      p_cause_kind, p_cause_id, p_now, happened);
  end if;
  return 'created';
end $$;

alter function ledger_reverse_topup(uuid, text, timestamptz)
  security definer set search_path = pg_catalog, public, pg_temp;
alter function ledger_suspend_topup(uuid, text, timestamptz)
  security definer set search_path = pg_catalog, public, pg_temp;
alter function ledger_return_suspended(text, timestamptz)
  security definer set search_path = pg_catalog, public, pg_temp;
