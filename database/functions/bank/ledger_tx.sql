-- Number of the writing transaction. All rows with a number below the oldest running transaction
-- are complete.
create or replace function ledger_tx() returns bigint
language sql volatile parallel restricted as $$
  select pg_current_xact_id()::text::bigint + ledger_tx_offset()
$$;
