-- What each person was told, and a job for each booking event, so that nobody is left untold.

create table notifications (
  id uuid primary key,
  user_id uuid not null references users (id),
  -- The template that made the text.
  kind text not null check (length(kind) between 1 and 40),
  -- As it was said then: a template that changes later does not change what was said.
  title text not null check (length(title) between 1 and 200),
  body text not null check (length(body) <= 1000),
  -- Where it leads, on this site.
  path text not null check (path ~ '^/(?!/)'),
  -- What happened; with the kind, a repeat of the job tells nobody twice.
  cause text not null check (length(cause) between 1 and 100),
  created_at timestamptz not null,
  read_at timestamptz,
  unique (user_id, kind, cause)
);
create index notifications_newest on notifications (user_id, created_at desc, id desc);
create index notifications_unread on notifications (user_id) where read_at is null;

-- Every change of a booking is written to booking_events, by functions and by the app. This is the
-- one place that sees them all.
create function tell_booking_event() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into new_jobs (id, name, payload, run_at, created_at)
  values (new.id, 'bookings.tell', jsonb_build_object('eventId', new.id), new.at, new.at);
  return null;
end $$;
create trigger booking_events_told after insert on booking_events
  for each row execute function tell_booking_event();
