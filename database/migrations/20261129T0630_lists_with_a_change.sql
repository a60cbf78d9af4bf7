-- A list can also buy two cars, with one change; both bookings name it.
alter table trip_alerts add column with_change boolean not null default false;
create index trip_alerts_changing on trip_alerts (to_place, id)
  where status = 'active' and buys and with_change;
drop index bookings_of_list;
create unique index bookings_of_list on bookings (list_id, coalesce(connection_part, 1))
  where list_id is not null and status not in ('rejected', 'expired');
