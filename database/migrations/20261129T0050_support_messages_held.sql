alter table support_messages drop constraint support_messages_kind_check;
alter table support_messages add constraint support_messages_kind_check
  check (kind in ('person', 'team', 'note', 'held', 'undone'));
create index support_messages_held on support_messages (ticket_id) where kind = 'held';
