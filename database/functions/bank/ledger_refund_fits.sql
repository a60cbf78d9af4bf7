-- Whether money may be held for the refund of a top-up: an open proposal, from the wallet of the
-- payer, and with all other refunds and reversals at most the amount that was paid.
create or replace function ledger_refund_fits(
  p_id uuid, payer ledger_accounts, payee ledger_accounts, p_amount bigint, p_payment uuid
) returns boolean language plpgsql as $$
begin
  return payer.kind = 'wallet' and payee.code = 'gateway:wompi'
    and exists (
      select from money_acts m join payments p on p.id = m.payment_id
      where p.id = p_payment and m.kind = 'refund' and m.outcome is null
        and p_id = derived_id('money_act.refund', m.id::text) and m.pesos = p_amount
        and p.status = 'approved' and p.user_id = payer.owner_id and m.user_id = p.user_id
        and ledger_refunded(p.id) <= p.amount_pesos);
end $$;
