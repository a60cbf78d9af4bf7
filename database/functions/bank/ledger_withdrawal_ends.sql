-- Whether the hold of a withdrawal may end so: taken when the gateway or two people say that it was
-- paid, returned when no money left or it came back.
create or replace function ledger_withdrawal_ends(
  hold ledger_transfers, p_id uuid, p_kind text, p_taken bigint, p_withdrawal uuid
) returns boolean language plpgsql as $$
declare
  w record;
begin
  select status, channel, result, confirmed_by, unanswered_at, amount_pesos
    into w from withdrawals where id = p_withdrawal;
  if not found or hold.id <> derived_id('withdrawal.hold', p_withdrawal::text)
     or p_id <> derived_id('withdrawal.' || p_kind, p_withdrawal::text) then
    return false;
  end if;
  if p_kind = 'post' then
    return w.status = 'paid' and p_taken = hold.amount and (
      w.channel = 'bank_file' and w.result = 'paid'
      or w.channel = 'gateway' and (
        w.unanswered_at is not null and w.result = 'paid' and w.confirmed_by is not null
        or exists (select from payout_transactions t where t.withdrawal_id = p_withdrawal
          and t.status = 'approved' and t.amount_in_cents = w.amount_pesos * 100)));
  end if;
  return w.status in ('rejected', 'cancelled') or w.status = 'failed' and (
    w.channel = 'bank_file' or not exists (select from payout_transactions t
      where t.withdrawal_id = p_withdrawal and t.status <> 'failed'));
end $$;
