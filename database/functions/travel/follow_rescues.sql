-- A trip was edited, or stopped selling: the job looks at the seats that are kept on it after the
-- failure of another driver, and offers the next car. Nobody is told of a price they did not see.
create or replace function follow_rescues() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into new_jobs (id, name, payload, run_at, created_at)
  select gen_random_uuid(), 'connections.rescue', jsonb_build_object('bookingId', rescue_of),
    created_at, created_at
  from seat_keeps where trip_id = new.trip_id and status = 'open' and rescue_of is not null;
  return null;
end $$;
