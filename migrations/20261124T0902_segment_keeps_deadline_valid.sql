-- Takes no lock that writers wait for.
alter table bookings validate constraint bookings_refund_ahead;
