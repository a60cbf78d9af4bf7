-- Trigger: road_stops follows the column of the release before, which writes that one alone.
create or replace function keep_road_stops() returns trigger language plpgsql as $$
begin
  if new.en_route_pickups <> coalesce(old.en_route_pickups, true) then
    new.road_stops := case when new.en_route_pickups then 'ask' else 'no' end;
  end if;
  new.en_route_pickups := new.road_stops <> 'no';
  return new;
end $$;
