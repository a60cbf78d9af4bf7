-- Drivers who were asked for a seat when no other car could be booked at once.
create table rescue_asks (
  -- Booking that failed.
  booking_id uuid not null references bookings (id),
  driver_id uuid not null references users (id),
  trip_id uuid not null references trips (id),
  from_seq smallint not null,
  to_seq smallint not null,
  asked_at timestamptz not null,
  -- Null: no answer, which leaves no mark.
  agrees boolean,
  primary key (booking_id, driver_id),
  check (from_seq < to_seq)
);
create index rescue_asks_of on rescue_asks (driver_id, asked_at);

alter table rescues add column take_up_to bigint check (take_up_to >= 0);
alter table rescues drop constraint rescues_status_check, drop constraint rescues_closed;
alter table rescues
  add constraint rescues_status_check
    check (status in ('waiting', 'asked', 'offered', 'taken', 'declined', 'expired', 'none')),
  add constraint rescues_closed
    check ((status in ('waiting', 'asked', 'offered')) = (closed_at is null));
