-- Takes the seats of several bookings of one trip, all or nothing, as take_seats does for one
-- booking.
create or replace function take_seats_of(
  p_trip uuid, p_from integer[], p_to integer[], p_seats integer[], p_revision integer
) returns boolean language plpgsql as $$
begin
  update trip_seats set seats_left = seats_after(seats_left, p_from, p_to, p_seats)
  where trip_id = p_trip and open and revision = p_revision
    and cardinality(seats_left) >= all (p_to)
    and 0 <= all (seats_after(seats_left, p_from, p_to, p_seats));
  return found;
end $$;
