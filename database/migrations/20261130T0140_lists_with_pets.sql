-- A list can wait for cars that take pets, or that have room for a wheelchair.
alter table trip_alerts add column pets boolean not null default false,
  add column wheelchair boolean not null default false;
