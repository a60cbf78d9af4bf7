-- What is only ever added to cannot be emptied either, by anybody.

create trigger ledger_refusals_immutable before update or delete on ledger_refusals
  for each row execute function refuse_change();
create trigger ledger_refusals_no_truncate before truncate on ledger_refusals
  for each statement execute function refuse_change();
create trigger ledger_batches_no_truncate before truncate on ledger_batches
  for each statement execute function refuse_change();
create trigger ledger_batch_items_no_truncate before truncate on ledger_batch_items
  for each statement execute function refuse_change();
create trigger audit_entries_no_truncate before truncate on audit_entries
  for each statement execute function refuse_change();
create trigger booking_events_no_truncate before truncate on booking_events
  for each statement execute function refuse_change();
