-- Rewrites the row of a trip in `trips_on_sale`, or deletes it when the trip is not on sale. The
-- caller has locked the trip's trip_seats row, which is always locked before this row.
create or replace function refresh_trip_on_sale(id uuid) returns void language sql as $$
  delete from trips_on_sale o where o.trip_id = id and not exists (
    select from trips t join trip_seats s on s.trip_id = t.id
    where t.id = refresh_trip_on_sale.id and t.status = 'published' and s.open);
  insert into trips_on_sale (trip_id, corridor_id, departs_at, declared_seqs, road_stops,
    en_route_pickups, capacity, seats_left, at_once, extra_max)
  select t.id, t.corridor_id, t.departs_at, t.declared_seqs, t.road_stops, t.en_route_pickups,
    s.capacity, sold_seats(s.capacity, s.seats_left), sold_at_once_to(t), t.extra_max
  from trips t join trip_seats s on s.trip_id = t.id
  where t.id = refresh_trip_on_sale.id and t.status = 'published' and s.open
  on conflict (trip_id) do update set
    corridor_id = excluded.corridor_id, departs_at = excluded.departs_at,
    declared_seqs = excluded.declared_seqs,
    road_stops = excluded.road_stops, en_route_pickups = excluded.en_route_pickups,
    capacity = excluded.capacity, seats_left = excluded.seats_left,
    at_once = excluded.at_once, extra_max = excluded.extra_max;
$$;
