-- Ends the holds of bookings that just ended or boarded, as their rows say: takes the charged part,
-- returns the rest, and takes Cupo's commission on the fare. In `directo` the hold is the
-- commission, taken when the passenger travelled. p_at is when each booking ended or boarded, p_now
-- the time of writing. Locks wallets in id order.
create or replace function ledger_end_holds(
  p_bookings bookings[], p_at timestamptz[], p_now timestamptz)
returns void language plpgsql
set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan as $$
declare
  ends hold_end[];
  v_end hold_end;
  v_wallets uuid[];
  v_owing uuid[];
  v_due bigint;
  v_ended bigint;
begin
  select array_agg(row(b.id, t.id, t.debit_account, t.credit_account, t.amount, t.currency, t.code,
      k.kind, derived_id('booking.' || k.kind, b.id::text), c.taken,
      case when b.payment_mode = 'billetera' then (c.taken * b.commission_bp + 5000) / 10000
           else 0 end,
      -- A hold never ends before the time at which it was made.
      greatest(least(b.ended_at, p_now), t.happened_at),
      c.taken > t.amount or c.taken > 0
        and coalesce(t.expires_at <= greatest(least(b.ended_at, p_now), t.happened_at), false)
    )::hold_end)
    into ends
  from (select e.*, at.ended_at from unnest(p_bookings) with ordinality as e
        join unnest(p_at) with ordinality as at (ended_at, no) on at.no = e.ordinality) as b
  join ledger_transfers t on t.id = b.hold_id and t.kind = 'pending'
  cross join lateral (select case
    when b.payment_mode = 'billetera' then coalesce(b.charged_pesos, 0)
    when b.status in ('checked_in', 'completed') then t.amount
    else 0 end as taken) as c
  cross join lateral (select case when c.taken > 0 then 'post' else 'void' end as kind) as k
  where b.status not in ('requested', 'confirmed');
  select count(*) into v_due from unnest(p_bookings)
  where hold_id is not null or payment_mode <> 'directo';
  if v_due = 0 then return; end if;
  if v_due <> coalesce(cardinality(ends), 0) then
    raise exception 'one has not ended, or has no hold: %', array(
      select id from unnest(p_bookings));
  end if;
  if exists (select from unnest(ends) where too_late) then
    raise exception 'a hold is smaller than what is taken, or expired: %', array(
      select hold from unnest(ends) where too_late);
  end if;

  perform fund_lock(array(select booking::uuid from unnest(ends) where taken < amount));
  -- An array instead of a subquery: a join would see the old version of a row after waiting for its
  -- lock.
  v_wallets := array(select debit from unnest(ends) union select credit from unnest(ends));
  select coalesce(array_agg(id) filter (where owes), '{}') into v_owing from (
    select a.id, a.owes from ledger_accounts a
    where a.id = any (v_wallets) and a.balanced order by a.id for no key update) as locked;
  with ended as (
    insert into ledger_transfers (id, kind, debit_account, credit_account, amount, currency, code,
      pending_id, cause_kind, cause_id, created_at, happened_at, same_hands)
    select e.id, e.kind, e.debit, e.credit,
      case e.kind when 'post' then e.taken else e.amount end, e.currency, e.code, e.hold,
      'booking', e.booking, p_now, e.happened_at,
      case when e.kind = 'post' and e.code = 'fare' then ledger_same_wallets(e.debit, e.credit) end
    from unnest(ends) as e
    on conflict do nothing returning id
  ), commission as (
    insert into ledger_transfers (id, kind, debit_account, credit_account, amount, currency, code,
      cause_kind, cause_id, created_at, happened_at)
    select derived_id('booking.commission', e.booking), 'transfer', e.credit,
      '00000000-0000-7000-8000-000000000002'::uuid, e.commission, e.currency, 'commission',
      'booking', e.booking, p_now, e.happened_at
    from ended join unnest(ends) as e on e.id = ended.id where e.commission > 0
  ), moved as (
    select account, sum(held) as held, sum(held_for) as held_for, sum(debited) as debited,
      sum(credited) as credited
    from (
      select debit as account, amount as held, 0 as held_for, taken as debited, 0 as credited
      from unnest(ends)
      union all select credit, 0, amount, commission, taken from unnest(ends)
    ) as each group by account
  ), wallets as (
    update ledger_accounts a set
      debits_pending = a.debits_pending - m.held,
      credits_pending = a.credits_pending - m.held_for,
      debits_posted = a.debits_posted + m.debited,
      credits_posted = a.credits_posted + m.credited
    from moved m where a.id = m.account and a.balanced
  )
  select count(*) into v_ended from ended;
  if v_ended <> v_due then
    raise exception 'a hold has ended before: %', array(select hold from unnest(ends));
  end if;

  perform fund_return_cover(booking::uuid, p_now, happened_at)
  from unnest(ends) where taken < amount;
  if cardinality(v_owing) = 0 then return; end if;
  foreach v_end in array ends loop
    if v_end.debit = any (v_owing) then
      perform ledger_repay(v_end.debit, v_end.id, 0, 'booking', v_end.booking, p_now,
                           v_end.happened_at);
    end if;
    if v_end.credit = any (v_owing) and v_end.taken > 0 then
      perform ledger_repay(v_end.credit, v_end.id, 0, 'booking', v_end.booking, p_now,
                           v_end.happened_at);
    end if;
  end loop;
end $$;
