-- Returns the seats of several bookings of one trip, whether sales are open or not, and the extra
-- stops that no booking uses any more. Returns false when there is no such trip.
create or replace function return_seats_of(
  p_trip uuid, p_from integer[], p_to integer[], p_seats integer[]
) returns boolean language plpgsql as $$
begin
  update trip_seats set seats_left = seats_after(seats_left, p_from, p_to,
    array(select -seats from unnest(p_seats) with ordinality as b (seats, no) order by no))
  where trip_id = p_trip and cardinality(seats_left) >= all (p_to);
  if not found then return false; end if;
  perform free_extra_stops(p_trip);
  return true;
end $$;
