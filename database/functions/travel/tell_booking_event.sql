-- Functions and the app write every change of a booking to booking_events, so this trigger is the
-- only place that sees every change.
create or replace function tell_booking_event() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into new_jobs (id, name, payload, run_at, created_at)
  values (new.id, 'bookings.tell', jsonb_build_object('eventId', new.id), new.at, new.at);
  return null;
end $$;
