-- A note with which somebody of the team gave the ticket to a colleague: who got it.
alter table support_messages add column handed_to uuid;
-- under traffic: not valid, so no row is read
alter table support_messages add constraint support_messages_handed_to
  foreign key (handed_to) references users (id) not valid;
alter table support_messages add constraint support_messages_handover
  check (handed_to is null or kind = 'note') not valid;
