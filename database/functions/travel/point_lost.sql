-- Whether the passenger left a booking because Cupo's list lost its meeting point (decision 79),
-- not for what its driver changed: another point or hours moved by p_moved_ms in all.
create or replace function point_lost(p_booking uuid, p_moved_ms bigint) returns boolean
language sql stable as $$
  select exists (
    select from bookings b
    join booking_events e on e.booking_id = b.id and e.event = 'cancelled_by_passenger'
    where b.id = p_booking and e.details ->> 'rule' = 'trip_changed' and b.moved_ms < p_moved_ms
      and not exists (
        select from booking_events m where m.booking_id = b.id
          and m.event = 'meeting_changed' and m.details ->> 'by' = 'trip'))
$$;
