-- Nobody sits in two cars at once: what of this person crosses a time on the road, the first of it,
-- be it a seat they booked or a trip they drive. `p_trip`, the trip that is asked about, is not in
-- its own way; null while it does not exist yet. No row: the person is free then.
--
-- Locks the person's row first and looks afterwards, with a snapshot of its own: of two calls for
-- one person the second sees what the first one wrote, so that parallel bookings cannot both pass.
-- The caller writes its row in the same transaction.
create or replace function overlapping_booking(
  p_passenger uuid, p_trip uuid, p_from timestamptz, p_to timestamptz
) returns table (kind text, id uuid, trip_id uuid, from_seq integer, to_seq integer, at timestamptz)
language plpgsql as $$
begin
  perform from users where users.id = p_passenger for no key update;
  return query
    select * from crossing_of(p_passenger, p_trip, p_from, p_to) as crossing
    order by crossing.at, crossing.id limit 1;
end $$;
