-- Trips that repeat every week: what to publish, on which days, and what became of each day.

create table trip_series (
  id uuid primary key,
  driver_id uuid not null references users (id),
  status text not null check (status in ('active', 'stopped')),
  -- The request that publishes one day, without its moment.
  template jsonb not null,
  -- Minutes after midnight in Bogotá at which it departs.
  departs_minute smallint not null check (departs_minute between 0 and 1439),
  -- Monday 1 to Sunday 7.
  weekdays smallint[] not null check (cardinality(weekdays) between 1 and 7),
  starts_on date not null,
  -- The last day, when there is one.
  until date,
  -- Every day up to this one has been published or refused.
  done_until date,
  created_at timestamptz not null,
  stopped_at timestamptz,
  check (until >= starts_on)
);
create index trip_series_driver on trip_series (driver_id, created_at desc);
create index trip_series_active on trip_series (done_until nulls first) where status = 'active';

create table trip_series_days (
  series_id uuid not null references trip_series (id),
  date date not null,
  trip_id uuid references trips (id),
  -- Code of the refusal, and its sentence for the driver.
  refused_code text,
  refused_reason text,
  decided_at timestamptz not null,
  primary key (series_id, date),
  check ((trip_id is null) = (refused_code is not null))
);
