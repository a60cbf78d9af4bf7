-- Numbers of transactions and batches, and what a snapshot has seen.

-- Number of the writing transaction; below the oldest running one all rows are complete.
create or replace function ledger_tx() returns bigint
language sql volatile parallel restricted as $$
  select pg_current_xact_id()::text::bigint + ledger_tx_offset()
$$;

-- Whether an earlier snapshot had seen the rows of transaction p_tx.
create or replace function ledger_seen(p_tx bigint, p_snapshot pg_snapshot) returns boolean
language sql stable parallel safe as $$
  select p_tx <= ledger_tx_offset()
    or pg_visible_in_snapshot((p_tx - ledger_tx_offset())::text::xid8, p_snapshot)
$$;

-- Number below which all transactions have ended, so none of their rows can appear later.
create or replace function ledger_settled_below() returns bigint
language sql stable parallel safe as $$
  select pg_snapshot_xmin(pg_current_snapshot())::text::bigint + ledger_tx_offset()
$$;

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

-- Microseconds since 1970, as the hashed line of each ledger row writes a time.
create or replace function ledger_micros(p_at timestamptz) returns bigint
language sql immutable parallel safe as 'select (date_part(''epoch'', p_at) * 1000000)::bigint';

-- Refuses a movement with a date of another day, whichever function writes it. The program answers
-- this code with `clock_wrong`.
create or replace function ledger_dated() returns trigger language plpgsql as $$
begin
  if not clock_fits(new.created_at) then
    raise exception 'the clock is wrong: a movement of %', new.created_at using errcode = 'CU001';
  end if;
  return new;
end $$;

-- Whether the caller is the owner of the ledger (at a console or in a test) and not the app.
create or replace function ledger_called_by_owner() returns boolean language sql stable as $$
  select session_user = current_user and current_setting('role') in ('none', session_user)
$$;

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

-- Stores the number of the last batch up to which the chain was recomputed and found right.
create or replace function ledger_remember_batch(p_no bigint, p_hash text) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update ledger_verified set batch_no = p_no
  where exists (select from ledger_batches where no = p_no and hash = p_hash)
$$;

-- Effect of the transfers of a range of transactions (p_to null: all) on account totals.
create or replace function ledger_effects(p_from bigint, p_to bigint)
returns table (
  account uuid, debits_posted bigint, credits_posted bigint, debits_pending bigint,
  credits_pending bigint, transfers bigint
) language sql stable as $$
  select side.account,
    sum(side.debit * moved)::bigint, sum(side.credit * moved)::bigint,
    sum(side.debit * reserved)::bigint, sum(side.credit * reserved)::bigint,
    sum(side.debit)::bigint
  from (
    select t.debit_account, t.credit_account,
      case when t.kind in ('transfer', 'post') then t.amount else 0 end as moved,
      case when t.kind = 'pending' then t.amount else -coalesce(h.amount, 0) end as reserved
    from ledger_transfers t
    left join ledger_transfers h on h.id = t.pending_id
    where t.tx >= p_from and (p_to is null or t.tx < p_to)
  ) effect
  cross join lateral (values (debit_account, 1, 0), (credit_account, 0, 1))
    as side (account, debit, credit)
  group by side.account
$$;
