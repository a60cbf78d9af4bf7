-- Trigger that copies the seats of a trip to `trips_on_sale`.
create or replace function follow_seats() returns trigger language plpgsql as $$
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
