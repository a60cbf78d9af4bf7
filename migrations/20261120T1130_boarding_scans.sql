-- What drivers' phones read, with and without a network. The id is the nonce made by the phone, so
-- that a scan sent twice counts once. Written before it takes effect and settled once.
create table boarding_scans (
  id uuid primary key,
  trip_id uuid not null references trips (id),
  driver_id uuid not null references users (id),
  device_id uuid not null,
  device_name text not null,
  -- Null for what is no ticket of this trip.
  booking_id uuid references bookings (id),
  kind text not null check (kind in ('ticket', 'code')),
  -- The phone let the passenger board by itself.
  offline boolean not null,
  -- What the phone said, what the server believes, and when it heard of it.
  claimed_at timestamptz not null,
  scanned_at timestamptz not null,
  received_at timestamptz not null,
  outcome text
    check (outcome in ('accepted', 'already_used', 'revoked', 'conflict', 'refused')),
  -- Why, as an error code.
  code text,
  check ((outcome is null or outcome = 'accepted') = (code is null))
);
create index boarding_scans_trip on boarding_scans (trip_id, received_at);
create index boarding_scans_booking on boarding_scans (booking_id) where booking_id is not null;
create trigger boarding_scans_no_truncate before truncate on boarding_scans
  for each statement execute function refuse_change();

create function settle_boarding_scan_once() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.outcome is not null then
    raise exception 'boarding_scans is settled once';
  end if;
  return new;
end $$;
create trigger boarding_scans_settled_once before update or delete on boarding_scans
  for each row execute function settle_boarding_scan_once();
