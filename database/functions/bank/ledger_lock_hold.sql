-- Locks the wallets of a hold in id order and returns the free pesos of its payer.
create or replace function ledger_lock_hold(h booking_hold) returns bigint language plpgsql as $$
begin
  return (
    select max(locked.free) filter (where locked.id = h.debit) from (
      select id, credits_posted - debits_posted - debits_pending as free from ledger_accounts
      where id in (h.debit, h.credit) and balanced order by id for no key update) as locked);
end $$;
