-- Returns the seats of several bookings of one trip, as return_seats does for one booking.
create or replace function return_seats_of(
  p_trip uuid, p_from integer[], p_to integer[], p_seats integer[]
) returns boolean language plpgsql as $$
begin
  update trip_seats set seats_left = seats_after(seats_left, p_from, p_to,
    array(select -seats from unnest(p_seats) with ordinality as b (seats, no) order by no))
  where trip_id = p_trip and cardinality(seats_left) >= all (p_to);
  return found;
end $$;
