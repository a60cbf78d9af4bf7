-- Boards the passengers of p_calls: writes bookings and events, and pays the drivers. The app has
-- checked each ticket; a booking boards only if it is still confirmed and its ticket is still of
-- `generation`. `at` is the time of boarding, p_now the time of writing.
--
-- p_waits, 'alone' and conflicts are as in `book_seats`. `answers` has one text per call, in their
-- order: 'boarded', 'changed', 'alone', or an answer of `refuse_callers`. `boarded` has the
-- bookings after boarding.
create or replace function check_ins(
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
  -- The next statement must see the rows that this one waited for.
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
