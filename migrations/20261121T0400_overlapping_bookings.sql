-- Nobody sits in two cars at once: what of this person crosses a time on the road, the first of it,
-- be it a seat they booked or a trip they drive. `p_trip`, the trip that is asked about, is not in
-- its own way; null while it does not exist yet. No row: the person is free then.
--
-- Locks the person's row first and looks afterwards, with a snapshot of its own: of two calls for
-- one person the second sees what the first one wrote, so that parallel bookings cannot both pass.
-- The caller writes its row in the same transaction.
create function overlapping_booking(
  p_passenger uuid, p_trip uuid, p_from timestamptz, p_to timestamptz
) returns table (kind text, id uuid, trip_id uuid, from_seq integer, to_seq integer, at timestamptz)
language plpgsql as $$
declare
  -- No journey takes longer: it keeps a person's history out of the search.
  longest constant interval := interval '4 days';
begin
  perform from users where users.id = p_passenger for no key update;
  return query
    select * from (
      select 'booking', b.id, b.trip_id, b.from_seq::integer, b.to_seq::integer, b.picks_up_at
      from bookings b join trips t on t.id = b.trip_id
      where b.passenger_id = p_passenger and b.trip_id is distinct from p_trip
        and b.status in ('requested', 'confirmed', 'checked_in') and t.status <> 'cancelled'
        and b.picks_up_at < p_to and b.picks_up_at > p_from - longest and b.drops_off_at > p_from
      union all
      select 'trip', t.id, t.id, 0, null, t.departs_at
      from trips t
      where t.driver_id = p_passenger and t.id is distinct from p_trip
        and t.status in ('published', 'in_progress')
        and t.departs_at < p_to and t.departs_at > p_from - longest and t.arrives_at > p_from
    ) as crossing (kind, id, trip_id, from_seq, to_seq, at)
    order by 6, 2 limit 1;
end $$;
