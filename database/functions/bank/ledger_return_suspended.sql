-- Removes a second charge from the suspense account after the gateway has returned it to the payer.
-- Returns 'created', 'same' or 'refused:cause_unsuitable'.
create or replace function ledger_return_suspended(p_transaction text, p_now timestamptz)
returns text language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  kept ledger_transfers;
begin
  select t.* into kept from ledger_transfers t
    join payment_attempts a on a.transaction_id = p_transaction and a.status = 'VOIDED'
    where t.id = derived_id('payment.suspense', p_transaction);
  if not found then return 'refused:cause_unsuitable'; end if;
  insert into ledger_transfers (id, kind, debit_account, credit_account, amount, currency, code,
      cause_kind, cause_id, created_at, happened_at)
    values (derived_id('payment.suspense_return', p_transaction), 'transfer',
      kept.credit_account, kept.debit_account, kept.amount, kept.currency, 'suspense_return',
      kept.cause_kind, kept.cause_id, p_now, p_now)
    on conflict (id) do nothing;
  return case when found then 'created' else 'same' end;
end $$;
