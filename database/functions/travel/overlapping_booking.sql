-- Nobody can sit in two cars at the same time: returns the first booking or driven trip of this
-- person that overlaps the period, or no row when the person is free. `p_trip` is the trip in
-- question, which does not count; null while it does not exist yet.
--
-- Locks the person's row first and then reads with a new snapshot. Of two parallel calls for one
-- person the second one sees the rows of the first one, so they cannot both pass. The caller writes
-- its row in the same transaction.
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
