-- A trip's moment and price may change while nobody has booked. Whoever read them before the change
-- takes no seat: the revision they read is no longer the one on the counter row.
alter table trips add column revision integer not null default 0;
alter table trip_seats add column revision integer not null default 0;
