-- Takes no lock that writers wait for.
alter table live_events validate constraint live_events_type_check;
