-- Version 2 of the chain: a batch is everything written by the transactions from one number to
-- another, so that finding what is new reads only what is new. It covers every column of transfers,
-- refused ids and accounts (but their running totals, which follow from the transfers).

drop index ledger_transfers_tx;
drop index ledger_refusals_tx;
drop index ledger_accounts_tx;
drop index ledger_transfers_age;
create index ledger_transfers_tx on ledger_transfers (tx, id);
create index ledger_refusals_tx on ledger_refusals (tx, transfer_id);
create index ledger_accounts_tx on ledger_accounts (tx, id);

alter table ledger_batches
  add column version smallint not null default 1,
  add column from_tx bigint,
  add column to_tx bigint,
  add column accounts integer not null default 0,
  add column refusals integer not null default 0,
  add check ((version = 1) = (to_tx is null)),
  add check (from_tx < to_tx);

-- What is hashed of each row, as one line of text.
create function ledger_micros(p_at timestamptz) returns bigint
language sql immutable parallel safe as 'select (extract(epoch from p_at) * 1000000)::bigint';

create view ledger_transfer_lines with (security_invoker = true) as
  select tx, id, json_build_array('transfer', id, kind, debit_account, credit_account, amount,
    currency, code, pending_id, cause_kind, cause_id, ledger_micros(expires_at),
    ledger_micros(created_at), ledger_micros(happened_at))::text as line
  from ledger_transfers;
create view ledger_refusal_lines with (security_invoker = true) as
  select tx, transfer_id as id, json_build_array('refusal', transfer_id, fingerprint, reason,
    ledger_micros(created_at))::text as line
  from ledger_refusals;
create view ledger_account_lines with (security_invoker = true) as
  select tx, id, json_build_array('account', id, kind, owner_id, code, currency, balanced,
    ledger_micros(created_at))::text as line
  from ledger_accounts;

-- Adds a batch after the head. False when another process was first, or when it is not the next one
-- or not of transactions that have all ended.
create function ledger_add_batch(
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
  insert into ledger_batches (no, version, from_tx, to_tx, transfers, accounts, refusals,
      previous_hash, hash, created_at)
    values (p_no, 2, p_from, p_to, p_transfers, p_accounts, p_refusals, p_previous, p_hash, p_now)
    on conflict do nothing;
  return found;
end $$;

-- After a restore from a dump the numbers of transactions start low again: continue above all that
-- was written. Called by the owner at every start; changes nothing in between.
create function ledger_continue_numbers() returns void language plpgsql as $$
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
