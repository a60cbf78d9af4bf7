-- Free seats on each leg; null while no seat is sold, as on most trips.
create or replace function sold_seats(capacity smallint, seats_left smallint[]) returns smallint[]
language sql immutable parallel safe
return case when capacity <= all (seats_left) then null else seats_left end;
