-- Whether an earlier snapshot had seen the rows of transaction p_tx.
create or replace function ledger_seen(p_tx bigint, p_snapshot pg_snapshot) returns boolean
language sql stable parallel safe as $$
  select p_tx <= ledger_tx_offset()
    or pg_visible_in_snapshot((p_tx - ledger_tx_offset())::text::xid8, p_snapshot)
$$;
