-- What searching reads: one narrow row per trip that may be sold, so that the trips of a corridor
-- are chosen and counted from the index alone. The triggers keep it equal to trips and trip_seats.
create table trips_on_sale (
  trip_id uuid primary key references trips (id) on delete cascade,
  corridor_id uuid not null,
  departs_at timestamptz not null,
  declared_seqs smallint[] not null,
  en_route_pickups boolean not null,
  capacity smallint not null,
  -- Free seats on every leg; null while none is sold, as on most trips.
  seats_left smallint[]
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);

create index trips_on_sale_search on trips_on_sale (corridor_id, departs_at)
  include (trip_id, capacity, seats_left, en_route_pickups, declared_seqs);

create function sold_seats(capacity smallint, seats_left smallint[]) returns smallint[]
language sql immutable parallel safe
return case when capacity <= all (seats_left) then null else seats_left end;

-- Writes the row of a trip anew, or removes it when the trip is not to be sold. The caller holds
-- the lock of its trip_seats row: always that one first, then this one.
create function refresh_trip_on_sale(id uuid) returns void language sql as $$
  delete from trips_on_sale o where o.trip_id = id and not exists (
    select from trips t join trip_seats s on s.trip_id = t.id
    where t.id = refresh_trip_on_sale.id and t.status = 'published' and s.open);
  insert into trips_on_sale
  select t.id, t.corridor_id, t.departs_at, t.declared_seqs, t.en_route_pickups, s.capacity,
    sold_seats(s.capacity, s.seats_left)
  from trips t join trip_seats s on s.trip_id = t.id
  where t.id = refresh_trip_on_sale.id and t.status = 'published' and s.open
  on conflict (trip_id) do update set
    corridor_id = excluded.corridor_id, departs_at = excluded.departs_at,
    declared_seqs = excluded.declared_seqs, en_route_pickups = excluded.en_route_pickups,
    capacity = excluded.capacity, seats_left = excluded.seats_left;
$$;

create function follow_seats() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or new.open <> old.open or new.capacity <> old.capacity then
    perform refresh_trip_on_sale(new.trip_id);
  elsif new.open then
    update trips_on_sale set seats_left = sold_seats(new.capacity, new.seats_left)
    where trip_id = new.trip_id;
  end if;
  return null;
end
$$;
create trigger trip_seats_on_sale after insert or update on trip_seats
  for each row execute function follow_seats();

create function follow_trip() returns trigger language plpgsql as $$
begin
  perform from trip_seats where trip_id = new.id for no key update;
  if found then
    perform refresh_trip_on_sale(new.id);
  end if;
  return null;
end
$$;
create trigger trips_on_sale after update on trips
  for each row when (
    (old.status, old.corridor_id, old.departs_at, old.declared_seqs, old.en_route_pickups)
    is distinct from
    (new.status, new.corridor_id, new.departs_at, new.declared_seqs, new.en_route_pickups))
  execute function follow_trip();

insert into trips_on_sale
select t.id, t.corridor_id, t.departs_at, t.declared_seqs, t.en_route_pickups, s.capacity,
  sold_seats(s.capacity, s.seats_left)
from trips t join trip_seats s on s.trip_id = t.id
where t.status = 'published' and s.open;
