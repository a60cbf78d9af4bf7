-- Trigger that keeps a trip in `trips_on_sale` while it is published.
create or replace function follow_trip() returns trigger language plpgsql as $$
begin
  perform from trip_seats where trip_id = new.id for no key update;
  if found then
    perform refresh_trip_on_sale(new.id);
  end if;
  return null;
end
$$;
