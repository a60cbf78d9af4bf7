-- Figures per day in Bogotá, written by the recurring job `statistics.count`.
create table daily_statistics (
  metric text not null check (length(metric) between 1 and 40),
  day date not null,
  -- What the figure is split by, such as `from>to` for corridors; empty for the whole.
  key text not null check (length(key) <= 40),
  value bigint not null,
  primary key (metric, day, key)
);

-- How far the job came: everything before `next_day` is counted.
create table statistics_progress (
  part text primary key check (part in ('events', 'people')),
  first_day date not null,
  next_day date not null check (next_day >= first_day)
);

-- Searches of a day that found nothing, per pair of places; nothing about who searched.
create table search_misses (
  day date not null,
  from_place text not null references places (id),
  to_place text not null references places (id),
  searches integer not null check (searches > 0),
  primary key (day, from_place, to_place)
);

-- Rows of a day are found by these. BRIN costs a write next to nothing.
-- under traffic: made by hand with `concurrently` before the release where the table is large
create index if not exists users_created on users using brin (created_at);
-- under traffic: made by hand with `concurrently` before the release where the table is large
create index if not exists trips_created on trips using brin (created_at);
-- under traffic: made by hand with `concurrently` before the release where the table is large
create index if not exists trips_departs on trips (departs_at);
-- under traffic: made by hand with `concurrently` before the release where the table is large
create index if not exists trips_done on trips (completed_at) where completed_at is not null;
-- under traffic: made by hand with `concurrently` before the release where the table is large
create index if not exists payments_created on payments using brin (created_at);
-- under traffic: made by hand with `concurrently` before the release where the table is large
create index if not exists documents_reviewed on documents (reviewed_at)
  where reviewed_at is not null;
-- under traffic: made by hand with `concurrently` before the release where the table is large
create index if not exists support_tickets_first on support_tickets (first_answered_at)
  where first_answered_at is not null;
-- under traffic: made by hand with `concurrently` before the release where the table is large
create index if not exists incidents_taken on incidents (taken_at) where taken_at is not null;
-- under traffic: made by hand with `concurrently` before the release where the table is large
create index if not exists trip_alerts_created on trip_alerts using brin (created_at);
-- under traffic: made by hand with `concurrently` before the release where the table is large
create index if not exists ride_requests_created on ride_requests using brin (created_at);
