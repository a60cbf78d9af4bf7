-- Moves money immediately (kind 'transfer') or holds it (kind 'pending'), if its cause allows it at
-- p_now. Returns 'created', 'same', 'conflict' or 'refused:<reason>'.
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
  if not clock_fits(p_now) then return 'refused:clock_wrong'; end if;

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
