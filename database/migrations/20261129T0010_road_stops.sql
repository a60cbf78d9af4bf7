-- Stops on the road that are sold at once. The release before writes and reads en_route_pickups.
alter table trips
  add column road_stops text not null default 'ask'
    check (road_stops in ('no', 'ask', 'at_once')),
  add column extra_max smallint not null default 2 check (extra_max between 0 and 3),
  alter column en_route_pickups set default true;
update trips set road_stops = 'no' where not en_route_pickups;
-- Written in full with the functions of the release.
create function keep_road_stops() returns trigger language plpgsql as 'begin return new; end';
create trigger trips_road_stops before insert or update of road_stops, en_route_pickups on trips
  for each row execute function keep_road_stops();
drop trigger trips_on_sale on trips;
create trigger trips_on_sale after update on trips
  for each row when (
    (old.status, old.corridor_id, old.departs_at, old.declared_seqs, old.road_stops)
    is distinct from
    (new.status, new.corridor_id, new.departs_at, new.declared_seqs, new.road_stops))
  execute function follow_trip();
alter table trip_seats add column extra_stops smallint[] not null default '{}';
alter table trips_on_sale add column road_stops text not null default 'ask';
update trips_on_sale set road_stops = 'no' where not en_route_pickups;
drop index trips_on_sale_search;
create index trips_on_sale_search on trips_on_sale (corridor_id, departs_at)
  include (trip_id, capacity, seats_left, road_stops, declared_seqs);
