-- Who was registered by name and document may deny it as after a scan.
alter table bookings drop constraint bookings_denied_was_scanned,
  add constraint bookings_denied_was_scanned
    check (denied_at is null or checked_in_by in ('ticket', 'code', 'name'));
