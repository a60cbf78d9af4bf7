-- Takes no lock that writers wait for.
alter table sanction_events validate constraint sanction_events_kind_check;
