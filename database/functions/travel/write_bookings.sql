-- Write phase of `book_seats`: the keys, the bookings with their first event and job, the money,
-- the seats and extra stops of all p_calls, or an exception with 40001 when one of them is gone.
-- p_holds are the holds of the calls, in their order.
create or replace function write_bookings(
  p_calls booking_call[], p_holds booking_hold[], p_now timestamptz
) returns void language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  booked bookings[] := array(select c.booking from unnest(p_calls) as c);
  v_kept boolean; v_done boolean;
begin
  if cardinality(booked) = 0 then return; end if;
  if exists (select from unnest(p_calls, p_holds) where (booking).hold_id is distinct from id) then
    raise exception 'a booking must hold what its row says: %', array(
      select id from unnest(booked));
  end if;
  with keyed as (
    insert into new_idempotency_keys
      (actor_id, operation, key, request_hash, resource_id, created_at)
    select (c.booking).passenger_id, 'bookings.book', c.key, c.hash, (c.booking).id, p_now
    from unnest(p_calls) as c where c.key is not null
    on conflict do nothing returning key
  ), written as (
    insert into bookings (
      id, trip_id, passenger_id, driver_id, from_seq, to_seq, from_point_id, to_point_id, seats,
      fare_pesos, commission_bp, payment_mode, status, hold_id, code, generation, picks_up_at,
      drops_off_at, created_at, expires_at, confirmed_at, moved_ms, refund_ahead_ms,
      connection_id, connection_part, list_id, list_free_until)
    select
      id, trip_id, passenger_id, driver_id, from_seq, to_seq, from_point_id, to_point_id, seats,
      fare_pesos, commission_bp, payment_mode, status, hold_id, code, generation, picks_up_at,
      drops_off_at, created_at, expires_at, confirmed_at, moved_ms, refund_ahead_ms,
      connection_id, connection_part, list_id, list_free_until
    from unnest(booked)
    on conflict do nothing
    returning id, passenger_id, status
  ), noted as (
    insert into booking_events (id, booking_id, at, actor_id, event)
    select c.event, w.id, p_now, w.passenger_id, w.status
    from written w join unnest(p_calls) as c on (c.booking).id = w.id
  ), queued as (
    insert into new_jobs (id, name, payload, run_at, created_at)
    select c.job, c.job_name, jsonb_build_object('bookingId', w.id), c.due, p_now
    from written w join unnest(p_calls) as c on (c.booking).id = w.id
  )
  select (select count(*) from written) = cardinality(p_calls)
    and (select count(*) from keyed) = (select count(key) from unnest(p_calls)) into v_done;
  if not v_done then
    raise serialization_failure using message = 'another booking, the same code or the same key';
  end if;
  if not ledger_hold_bookings(array(select id from unnest(booked)), p_holds, p_now) then
    raise serialization_failure using message = 'the money is gone';
  end if;
  -- Keeps by id, then seats in the order of trips, as another call may take several of them too.
  if cardinality(booked) > 1 then
    perform from seat_keeps where id = any (array(select keep from unnest(p_calls)))
    order by id for no key update;
    perform from trip_seats where trip_id = any (array(select trip_id from unnest(booked)))
    order by trip_id for no key update;
  end if;
  select bool_and(take_kept_seats(c.keep, b.passenger_id, b.trip_id, b.from_seq, b.to_seq, b.seats,
    c.revision, p_now)) into v_kept
  from unnest(p_calls) as c, lateral (select (c.booking).*) as b where c.keep is not null;
  select bool_and(case when asked = 1
      then take_seats(trip_id, from_seqs[1], to_seqs[1], seats[1], revision)
      else take_seats_of(trip_id, from_seqs, to_seqs, seats, revision) end) into v_done
  from (
    select b.trip_id, c.revision, count(*) as asked, array_agg(b.from_seq) as from_seqs,
      array_agg(b.to_seq) as to_seqs, array_agg(b.seats::integer) as seats
    from unnest(p_calls) as c cross join lateral (select (c.booking).*) as b
    where c.keep is null group by b.trip_id, c.revision) as each_trip;
  if v_kept is false or v_done is false
    or exists (select from unnest(booked) as b where not take_extra_stops(b)) then
    raise serialization_failure using message = 'the seats are gone';
  end if;
end $$;
