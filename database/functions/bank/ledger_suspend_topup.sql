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
