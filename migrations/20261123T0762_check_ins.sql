-- Check-ins of several drivers are one call, as bookings are (decision 26).

-- What ends a hold: the transfer of `kind` and `id` takes `taken` pesos of it, and of those Cupo's
-- `commission`.
create type hold_end as (
  booking text, hold uuid, debit uuid, credit uuid, amount bigint, currency text, code text,
  kind text, id uuid, taken bigint, commission bigint, happened_at timestamptz, too_late boolean
);

-- Ends the holds of bookings that have just ended or boarded, as their rows say: what is charged is
-- taken, the rest returns to the payer. Of a fare Cupo's commission is taken in the same step. In
-- `directo` the hold is the commission: taken of who travelled, returned of who did not.
-- p_at is when each of that happened, p_now when it is written. Wallets are locked by id.
create function ledger_end_holds(p_bookings bookings[], p_at timestamptz[], p_now timestamptz)
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
      -- Nothing is taken or returned before it was held.
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

  -- An array and not a subquery: of a row that was waited for, a join would see the old version.
  v_wallets := array(select debit from unnest(ends) union select credit from unnest(ends));
  select coalesce(array_agg(id) filter (where owes), '{}') into v_owing from (
    select a.id, a.owes from ledger_accounts a
    where a.id = any (v_wallets) and a.balanced order by a.id for no key update) as locked;
  with ended as (
    insert into ledger_transfers (id, kind, debit_account, credit_account, amount, currency, code,
      pending_id, cause_kind, cause_id, created_at, happened_at)
    select e.id, e.kind, e.debit, e.credit,
      case e.kind when 'post' then e.taken else e.amount end, e.currency, e.code, e.hold,
      'booking', e.booking, p_now, e.happened_at
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

-- As before, of one.
create or replace function ledger_end_hold(b bookings, p_at timestamptz, p_now timestamptz)
returns void language plpgsql as $$
begin
  perform ledger_end_holds(array[b], array[p_at], p_now);
end $$;

create type check_in_call as (
  booking uuid, generation integer, by text, actor uuid, event uuid, at timestamptz, session uuid,
  limit_key text, limit_max integer, limit_seconds integer
);

-- Boards several, as check_in did one: the bookings, their events and their money. Whether each
-- ticket is good was decided before, on the booking as it was read: one boards only if it is still
-- confirmed and its ticket still of `generation`. `at` is when the passenger boarded, p_now when
-- that is written.
--
-- p_waits, 'alone' and conflicts are as in book_seats. Answers for each of p_calls, in their order:
-- 'boarded', 'changed', 'alone' or what refuse_callers answers; and the bookings that boarded.
create function check_ins(
  p_calls jsonb, p_waits boolean, p_now timestamptz, out answers text[], out boarded bookings[]
) language plpgsql security definer
set search_path = pg_catalog, public, pg_temp
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan as $$
declare
  calls check_in_call[] := array(
    select c from jsonb_populate_recordset(null::check_in_call, p_calls) as c);
  locked uuid[] := array(select booking from unnest(calls));
begin
  if not p_waits then perform set_config('lock_timeout', '250ms', true); end if;
  answers := refuse_callers(array(
    select row(session, actor, limit_key, limit_max, limit_seconds)::checked_caller
    from unnest(calls)), p_waits, p_now);
  -- A statement of its own: the next one must see what was waited for.
  if p_waits then
    perform from bookings where id = any (locked) for no key update;
  else
    locked := array(select id from bookings where id = any (locked) order by id
                    for no key update skip locked);
  end if;
  with asked as materialized (
    select c.* from unnest(calls, answers)
      as c (booking, generation, by, actor, event, at, session, limit_key, limit_max,
            limit_seconds, refused)
    where c.refused is null and c.booking = any (locked)
  ), done as (
    update bookings b set status = 'checked_in', checked_in_at = c.at, checked_in_by = c.by,
      refunded_pesos = case when payment_mode = 'billetera' then 0 else refunded_pesos end,
      charged_pesos = case when payment_mode = 'billetera' then fare_pesos else charged_pesos end
    from asked c where b.id = c.booking and b.status = 'confirmed' and b.generation = c.generation
    returning b as booking, b.id
  ), noted as (
    insert into booking_events (id, booking_id, at, actor_id, event, details)
    select c.event, d.id, c.at, c.actor, 'checked_in', jsonb_build_object('by', c.by)
    from done d join asked c on c.booking = d.id
  )
  select coalesce(array_agg(booking), '{}') into boarded from done;
  if cardinality(boarded) > 0 then
    perform ledger_end_holds(boarded, array(
      select c.at from unnest(boarded) with ordinality as b
      join unnest(calls) as c on c.booking = b.id order by b.ordinality), p_now);
  end if;
  if cardinality(locked) < cardinality(calls) then
    perform forget_callers(array(
      select calls[no].limit_key from unnest(answers) with ordinality as a (refusal, no)
      where refusal is null and calls[no].booking <> all (locked)));
  end if;
  answers := array(
    select coalesce(c.refused, case
      when exists (select from unnest(boarded) as b where b.id = c.booking) then 'boarded'
      when c.booking = any (locked) then 'changed' else 'alone' end)
    from unnest(calls, answers) with ordinality
      as c (booking, generation, by, actor, event, at, session, limit_key, limit_max,
            limit_seconds, refused, no)
    order by c.no);
end $$;

-- As before, of one: for a server of the release before this one, while both run.
create or replace function check_in(
  p_booking uuid, p_generation integer, p_by text, p_actor uuid, p_event uuid,
  p_at timestamptz, p_session uuid, p_limit_key text, p_limit_max integer,
  p_limit_seconds integer, p_now timestamptz, out answer text, out booking bookings
) language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select made.answers[1], made.boarded[1] from check_ins(
    jsonb_build_array(jsonb_build_object(
      'booking', p_booking, 'generation', p_generation, 'by', p_by, 'actor', p_actor,
      'event', p_event, 'at', p_at, 'session', p_session, 'limit_key', p_limit_key,
      'limit_max', p_limit_max, 'limit_seconds', p_limit_seconds)), true, p_now) as made
$$;
