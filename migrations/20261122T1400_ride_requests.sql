-- "Busco cupo": what passengers look for, and the drivers who invite them.

create table ride_requests (
  id uuid primary key,
  user_id uuid not null references users (id),
  from_place text not null references places (id),
  to_place text not null references places (id),
  -- First and last instant of boarding.
  earliest timestamptz not null,
  latest timestamptz not null,
  seats smallint not null check (seats between 1 and 4),
  -- The most that one seat may cost. Never above the price ceiling of the way when it was asked.
  max_price bigint not null check (max_price > 0),
  -- The alert that tells of new trips; made_alert when it was made for this request.
  alert_id uuid not null references trip_alerts (id),
  made_alert boolean not null,
  created_at timestamptz not null,
  withdrawn_at timestamptz,
  -- When the person was told that the time is over without a seat.
  ended_told_at timestamptz,
  check (from_place <> to_place),
  check (earliest < latest)
);
create index ride_requests_places on ride_requests (from_place, to_place, latest)
  where withdrawn_at is null;
create index ride_requests_user on ride_requests (user_id, created_at desc);
create index ride_requests_ending on ride_requests (latest)
  where withdrawn_at is null and ended_told_at is null;

-- One invitation per request and trip. The price is the trip's own, read when it is shown.
create table ride_invitations (
  request_id uuid not null references ride_requests (id),
  trip_id uuid not null references trips (id),
  created_at timestamptz not null,
  declined_at timestamptz,
  primary key (request_id, trip_id)
);
create index ride_invitations_trip on ride_invitations (trip_id);
