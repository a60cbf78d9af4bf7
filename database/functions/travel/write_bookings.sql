-- Write phase of `book_seats`: the keys, the bookings with their first event and job, the money,
-- the seats and extra stops of all p_calls, or an exception with 40001 when one of them is gone.
-- p_holds are the holds of the calls, in their order.
create or replace function write_bookings(
  p_calls booking_call[], p_holds booking_hold[], p_now timestamptz
) returns void language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  booked bookings[] := array(select c.booking from unnest(p_calls) as c);
  v_row bookings := booked[1];
  v_keep uuid := p_calls[1].keep;
  v_done boolean;
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
      drops_off_at, created_at, expires_at, confirmed_at, moved_ms)
    select
      id, trip_id, passenger_id, driver_id, from_seq, to_seq, from_point_id, to_point_id, seats,
      fare_pesos, commission_bp, payment_mode, status, hold_id, code, generation, picks_up_at,
      drops_off_at, created_at, expires_at, confirmed_at, moved_ms
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
  -- Kept seats are booked by a call of one person.
  if v_keep is not null then
    v_done := take_kept_seats(v_keep, v_row.passenger_id, v_row.trip_id, v_row.from_seq,
                              v_row.to_seq, v_row.seats, p_calls[1].revision, p_now);
  else
    -- In the order of trips, as another call may take seats of several too.
    if cardinality(booked) > 1 then
      perform from trip_seats where trip_id = any (array(select trip_id from unnest(booked)))
      order by trip_id for no key update;
    end if;
    select bool_and(case when asked = 1
        then take_seats(trip_id, from_seqs[1], to_seqs[1], seats[1], revision)
        else take_seats_of(trip_id, from_seqs, to_seqs, seats, revision) end) into v_done
    from (
      select b.trip_id, c.revision, count(*) as asked, array_agg(b.from_seq) as from_seqs,
        array_agg(b.to_seq) as to_seqs, array_agg(b.seats::integer) as seats
      from unnest(p_calls) as c cross join lateral (select (c.booking).*) as b
      group by b.trip_id, c.revision) as each_trip;
  end if;
  v_done := v_done and not exists (select from unnest(booked) as b where not take_extra_stops(b));
  if not v_done then raise serialization_failure using message = 'the seats are gone'; end if;
end $$;
