-- Whether the passenger left a booking because Cupo took its meeting point off the list (decision
-- 79), and not because its driver chose another point or moved the hours by p_moved_ms in all.
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
