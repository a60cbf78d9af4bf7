-- Somebody asked for help on a trip, or says that something made them feel unsafe.
create table incidents (
  -- Named by the person's device: a repeat is the same incident.
  id uuid primary key,
  user_id uuid not null references users (id),
  trip_id uuid not null references trips (id),
  -- Null: the driver of the trip.
  booking_id uuid references bookings (id),
  kind text not null check (kind in ('emergency', 'felt_unsafe')),
  -- What they wrote and where they were; encrypted, bound to the id.
  sealed bytea not null,
  -- By the device, which may have had no network for hours.
  pressed_at timestamptz not null,
  created_at timestamptz not null,
  -- Until when a person of the team has looked at it.
  due_at timestamptz not null,
  -- When the alarm for its being late was raised.
  overdue_at timestamptz,
  taken_by uuid references users (id),
  taken_at timestamptz,
  outcome text check (outcome in ('helped', 'authorities', 'sanctioned', 'no_danger')),
  answer text check (length(answer) between 1 and 1000),
  closed_by uuid references users (id),
  closed_at timestamptz,
  check ((taken_by is null) = (taken_at is null)),
  check ((closed_at is null) = (outcome is null)),
  check ((closed_at is null) = (answer is null))
);
create index incidents_open on incidents (created_at, id) where closed_at is null;
create index incidents_closed on incidents (closed_at desc, id) where closed_at is not null;
create index incidents_due on incidents (due_at) where closed_at is null and overdue_at is null;
create index incidents_of_person on incidents (user_id, created_at desc);
create index incidents_trip on incidents (trip_id);

-- What the team noted. Only ever added to.
create table incident_notes (
  id uuid primary key,
  incident_id uuid not null references incidents (id),
  author_id uuid not null references users (id),
  body text not null check (length(body) between 1 and 1000),
  at timestamptz not null
);
create index incident_notes_of on incident_notes (incident_id, at);
create trigger incident_notes_immutable before update or delete on incident_notes
  for each row execute function refuse_change();
create trigger incident_notes_no_truncate before truncate on incident_notes
  for each statement execute function refuse_change();
