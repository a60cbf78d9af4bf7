-- Trips, seats per leg, bookings.

create table trips (
  id uuid primary key,
  driver_id uuid not null references users (id),
  vehicle_id uuid not null references vehicles (id),
  corridor_id uuid not null references corridors (id),
  status text not null
    check (status in ('draft', 'published', 'in_progress', 'completed', 'cancelled')),
  departs_at timestamptz not null,
  arrives_at timestamptz not null,
  seats smallint not null check (seats between 1 and 8),
  seat_price bigint not null check (seat_price > 0),
  -- Positions on the corridor that the driver declared as stops, first and last included.
  declared_seqs smallint[] not null,
  -- Price of one seat from the first place to each place of the corridor.
  price_cumulative bigint[] not null,
  payment_modes text[] not null,
  instant boolean not null,
  en_route_pickups boolean not null,
  preferences jsonb not null,
  notes text,
  -- The quote with its inputs as it was when the trip was published.
  quote jsonb not null,
  created_at timestamptz not null,
  cancelled_at timestamptz,
  cancel_reason text,
  completed_at timestamptz,
  check (arrives_at > departs_at)
);
create index trips_corridor on trips (corridor_id, departs_at) where status = 'published';
create index trips_driver on trips (driver_id, departs_at desc);
create index trips_vehicle on trips (vehicle_id, departs_at);
create index trips_open on trips (arrives_at) where status in ('published', 'in_progress');

-- The counter row of a trip: free seats on every leg of its corridor.
create table trip_seats (
  trip_id uuid primary key references trips (id),
  seats_left smallint[] not null check (0 <= all (seats_left)),
  capacity smallint not null,
  -- Sales are open; closed when the trip is cancelled or completed.
  open boolean not null default true,
  check (capacity >= all (seats_left))
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02);

create table bookings (
  id uuid primary key,
  trip_id uuid not null references trips (id),
  passenger_id uuid not null references users (id),
  driver_id uuid not null references users (id),
  from_seq smallint not null,
  to_seq smallint not null,
  seats smallint not null check (seats between 1 and 8),
  -- For all the seats.
  fare_pesos bigint not null check (fare_pesos > 0),
  commission_bp integer not null check (commission_bp between 0 and 10000),
  payment_mode text not null check (payment_mode in ('billetera', 'directo')),
  status text not null check (status in (
    'requested', 'confirmed', 'rejected', 'expired', 'checked_in', 'completed',
    'cancelled_by_passenger', 'cancelled_by_driver', 'no_show', 'trip_cancelled')),
  -- The pending transfer of the fare (billetera) or of the commission (directo).
  hold_id uuid,
  code text not null,
  generation smallint not null default 1,
  picks_up_at timestamptz not null,
  drops_off_at timestamptz not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  confirmed_at timestamptz,
  checked_in_at timestamptz,
  checked_in_by text,
  closed_at timestamptz,
  refunded_pesos bigint,
  charged_pesos bigint,
  check (from_seq < to_seq)
) with (fillfactor = 80);
create unique index bookings_one_active on bookings (trip_id, passenger_id)
  where status in ('requested', 'confirmed', 'checked_in');
create unique index bookings_code on bookings (trip_id, code);
create index bookings_passenger on bookings (passenger_id, picks_up_at desc);
create index bookings_driver on bookings (driver_id, picks_up_at desc);
create index bookings_expiring on bookings (expires_at) where status = 'requested';
create index bookings_boarding on bookings (drops_off_at)
  where status in ('confirmed', 'checked_in');

-- What happened to a booking, by whom: never changed.
create table booking_events (
  id uuid primary key,
  booking_id uuid not null references bookings (id),
  at timestamptz not null,
  actor_id uuid,
  event text not null,
  details jsonb not null default '{}'
);
create index booking_events_booking on booking_events (booking_id, at);
create trigger booking_events_immutable before update or delete on booking_events
  for each row execute function refuse_change();
