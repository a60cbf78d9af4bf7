-- Facts from other rows that decisions on a booking need; the booking itself may not be written
-- yet. `earlier_returns` counts bookings of the trip that the passenger cancelled by choice
-- (`left_by_choice`). Seats that were given back count with the booking that they belonged to.
-- An arrival counts from when the server learned of it: the time on a driver's phone takes no right
-- from a passenger. A doubtful arrival counts from the planned time of its stop.
create or replace function booking_facts(
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
      select min(greatest(coalesce(a.received_at, a.at), a.counts_at)) from journey_arrivals a
      where a.trip_id = p_trip and a.seq >= p_from_seq
    ), (
      select max(s.received_at) from boarding_scans s
      where s.booking_id = p_booking and s.outcome = 'accepted'
    ), exists (
      select from disputes d where d.booking_id = p_booking and d.resolved_at is not null
    ), (
      select count(*)::integer from bookings r
      where r.passenger_id = p_passenger and r.trip_id = p_trip and r.id <> p_booking
        and r.part_of is null and left_by_choice(r, p_moved_ms)
    )
$$;
