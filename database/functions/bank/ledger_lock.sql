-- Locks those of two accounts that have running totals, in id order.
create or replace function ledger_lock(a uuid, b uuid) returns void language sql as $$
  select from ledger_accounts
  where id in (a, b) and balanced
  order by id
  for no key update
$$;
