-- Comparisons of the gateway with our record. What they find is in payment_cases.
create table reconciliations (
  id uuid primary key,
  -- Days of Bogotá whose transactions were compared, both included.
  from_day date not null,
  until_day date not null check (until_day >= from_day),
  -- Null: the daily job.
  started_by uuid references users (id),
  started_at timestamptz not null,
  ended_at timestamptz not null,
  -- Transactions of the gateway that were compared.
  transactions integer not null,
  -- Cases that were opened.
  opened integer not null
);
create index reconciliations_ended on reconciliations (ended_at desc, id);
create trigger reconciliations_immutable before update or delete on reconciliations
  for each row execute function refuse_change();
create trigger reconciliations_no_truncate before truncate on reconciliations
  for each statement execute function refuse_change();
