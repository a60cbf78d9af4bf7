-- Two bookings of one trip with a change of car name each other.
alter table bookings
  add column connection_id uuid,
  add column connection_part smallint check (connection_part in (1, 2)),
  add column connection_broken_at timestamptz,
  add column change_missed_at timestamptz,
  add constraint bookings_connection check (
    (connection_id is null) = (connection_part is null) and (connection_id is not null
      or connection_broken_at is null and change_missed_at is null));
create unique index bookings_connection on bookings (connection_id, connection_part)
  where connection_id is not null
    and status in ('requested', 'confirmed', 'checked_in', 'completed', 'no_show');
create index bookings_of_connection on bookings (connection_id) where connection_id is not null;
