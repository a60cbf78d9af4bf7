-- Number of the writing transaction; below the oldest running one all rows are complete.
create or replace function ledger_tx() returns bigint
language sql volatile parallel restricted as $$
  select pg_current_xact_id()::text::bigint + ledger_tx_offset()
$$;
