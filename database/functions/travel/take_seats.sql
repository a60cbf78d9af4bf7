-- Takes seats on every leg of a part of a trip, or on none. Returns false when a leg has too few
-- seats, sales are closed, or the trip is not at p_revision (null: any revision). Its row stays
-- locked until the end of the transaction, so this is the last step of a transaction.
create or replace function take_seats(
  p_trip uuid, p_from integer, p_to integer, p_seats integer, p_revision integer
) returns boolean language plpgsql as $$
begin
  -- The slice counts from 1 and includes both ends. A slice that ends after the last leg would be
  -- cut short, and `all` of an empty slice is always true, so the length is checked.
  update trip_seats
  set seats_left[p_from + 1:p_to] = (
    select array_agg(leg.free - p_seats::smallint order by leg.no)
    from unnest(seats_left[p_from + 1:p_to]) with ordinality as leg (free, no))
  where trip_id = p_trip and open and revision = coalesce(p_revision, revision)
    and cardinality(seats_left) >= p_to
    and p_seats <= all (seats_left[p_from + 1:p_to]);
  return found;
end $$;
