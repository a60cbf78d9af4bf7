-- Takes no lock that writers wait for.
alter table support_messages validate constraint support_messages_handed_to;
alter table support_messages validate constraint support_messages_handover;
