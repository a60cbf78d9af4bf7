-- Reason why a person may not book the trip: the driver takes only women, or only verified people.
-- The other people of a group are unknown, so on such trips each person must book one seat.
create or replace function kept_out(p users, p_trip uuid, p_seats integer) returns text
language sql stable as $$
  select answer from audience_of_trip(p, p_trip, p_seats)
$$;
