-- Who books a trip at once stands beside its seats, so that a search with a change reads no trip.
-- Written in full with the functions of the release.
create function sold_at_once_to(t trips) returns text language sql immutable as $$
  select case when not t.instant or not ('billetera' = any (t.payment_modes)) then 'none'
    when coalesce(t.preferences -> 'womenOnly' = 'true', false)
      or coalesce(t.preferences -> 'verifiedOnly' = 'true', false) then 'some' else 'all' end
$$;
alter table trips_on_sale
  add column at_once text not null default 'none' check (at_once in ('all', 'some', 'none')),
  add column extra_max smallint not null default 0;
update trips_on_sale o set at_once = sold_at_once_to(t), extra_max = t.extra_max
from trips t where t.id = o.trip_id;
drop index trips_on_sale_search;
create index trips_on_sale_search on trips_on_sale (corridor_id, departs_at)
  include (trip_id, capacity, seats_left, road_stops, declared_seqs, at_once, extra_max);
drop trigger trips_on_sale on trips;
create trigger trips_on_sale after update on trips
  for each row when (
    (old.status, old.corridor_id, old.departs_at, old.declared_seqs, old.road_stops,
      old.extra_max, sold_at_once_to(old))
    is distinct from
    (new.status, new.corridor_id, new.departs_at, new.declared_seqs, new.road_stops,
      new.extra_max, sold_at_once_to(new)))
  execute function follow_trip();
