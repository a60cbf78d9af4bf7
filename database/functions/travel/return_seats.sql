-- Returns seats to the legs they were taken from, whether sales are open or not. Returns false when
-- there is no such trip.
create or replace function return_seats(p_trip uuid, p_from integer, p_to integer, p_seats integer)
returns boolean language plpgsql as $$
begin
  update trip_seats
  set seats_left[p_from + 1:p_to] = (
    select array_agg(leg.free + p_seats::smallint order by leg.no)
    from unnest(seats_left[p_from + 1:p_to]) with ordinality as leg (free, no))
  where trip_id = p_trip and cardinality(seats_left) >= p_to;
  return found;
end $$;
