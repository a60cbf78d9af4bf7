-- Whether a payment justifies this: credited once, to its owner, with the charged amount.
create or replace function ledger_payment_fits(
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
