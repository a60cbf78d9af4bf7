-- A passenger who did not come, the objection to it, and what stays visible of a driver.

alter table bookings
  -- When the driver said that nobody came; until `closed_at` the money stays held.
  add column no_show_at timestamptz,
  -- When the passenger objected: from then on a person decides.
  add column disputed_at timestamptz;
create index bookings_no_show on bookings (no_show_at)
  where status = 'no_show' and closed_at is null and disputed_at is null;

create table disputes (
  booking_id uuid primary key references bookings (id),
  opened_by uuid not null references users (id),
  opened_at timestamptz not null,
  statement text not null,
  outcome text check (outcome in ('passenger', 'driver')),
  note text,
  resolved_by uuid references users (id),
  resolved_at timestamptz,
  check ((outcome is null) = (resolved_at is null))
);
create index disputes_open on disputes (opened_at) where resolved_at is null;
create index disputes_resolved on disputes (resolved_at desc) where resolved_at is not null;

-- What drivers did to their passengers: only ever added to.
create table driver_marks (
  id uuid primary key,
  driver_id uuid not null references users (id),
  kind text not null check (kind in ('late', 'cancelled', 'unfounded_no_show')),
  -- The booking or the trip.
  cause_id uuid not null,
  created_at timestamptz not null
);
create index driver_marks_driver on driver_marks (driver_id, created_at);
create trigger driver_marks_immutable before update or delete on driver_marks
  for each row execute function refuse_change();
create trigger driver_marks_no_truncate before truncate on driver_marks
  for each statement execute function refuse_change();
