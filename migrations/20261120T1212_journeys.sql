-- The day of travel: when the car left, where it has been, when it was over. Moves no money.

create table journeys (
  trip_id uuid primary key references trips (id),
  started_at timestamptz not null,
  finished_at timestamptz,
  check (finished_at >= started_at)
);

create table journey_arrivals (
  trip_id uuid not null references journeys (trip_id),
  -- Position on the corridor.
  seq smallint not null check (seq >= 0),
  at timestamptz not null,
  primary key (trip_id, seq)
);
