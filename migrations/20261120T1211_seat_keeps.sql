-- Seats that are taken for a few minutes while their passenger tops up the wallet.
create table seat_keeps (
  id uuid primary key,
  trip_id uuid not null references trips (id),
  passenger_id uuid not null references users (id),
  from_seq smallint not null,
  to_seq smallint not null,
  seats smallint not null check (seats between 1 and 8),
  -- Of the trip's moment and price when the seats were taken.
  revision integer not null,
  -- Only an open keep has seats; it ends once.
  status text not null check (status in ('open', 'used', 'released', 'expired')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  closed_at timestamptz,
  check (from_seq < to_seq),
  check (expires_at > created_at),
  check ((status = 'open') = (closed_at is null))
) with (fillfactor = 80);
create unique index seat_keeps_one_open on seat_keeps (passenger_id) where status = 'open';
create index seat_keeps_of on seat_keeps (passenger_id, created_at);
create index seat_keeps_expiring on seat_keeps (expires_at) where status = 'open';
