-- Whether two people signed this credit of the company to a wallet.
create or replace function ledger_credit_fits(
  p_id uuid, payer ledger_accounts, payee ledger_accounts, p_amount bigint, p_code text, p_act uuid
) returns boolean language plpgsql as $$
begin
  return p_code = 'team_credit' and payer.code = 'company:credits' and payee.kind = 'wallet'
    and p_id = derived_id('money_act.credit', p_act::text)
    and exists (
      select from money_acts m
      where m.id = p_act and m.kind = 'credit' and m.outcome = 'done'
        and m.decided_by <> m.proposed_by and m.user_id = payee.owner_id and m.pesos = p_amount);
end $$;
