-- Adds a batch. Returns false if another process was first, or a transaction has not ended.
create or replace function ledger_add_batch(
  p_no bigint, p_from bigint, p_to bigint, p_transfers integer, p_accounts integer,
  p_refusals integer, p_previous text, p_hash text, p_now timestamptz
) returns boolean language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  head ledger_batches;
begin
  select * into head from ledger_batches order by no desc limit 1;
  if (p_no, p_from, p_previous) is distinct from
     (coalesce(head.no, 0) + 1, coalesce(head.to_tx, 0), coalesce(head.hash, repeat('0', 64)))
     or p_to > ledger_settled_below() then
    return false;
  end if;
  insert into ledger_batches (no, from_tx, to_tx, transfers, accounts, refusals, previous_hash,
      hash, created_at)
    values (p_no, p_from, p_to, p_transfers, p_accounts, p_refusals, p_previous, p_hash, p_now)
    on conflict do nothing;
  return found;
end $$;
