-- Both parts of a trip with one change are kept together: one open keep per person and part.
alter table seat_keeps add column keep_group uuid,
  add column part smallint not null default 1,
  add constraint seat_keeps_part check (part = 1 or part = 2 and keep_group is not null);
drop index seat_keeps_one_open;
create unique index seat_keeps_one_open on seat_keeps (passenger_id, part) where status = 'open';
