-- Why the trip is not for this person: its driver takes only women, or only verified people. Of a
-- group nothing is known of the others, so that each of them books their own seat.
create or replace function kept_out(p users, p_trip uuid, p_seats integer) returns text
language sql stable as $$
  select answer from audience_of_trip(p, p_trip, p_seats)
$$;
