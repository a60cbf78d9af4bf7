-- Seats that are kept after a driver failed stand beside the one keep of a person who tops up.
alter table seat_keeps add column rescue_of uuid references bookings (id);
drop index seat_keeps_one_open;
create unique index seat_keeps_one_open on seat_keeps (passenger_id, part)
  where status = 'open' and rescue_of is null;
create unique index seat_keeps_one_rescue on seat_keeps (rescue_of, part) where status = 'open';
create index seat_keeps_rescues on seat_keeps (trip_id)
  where status = 'open' and rescue_of is not null;
-- Written in full with the functions of the release.
create function follow_rescues() returns trigger language plpgsql as 'begin return null; end';
create trigger trip_seats_follow_rescues after update on trip_seats for each row
  when (old.revision is distinct from new.revision or old.open is distinct from new.open)
  execute function follow_rescues();
