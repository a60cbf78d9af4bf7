-- Whether a part of a trip is booked without the driver's answer: of an instant trip both ends are
-- stops, or places with a vetted SafePoint for which an extra stop is free or in use, until 60
-- minutes before departure. The only place of this rule: search, plan and booking ask it.
-- PL/pgSQL keeps its plans: as a SQL function it was planned anew for every booking.
create or replace function sold_at_once(
  p_trip uuid, p_from integer, p_to integer, p_now timestamptz
) returns boolean language plpgsql stable as $$
declare
  t record;
  v_extra integer[];
begin
  select instant, declared_seqs, road_stops, departs_at, extra_max, corridor_id into t
  from trips where id = p_trip;
  v_extra := array(
    select seq from unnest(array[p_from, p_to]) as seq where seq <> all (t.declared_seqs));
  if cardinality(v_extra) = 0 or not t.instant then return t.instant; end if;
  return t.road_stops = 'at_once' and t.departs_at >= p_now + interval '60 minutes'
    and not exists (
      select from corridors c cross join unnest(v_extra) as seq
      where c.id = t.corridor_id and road_point(c.place_ids[seq + 1]) is null)
    and cardinality(array(
      select unnest(s.extra_stops)::integer from trip_seats s where s.trip_id = p_trip
      union select unnest(v_extra))) <= t.extra_max;
end $$;
