-- Continues transaction numbers above all stored ones, since they start low after a restore.
create or replace function ledger_continue_numbers() returns void language plpgsql as $$
declare
  highest bigint;
begin
  select greatest(max(t), 0) into highest from (
    select max(to_tx) as t from ledger_batches union all select max(tx) from ledger_transfers
    union all select max(tx) from ledger_refusals union all select max(tx) from ledger_accounts
  ) written;
  if highest < ledger_tx() then return; end if;
  execute format('create or replace function ledger_tx_offset() returns bigint
    language sql immutable parallel safe as %L',
    format('select %s::bigint', highest + 1));
end $$;
