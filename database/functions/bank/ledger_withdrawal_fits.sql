-- Whether money may be held for a withdrawal: once, with its amount, from the wallet of its person,
-- and from lots that can be withdrawn (`ledger_withdrawable`). The caller locks the wallet.
create or replace function ledger_withdrawal_fits(
  p_id uuid, p_kind text, payer ledger_accounts, payee ledger_accounts, p_amount bigint,
  p_code text, p_withdrawal uuid, p_now timestamptz
) returns boolean language plpgsql as $$
declare
  w record;
begin
  select user_id, amount_pesos, status into w from withdrawals where id = p_withdrawal;
  return found and p_kind = 'pending' and p_code = 'withdrawal'
    and p_id = derived_id('withdrawal.hold', p_withdrawal::text) and w.status = 'requested'
    and payer.kind = 'wallet' and payer.owner_id = w.user_id and w.amount_pesos = p_amount
    and payee.code is not distinct from 'payouts:clearing'
    and ledger_debt(w.user_id) = 0
    and (select withdrawable from ledger_withdrawable(w.user_id, p_now)) >= p_amount;
end $$;
