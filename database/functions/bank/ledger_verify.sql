-- Verifies the transfers since the last verification: the totals of every account against its
-- transfers, currencies, and that each hold ends once and within its amount. Stores the number up
-- to which all rows are right, so that a large ledger is read once. With p_all it starts over after
-- `ledger_verify_part` has read everything. Returns at most 100 findings.
create or replace function ledger_verify(p_all boolean, p_now timestamptz) returns setof text
language plpgsql security definer
set search_path = pg_catalog, public, pg_temp
set work_mem = '64MB' as $$
declare
  known ledger_verified;
  bound bigint;
  added bigint;
  findings text[];
begin
  select * into strict known from ledger_verified for update;
  findings := array(
    select format('HOLD_MISMATCH transfer %s', t.id) from ledger_transfers t
    left join ledger_transfers h on h.id = t.pending_id
    where t.tx >= known.upto_tx and t.pending_id is not null and (
      h.id is null or h.kind <> 'pending' or t.amount > h.amount
      or t.debit_account <> h.debit_account or t.credit_account <> h.credit_account
      or (t.kind <> 'post' and t.amount <> h.amount))
    limit 100);
  findings := findings || array(
    select format('CURRENCY_MISMATCH transfer %s', t.id) from ledger_transfers t
    join ledger_accounts d on d.id = t.debit_account
    join ledger_accounts c on c.id = t.credit_account
    where t.tx >= known.upto_tx and (t.currency <> d.currency or t.currency <> c.currency)
    limit 100);
  findings := findings || array(
    select format('DEBT_MISMATCH wallet %s', w.id) from ledger_accounts w
    left join ledger_accounts r on r.owner_id = w.owner_id and r.kind = 'receivable'
      and r.currency = w.currency
    where w.kind = 'wallet' and (w.owes or r.id is not null)
      and w.owes is distinct from coalesce(r.debits_posted > r.credits_posted, false)
    limit 100);

  if cardinality(findings) = 0 then
    bound := ledger_settled_below();
    insert into ledger_verified_totals as v
        (account, debits_posted, credits_posted, debits_pending, credits_pending)
      select account, debits_posted, credits_posted, debits_pending, credits_pending
      from ledger_effects(known.upto_tx, bound)
      on conflict (account) do update set
        debits_posted = v.debits_posted + excluded.debits_posted,
        credits_posted = v.credits_posted + excluded.credits_posted,
        debits_pending = v.debits_pending + excluded.debits_pending,
        credits_pending = v.credits_pending + excluded.credits_pending;
    select count(*) into added from ledger_transfers where tx >= known.upto_tx and tx < bound;
    known.upto_tx := greatest(bound, known.upto_tx);
    known.transfers := known.transfers + added;
    update ledger_verified set upto_tx = known.upto_tx,
      transfers = known.transfers, checked_at = p_now,
      checked_all_at = case when p_all then p_now else checked_all_at end;
    -- Every movement has two sides: the sum over all accounts of a currency is zero.
    findings := array(
      select format('SUM_MISMATCH %s off by %s', a.currency,
        sum(v.credits_posted - v.debits_posted))
      from ledger_verified_totals v join ledger_accounts a on a.id = v.account
      group by a.currency having sum(v.credits_posted - v.debits_posted) <> 0);
  elsif p_all then
    -- After a finding, the next verification reads everything from the start, until all is right.
    delete from ledger_verified_totals;
    update ledger_verified set upto_tx = 0, transfers = 0, batch_no = 0;
  end if;

  -- One statement is one snapshot, so it reads balances and transfers of the same moment.
  findings := findings || array(select finding from (
    select format('VOLUME_MISMATCH account %s: stored %s/%s/%s/%s, replay %s/%s/%s/%s', a.id,
      a.debits_posted, a.credits_posted, a.debits_pending, a.credits_pending,
      r.debits_posted, r.credits_posted, r.debits_pending, r.credits_pending) as finding
    from ledger_accounts a
    left join ledger_verified_totals v on v.account = a.id
    left join ledger_effects(known.upto_tx, null) e on e.account = a.id
    cross join lateral (select
      coalesce(v.debits_posted, 0) + coalesce(e.debits_posted, 0) as debits_posted,
      coalesce(v.credits_posted, 0) + coalesce(e.credits_posted, 0) as credits_posted,
      coalesce(v.debits_pending, 0) + coalesce(e.debits_pending, 0) as debits_pending,
      coalesce(v.credits_pending, 0) + coalesce(e.credits_pending, 0) as credits_pending) r
    where (a.debits_posted, a.credits_posted, a.debits_pending, a.credits_pending) is distinct from
        case when a.balanced
          then (r.debits_posted, r.credits_posted, r.debits_pending, r.credits_pending)
          else (0::bigint, 0::bigint, 0::bigint, 0::bigint) end
      or r.debits_pending < 0 or r.credits_pending < 0
    limit 100
  ) differing);
  return query select unnest(findings[1:100]);
end $$;
