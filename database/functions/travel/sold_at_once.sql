-- Whether a part of a trip is booked without the driver's answer: of an instant trip both ends are
-- stops, or places with a vetted SafePoint for which an extra stop is free or in use, until 60
-- minutes before departure. Each extra stop takes 5 minutes: one that would leave a passenger who
-- changes cars less than 30 minutes for it is by request. The only place of this rule: search,
-- plan and booking ask it.
-- PL/pgSQL keeps its plans: as a SQL function it was planned anew for every booking.
create or replace function sold_at_once(
  p_trip uuid, p_from integer, p_to integer, p_now timestamptz
) returns boolean language plpgsql stable as $$
declare
  t record;
  v_extra integer[];
  v_used integer[];
  v_all integer[];
begin
  select instant, declared_seqs, road_stops, departs_at, extra_max, corridor_id into t
  from trips where id = p_trip;
  v_extra := array(
    select seq from unnest(array[p_from, p_to]) as seq where seq <> all (t.declared_seqs));
  if cardinality(v_extra) = 0 or not t.instant then return t.instant; end if;
  v_used := array(select unnest(s.extra_stops) from trip_seats s where s.trip_id = p_trip);
  v_all := array(select unnest(v_used) union select unnest(v_extra));
  return t.road_stops = 'at_once' and t.departs_at >= p_now + interval '60 minutes'
    and not exists (
      select from corridors c cross join unnest(v_extra) as seq
      where c.id = t.corridor_id and road_point(c.place_ids[seq + 1]) is null)
    and cardinality(v_all) <= t.extra_max
    and not exists (
      select from bookings b
      join bookings o on o.connection_id = b.connection_id and o.connection_part = 2
      where b.trip_id = p_trip and b.connection_part = 1
        and b.status = 'confirmed' and o.status = 'confirmed'
        and exists (select from unnest(v_extra) as seq where seq < b.to_seq and seq <> all (v_used))
        and o.picks_up_at < b.drops_off_at + interval '30 minutes' + interval '5 minutes' * (
          select count(*) from unnest(v_all) as seq where seq < b.to_seq));
end $$;
