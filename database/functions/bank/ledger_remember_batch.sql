-- Stores the number of the last batch up to which the chain was recomputed and found right.
create or replace function ledger_remember_batch(p_no bigint, p_hash text) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update ledger_verified set batch_no = p_no
  where exists (select from ledger_batches where no = p_no and hash = p_hash)
$$;
