-- Holds the money of bookings that were just written, all or nothing. False when a payer has too
-- little money, or a hold exists. Locks wallets in id order, as all functions do.
create or replace function ledger_hold_bookings(
  p_bookings uuid[], p_holds booking_hold[], p_now timestamptz
) returns boolean language plpgsql as $$
declare
  -- An array instead of a subquery: a join would see the old version of a row after waiting for its
  -- lock.
  v_wallets uuid[] := array(
    select debit from unnest(p_holds) union select credit from unnest(p_holds));
  v_locked uuid[];
  v_free bigint[];
  v_held bigint;
begin
  select array_agg(id), array_agg(free) into v_locked, v_free from (
    select a.id, a.credits_posted - a.debits_posted - a.debits_pending as free
    from ledger_accounts a
    where a.id = any (v_wallets) and a.balanced order by a.id for no key update) as l;
  if exists (
    select from (select debit, sum(pesos) as pesos from unnest(p_holds) where id is not null
                 group by debit) as due
    left join unnest(v_locked, v_free) as l (id, free) on l.id = due.debit
    where coalesce(l.free, 0) < due.pesos
  ) then
    return false;
  end if;
  with held as (
    insert into ledger_transfers (id, kind, debit_account, credit_account, amount, currency, code,
      cause_kind, cause_id, created_at, happened_at)
    select h.id, 'pending', h.debit, h.credit, h.pesos, 'COP', h.code, 'booking', h.booking::text,
      p_now, p_now
    from unnest(p_bookings, p_holds) as h (booking, id, debit, credit, pesos, code)
    where h.id is not null
    on conflict do nothing returning debit_account, credit_account, amount
  ), moved as (
    select account, sum(debits) as debits, sum(credits) as credits from (
      select debit_account as account, amount as debits, 0 as credits from held
      union all select credit_account, 0, amount from held) as each group by account
  ), wallets as (
    update ledger_accounts a set
      debits_pending = a.debits_pending + m.debits, credits_pending = a.credits_pending + m.credits
    from moved m where a.id = m.account and a.balanced
  )
  select count(*) into v_held from held;
  return v_held = cardinality(array(select id from unnest(p_holds) where id is not null));
end $$;
