-- Whether a person and the driver, or a person with a seat on the trip, have blocked each other.
-- Returns a set, so that PostgreSQL inlines the function into the calling query.
create or replace function parties_apart(p_person uuid, p_driver uuid, p_trip uuid)
returns table (apart boolean) language sql stable as $$
  select exists (
    select from blocked_pairs x where x.user_id = p_person and (x.other_id = p_driver or exists (
      select from bookings o where o.trip_id = p_trip and o.passenger_id = x.other_id
        and o.status in ('requested', 'confirmed', 'checked_in'))))
$$;
