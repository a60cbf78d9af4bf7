-- Cancels the bookings of p_calls as the app decided from `seen`: writes bookings and events, and
-- returns money and seats. Locks in the order of `book_seats`: the callers' counts of calls,
-- people whose journeys cross, bookings, wallets by id, seats by trip.
--
-- p_waits, 'alone' and conflicts are as in `book_seats`: with p_waits all calls are done or none.
-- No two of p_calls are of one booking, and without p_waits none of one person. Answers one text
-- per call, in their order: 'cancelled', 'changed' when booking or facts are no longer `seen`,
-- 'alone', or an answer of `refuse_callers`.
create or replace function cancel_bookings(
  p_calls jsonb, p_waits boolean, p_moved_ms bigint, p_now timestamptz
) returns text[] language plpgsql security definer
set search_path = pg_catalog, public, pg_temp
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan as $$
declare
  calls cancel_call[] := array(
    select c from jsonb_populate_recordset(null::cancel_call, p_calls) as c);
  locked uuid[] := array(select booking from unnest(calls));
  refusals text[];
  answers text[];
  ended bookings[];
  v_call cancel_call;
  v_returned boolean;
begin
  if not p_waits then perform set_config('lock_timeout', '250ms', true); end if;
  refusals := refuse_callers(array(
    select row(session, person, limit_key, limit_max, limit_seconds)::checked_caller
    from unnest(calls)), p_waits, p_now);
  -- Of two crossing bookings one is left for that reason: their cancellations go one by one.
  perform from users where id in (
    select b.passenger_id from unnest(calls) as c join bookings b on b.id = c.booking
    where c.details ->> 'rule' = 'trip_crosses')
  order by id for no key update;
  -- The facts are read by the next statement, whose snapshot has the rows that this one waited for.
  if p_waits then
    perform from bookings where id = any (locked) order by id for no key update;
  else
    locked := array(select id from bookings where id = any (locked) order by id
                    for no key update skip locked);
  end if;
  select array_agg(coalesce(refusals[c.no], case
      when not p_waits and c.booking <> all (locked) then 'alone'
      when now.seen is distinct from c.seen
        or c.details ->> 'rule' = 'trip_crosses' and not now.crosses then 'changed'
      end) order by c.no)
    into answers
  from (select booking, seen, details, ordinality as no from unnest(calls) with ordinality) as c
  left join lateral (
    select concat_ws('|', b, f, t.status) as seen, exists (
      select from crossing_of(b.passenger_id, b.trip_id, b.picks_up_at, b.drops_off_at)
      where c.details ->> 'rule' = 'trip_crosses') as crosses
    from bookings b
    join trips t on t.id = b.trip_id
    cross join booking_facts(b.id, b.trip_id, b.passenger_id, b.from_seq, p_moved_ms) as f
    where b.id = c.booking) as now on true;
  if 'alone' = any (answers) then
    perform forget_callers(array(
      select calls[no].limit_key from unnest(answers, refusals) with ordinality
        as a (answer, refusal, no) where answer = 'alone' and refusal is null));
  end if;

  if p_waits and cardinality(answers) <> cardinality(array_positions(answers, null)) then
    return array(select coalesce(answer, 'changed') from unnest(answers) as a (answer));
  end if;
  -- Write phase: only calls that were not refused above.
  calls := array(select calls[no] from unnest(answers) with ordinality as a (answer, no)
                 where answer is null);
  if cardinality(calls) = 0 then return answers; end if;
  with done as (
    update bookings b set status = c.status, closed_at = c.at, refunded_pesos = c.refunded,
      charged_pesos = c.charged,
      connection_broken_at = coalesce(b.connection_broken_at, case
        when c.details ->> 'rule' = 'connection_broken' then c.at end)
    from unnest(calls) as c where b.id = c.booking
    returning b as booking, b.id
  ), noted as (
    insert into booking_events (id, booking_id, at, actor_id, event, details)
    select c.event, d.id, c.at, c.actor, c.status, c.details
    from done d join unnest(calls) as c on c.booking = d.id
  )
  select array_agg(booking) into ended from done;
  foreach v_call in array calls loop
    if v_call.mark is not null then
      perform mark_driver(v_call.mark, b.driver_id, v_call.mark_kind, b.id, v_call.at)
      from unnest(ended) as b where b.id = v_call.booking;
    end if;
  end loop;
  perform ledger_end_holds(ended, array(
    select closed_at from unnest(ended) with ordinality order by ordinality), p_now);
  if cardinality(ended) > 1 then
    perform from trip_seats where trip_id = any (array(select trip_id from unnest(ended)))
    order by trip_id for no key update;
  end if;
  select bool_and(return_seats_of(trip_id, from_seqs, to_seqs, seats)) into v_returned
  from (
    select trip_id, array_agg(from_seq) as from_seqs,
      array_agg(to_seq) as to_seqs, array_agg(seats::integer) as seats
    from unnest(ended) group by trip_id) as each_trip;
  if not v_returned then
    raise exception 'their seats return to no trip: %', array(select id from unnest(ended));
  end if;
  return array(select coalesce(answer, 'cancelled') from unnest(answers) with ordinality
               as a (answer, no) order by no);
end $$;
