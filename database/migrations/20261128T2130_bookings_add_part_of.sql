-- Seats that a passenger gave back are a booking of their own, which names the one they came from.
alter table bookings add column part_of uuid references bookings (id),
  add constraint bookings_part_is_cancelled check (
    part_of is null or status = 'cancelled_by_passenger' and confirmed_at is null);
-- It has one more argument, with a default.
drop function ledger_replace_hold(uuid, bookings, booking_hold, timestamptz);
