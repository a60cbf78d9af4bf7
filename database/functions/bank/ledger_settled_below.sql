-- Number below which all transactions have ended, so none of their rows can appear later.
create or replace function ledger_settled_below() returns bigint
language sql stable parallel safe as $$
  select pg_snapshot_xmin(pg_current_snapshot())::text::bigint + ledger_tx_offset()
$$;
