-- Links with which a passenger or a driver lets somebody without an account follow a trip.
create table trip_shares (
  id uuid primary key,
  user_id uuid not null references users (id),
  trip_id uuid not null references trips (id),
  -- Null: the driver of the trip.
  booking_id uuid references bookings (id),
  -- SHA-256 of the secret, which is in nobody's hands but those of who got the link.
  token_hash bytea not null unique check (length(token_hash) = 32),
  -- Who has the link, in the person's words; encrypted, bound to the id.
  name_sealed bytea not null,
  created_at timestamptz not null
);
create index trip_shares_of on trip_shares (trip_id, user_id);
create index trip_shares_user on trip_shares (user_id);
create index trip_shares_booking on trip_shares (booking_id) where booking_id is not null;

-- The last position of a person who shares a trip. Deleted when the trip is over, or with the
-- last link.
create table shared_positions (
  id uuid primary key,
  user_id uuid not null references users (id),
  trip_id uuid not null references trips (id),
  -- Encrypted, bound to the id.
  sealed bytea not null,
  at timestamptz not null,
  unique (trip_id, user_id)
);
create index shared_positions_user on shared_positions (user_id);
