-- Cancelling and boarding in one call each. The app reads the booking with all that its rules ask
-- about, decides, and names what it decided on; the call does it only if that is still so.

-- What decisions on a booking, which may still be to come, need to know of other rows. A booking
-- was returned by choice when that was before the pick-up, while the driver had moved it by less
-- than p_moved_ms.
create function booking_facts(
  p_booking uuid, p_trip uuid, p_passenger uuid, p_from_seq integer, p_moved_ms bigint
) returns table (
  driver_passed boolean, driver_arrived_at timestamptz, scan_heard_at timestamptz,
  dispute_decided boolean, earlier_returns integer
) language sql stable as $$
  select exists (
      select from bookings o
      where o.id is distinct from p_booking and o.trip_id = p_trip and o.from_seq >= p_from_seq
        and o.status in ('checked_in', 'completed')
        and o.checked_in_by not in ('auto', 'dispute')
    ), (
      select min(a.at) from journey_arrivals a where a.trip_id = p_trip and a.seq >= p_from_seq
    ), (
      select max(s.received_at) from boarding_scans s
      where s.booking_id = p_booking and s.outcome = 'accepted'
    ), exists (
      select from disputes d where d.booking_id = p_booking and d.resolved_at is not null
    ), (
      select count(*)::integer from bookings r
      where r.passenger_id = p_passenger and r.trip_id = p_trip and r.id <> p_booking
        and r.status = 'cancelled_by_passenger' and r.closed_at < r.picks_up_at
        and r.moved_ms < p_moved_ms
    )
$$;

-- Cancels a booking as the app decided: by passenger or driver, or with its trip. p_seen is what it
-- decided on, as text: the booking, its facts and the status of its trip. A mark tells everybody of
-- a driver who let the passenger down; null when there is none.
--
-- Locks as book_seat: the caller's count of calls, booking, wallets by id, seats.
-- Answers 'cancelled', 'changed' when p_seen is no longer so, and what refuse_caller answers.
create function cancel_booking(
  p_booking uuid, p_seen text, p_moved_ms bigint, p_to text, p_actor uuid, p_event uuid,
  p_details jsonb, p_refunded bigint, p_charged bigint, p_mark uuid, p_mark_kind text,
  p_session uuid, p_person uuid, p_limit_key text, p_limit_max integer, p_limit_seconds integer,
  p_now timestamptz
) returns text language plpgsql security definer
set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
declare
  b bookings;
  v_seen text;
  v_answer text;
begin
  v_answer := refuse_caller(p_session, p_person, p_limit_key, p_limit_max, p_limit_seconds, p_now);
  if v_answer is not null then return v_answer; end if;
  -- First the lock and then the look, with a snapshot of its own: it sees what was waited for.
  select * into b from bookings where id = p_booking for no key update;
  select concat_ws('|', b, f, t.status) into v_seen
  from trips t, booking_facts(b.id, b.trip_id, b.passenger_id, b.from_seq, p_moved_ms) as f
  where t.id = b.trip_id;
  if v_seen is distinct from p_seen then return 'changed'; end if;

  with ended as (
    update bookings set status = p_to, closed_at = p_now,
      refunded_pesos = p_refunded, charged_pesos = p_charged
    where id = p_booking returning *
  ), noted as (
    insert into booking_events (id, booking_id, at, actor_id, event, details)
    select p_event, id, p_now, p_actor, p_to, p_details from ended
  ), marked as (
    insert into driver_marks (id, driver_id, kind, cause_id, created_at)
    select p_mark, driver_id, p_mark_kind, id, p_now from ended where p_mark is not null
    on conflict do nothing
  )
  select * into b from ended;
  perform ledger_end_hold(b, p_now, p_now);
  if not return_seats(b.trip_id, b.from_seq, b.to_seq, b.seats) then
    raise exception 'booking %: its seats return to no trip', b.id;
  end if;
  return 'cancelled';
end $$;

drop function check_in(uuid, integer, text, uuid, uuid, jsonb, timestamptz, timestamptz);

-- Boarding in one call: the booking, its event and its money, all or nothing. Whether the ticket is
-- good was decided before, on the booking as it was read: the call boards only one that is still
-- confirmed and whose ticket is still p_generation. p_at is when the passenger boarded, p_now when
-- that is written. Locks as cancel_booking.
--
-- Answers 'boarded' and the booking as it is then, 'changed' or what refuse_caller answers.
create function check_in(
  p_booking uuid, p_generation integer, p_by text, p_actor uuid, p_event uuid,
  p_at timestamptz, p_session uuid, p_limit_key text, p_limit_max integer,
  p_limit_seconds integer, p_now timestamptz, out answer text, out booking bookings
) language plpgsql security definer
set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
begin
  answer := refuse_caller(p_session, p_actor, p_limit_key, p_limit_max, p_limit_seconds, p_now);
  if answer is not null then return; end if;
  with boarded as (
    update bookings set status = 'checked_in', checked_in_at = p_at, checked_in_by = p_by,
      refunded_pesos = case when payment_mode = 'billetera' then 0 else refunded_pesos end,
      charged_pesos = case when payment_mode = 'billetera' then fare_pesos else charged_pesos end
    where id = p_booking and status = 'confirmed' and generation = p_generation
    returning *
  ), noted as (
    insert into booking_events (id, booking_id, at, actor_id, event, details)
    select p_event, id, p_at, p_actor, 'checked_in', jsonb_build_object('by', p_by) from boarded
  )
  select * into booking from boarded;
  if booking.id is null then
    answer := 'changed';
    return;
  end if;
  perform ledger_end_hold(booking, p_at, p_now);
  answer := 'boarded';
end $$;
