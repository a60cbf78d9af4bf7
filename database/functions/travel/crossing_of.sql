-- Bookings and trips of a person that overlap a period. Only for callers that have locked the
-- person's row before, as overlapping_booking does.
create or replace function crossing_of(
  p_passenger uuid, p_trip uuid, p_from timestamptz, p_to timestamptz
) returns table (kind text, id uuid, trip_id uuid, from_seq integer, to_seq integer, at timestamptz)
language sql stable as $$
  -- No trip takes longer than four days, so the condition skips the person's older bookings.
  select 'booking', b.id, b.trip_id, b.from_seq::integer, b.to_seq::integer, b.picks_up_at
  from bookings b join trips t on t.id = b.trip_id
  where b.passenger_id = p_passenger and b.trip_id is distinct from p_trip
    and b.status in ('requested', 'confirmed', 'checked_in') and t.status <> 'cancelled'
    and b.picks_up_at < p_to and b.picks_up_at > p_from - interval '4 days'
    and b.drops_off_at > p_from
  union all
  select 'trip', t.id, t.id, 0, null, t.departs_at
  from trips t
  where t.driver_id = p_passenger and t.id is distinct from p_trip
    and t.status in ('published', 'in_progress')
    and t.departs_at < p_to and t.departs_at > p_from - interval '4 days'
    and t.arrives_at > p_from
$$;
