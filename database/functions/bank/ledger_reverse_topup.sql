-- Reverses a voided top-up: takes the free pesos of the wallet, and the rest becomes a debt of its
-- owner. What the team refunded, or holds for a refund, is not taken again. Returns 'created',
-- 'same' or 'refused:<reason>', with the pesos taken and owed.
create or replace function ledger_reverse_topup(
  p_payment uuid, p_transaction text, p_now timestamptz,
  out outcome text, out taken bigint, out owed bigint
) language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  topup ledger_transfers;
  wallet ledger_accounts;
  receivable uuid;
  take_id uuid := derived_id('payment.reversal', p_transaction);
  debt_id uuid := derived_id('payment.debt', p_transaction);
  due bigint;
begin
  taken := 0;
  owed := 0;
  -- Only for a transaction that was credited and that the gateway has voided since.
  select t.* into topup from payment_attempts a
    join ledger_transfers t on t.id = a.credit_transfer
    where a.transaction_id = p_transaction and a.payment_id = p_payment and a.status = 'VOIDED'
      and t.code = 'topup' and t.cause_kind = 'payment' and t.cause_id = p_payment::text;
  if not found then
    outcome := 'refused:cause_unsuitable';
    return;
  end if;
  select * into wallet from ledger_accounts where id = topup.credit_account for no key update;

  select coalesce(sum(amount) filter (where id = take_id), 0),
         coalesce(sum(amount) filter (where id = debt_id), 0)
    into taken, owed from ledger_transfers where id in (take_id, debt_id);
  if taken + owed > 0 then
    outcome := 'same';
    return;
  end if;

  due := topup.amount - ledger_refunded(p_payment);
  taken := least(due,
    wallet.credits_posted - wallet.debits_posted - wallet.debits_pending);
  owed := due - taken;
  if taken > 0 then
    insert into ledger_transfers (id, kind, debit_account, credit_account, amount, currency, code,
        cause_kind, cause_id, created_at, happened_at)
      values (take_id, 'transfer', wallet.id, topup.debit_account, taken, topup.currency,
        'topup_reversal', 'payment', p_payment::text, p_now, p_now);
    update ledger_accounts set debits_posted = debits_posted + taken where id = wallet.id;
  end if;
  if owed > 0 then
    receivable := derived_id('ledger.receivable.COP', wallet.owner_id::text);
    insert into ledger_accounts (id, kind, owner_id, currency, balanced, created_at)
      values (receivable, 'receivable', wallet.owner_id, 'COP', true, p_now)
      on conflict do nothing;
    insert into ledger_transfers (id, kind, debit_account, credit_account, amount, currency, code,
        cause_kind, cause_id, created_at, happened_at)
      values (debt_id, 'transfer', receivable, topup.debit_account, owed, topup.currency,
        'topup_debt', 'payment', p_payment::text, p_now, p_now);
    update ledger_accounts set debits_posted = debits_posted + owed where id = receivable;
    update ledger_accounts set owes = true where id = wallet.id;
  end if;
  outcome := 'created';
end $$;
