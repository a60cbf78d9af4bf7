-- Moving money, with the date of what happened, and repaying an open debt in the same step.

drop function ledger_move(uuid, text, uuid, uuid, bigint, text, text, text, timestamptz,
  timestamptz);
drop function ledger_resolve(uuid, text, uuid, bigint, text, text, text, timestamptz);

-- What a person owes in pesos; 0 when nothing.
create function ledger_debt(p_user uuid) returns bigint language sql stable as $$
  select coalesce((
    select debits_posted - credits_posted from ledger_accounts
    where owner_id = p_user and kind = 'receivable' and currency = 'COP'), 0)
$$;

-- Pays the debt of a wallet's owner with what is free, less p_keep. The caller has locked the
-- wallet; its receivable is only ever locked after it. p_by is the movement that freed the money.
create function ledger_repay(
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

-- Moves money at once (kind 'transfer') or holds it (kind 'pending').
-- Answers 'created', 'same', 'conflict' or 'refused:<reason>'.
create function ledger_move(
  p_id uuid, p_kind text, p_debit uuid, p_credit uuid, p_amount bigint, p_code text,
  p_cause_kind text, p_cause_id text, p_expires_at timestamptz, p_now timestamptz,
  p_happened_at timestamptz default null
) returns text language plpgsql as $$
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

-- What Cupo takes of a fare, which the payee must be able to pay next: rounded half up.
create function ledger_commission_due(p_code text, p_cause_kind text, p_cause_id text,
  p_pesos bigint) returns bigint language sql stable as $$
  select coalesce((
    select (p_pesos * b.commission_bp + 5000) / 10000 from bookings b
    where p_code = 'fare' and p_cause_kind = 'booking' and b.id::text = p_cause_id), 0)
$$;

-- Resolves a hold: 'post' takes p_amount (all of it when null) and returns the rest, 'void' and
-- 'expire' return everything. Answers as ledger_move does.
create function ledger_resolve(
  p_id uuid, p_kind text, p_pending uuid, p_amount bigint, p_code text,
  p_cause_kind text, p_cause_id text, p_now timestamptz, p_happened_at timestamptz default null
) returns text language plpgsql as $$
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
