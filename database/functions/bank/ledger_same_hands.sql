-- Whether two people share a card or account of top-ups, a device, or a payout account.
create or replace function ledger_same_hands(p_one uuid, p_other uuid) returns boolean
language sql stable as $$
  select exists (
      select from payments p join payment_attempts a on a.payment_id = p.id
      join payment_attempts b on b.payer_index = a.payer_index
      join payments q on q.id = b.payment_id
      where p.user_id = p_one and q.user_id = p_other and a.credit_transfer is not null
        and b.credit_transfer is not null)
    or exists (
      select from user_devices a join user_devices b on b.device_index = a.device_index
      where a.user_id = p_one and b.user_id = p_other)
    or exists (
      select from payout_accounts a join payout_accounts b on b.number_index = a.number_index
      where a.user_id = p_one and b.user_id = p_other)
$$;
