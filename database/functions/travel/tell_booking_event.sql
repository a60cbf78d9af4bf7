-- Every change of a booking is written to booking_events, by functions and by the app. This is the
-- one place that sees them all.
create or replace function tell_booking_event() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into new_jobs (id, name, payload, run_at, created_at)
  values (new.id, 'bookings.tell', jsonb_build_object('eventId', new.id), new.at, new.at);
  return null;
end $$;
