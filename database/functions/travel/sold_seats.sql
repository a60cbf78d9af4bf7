-- Seats left on each leg; null while none is sold, as for most trips.
create or replace function sold_seats(capacity smallint, seats_left smallint[]) returns smallint[]
language sql immutable parallel safe
return case when capacity <= all (seats_left) then null else seats_left end;
