create table publish_nudges (
  driver_id uuid not null references users (id),
  -- The Thursday in Bogotá.
  week date not null,
  -- Completed trip whose way the driver was asked to publish again.
  trip_id uuid not null references trips (id),
  -- `control`: one of the random fifth who is asked nothing. `papers`: told of a document instead.
  kind text not null check (kind in ('told', 'control', 'papers')),
  at timestamptz not null,
  primary key (driver_id, week)
);
create index publish_nudges_at on publish_nudges (at);
