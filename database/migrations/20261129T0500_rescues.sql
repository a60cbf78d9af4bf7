-- Another car after a driver failed: what was kept for the passenger, and what became of it.
create table rescues (
  -- Booking that failed. Of a trip with a change: the part that failed.
  booking_id uuid primary key references bookings (id),
  person_id uuid not null references users (id),
  -- waiting: for the morning. none: no car could be kept.
  status text not null
    check (status in ('waiting', 'offered', 'taken', 'declined', 'expired', 'none')),
  -- What is shown: the kept journey and at most two others; trips, parts, prices.
  offer jsonb not null,
  -- Group of the open keeps of the offer.
  keep_group uuid,
  -- Fare of what failed, in pesos: what a cover is counted from.
  fare_before bigint not null check (fare_before >= 0),
  -- Price at the failure of the kept journey: the fund covers no later increase.
  fare_offered bigint check (fare_offered >= 0),
  -- What the fund paid when the offer was taken, in pesos.
  cover_pesos bigint not null default 0 check (cover_pesos >= 0),
  new_booking_ids uuid[] not null default '{}',
  created_at timestamptz not null,
  -- End of the keep; of status waiting: when the keep begins.
  expires_at timestamptz not null,
  closed_at timestamptz,
  constraint rescues_closed
    check ((status in ('waiting', 'offered')) = (closed_at is null)),
  constraint rescues_taken check ((status = 'taken') = (new_booking_ids <> '{}'))
);
create index rescues_of on rescues (person_id, created_at);
create index rescues_open on rescues (expires_at) where closed_at is null;
create index rescues_new on rescues using gin (new_booking_ids);
