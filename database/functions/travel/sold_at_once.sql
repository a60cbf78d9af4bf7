-- Whether a part of a trip is booked without the driver's answer: of an instant trip both ends are
-- stops, or places with a vetted SafePoint for which an extra stop is free or in use, until 60
-- minutes before departure. The only place of this rule: search, plan and booking ask it.
create or replace function sold_at_once(
  p_trip uuid, p_from integer, p_to integer, p_now timestamptz
) returns boolean language sql stable as $$
  select t.instant and (cardinality(e.extra) = 0 or t.road_stops = 'at_once'
    and t.departs_at >= p_now + interval '60 minutes'
    and not exists (
      select from unnest(e.extra) as seq where road_point(c.place_ids[seq + 1]) is null)
    and cardinality(array(select unnest(s.extra_stops) union select unnest(e.extra)))
      <= t.extra_max)
  from trips t
  join trip_seats s on s.trip_id = t.id
  join corridors c on c.id = t.corridor_id
  cross join lateral (
    select array(select seq from unnest(array[p_from, p_to]) as seq
      where seq <> all (t.declared_seqs)) as extra) as e
  where t.id = p_trip
$$;
