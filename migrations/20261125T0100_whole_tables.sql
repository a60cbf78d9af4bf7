-- The audit trail, the answers of the gateway and the searches that found nothing are whole tables
-- again, with the rows that they have (docs/decisions/0190). Every lock and every removed table
-- below is safe: no machine has a release installed that uses them, and no month was old enough to
-- be in a file.

lock table audit_entries, gateway_answers, search_misses in access exclusive mode;
create temporary table kept_audit_entries on commit drop as select * from audit_entries;
create temporary table kept_gateway_answers on commit drop as select * from gateway_answers;
create temporary table kept_search_misses on commit drop as select * from search_misses;
drop table audit_entries;
drop table gateway_answers;
drop table search_misses;

-- Who did what, and to whom. Kept for ten years, and only ever added to.
create table audit_entries (
  id uuid primary key,
  at timestamptz not null,
  -- Null: the system, or somebody without a session.
  actor_id uuid,
  action text not null,
  -- A row of any table, so the id is a text and no foreign key.
  subject_kind text not null,
  subject_id text not null,
  details jsonb not null default '{}'
);
create index audit_entries_subject on audit_entries (subject_kind, subject_id, at);
-- Who looked at which document: listed by time, and counted per person of the team.
create index audit_entries_document_views on audit_entries (at, actor_id)
  where action = 'document.viewed';
create trigger audit_entries_immutable before update or delete on audit_entries
  for each row execute function refuse_change();
create trigger audit_entries_no_truncate before truncate on audit_entries
  for each statement execute function refuse_change();

-- What the gateway answered when it was asked, and what was decided then. Kept for ten years, and
-- only ever added to. It names nobody: who paid, and with which card, is not kept here.
create table gateway_answers (
  id uuid primary key,
  at timestamptz not null,
  asked text not null check (asked in ('reference', 'transaction')),
  -- Null: no payment of ours.
  payment_id uuid references payments (id),
  reference text,
  transaction_id text,
  status text,
  amount_in_cents bigint,
  currency text,
  method text,
  -- As the settlement says; `none`: no transaction yet; `failed:<why>`: no answer.
  outcome text not null check (length(outcome) between 1 and 60),
  check (reference is not null or transaction_id is not null)
);
create index gateway_answers_of_payment on gateway_answers (payment_id, at, id);
create index gateway_answers_of_transaction on gateway_answers (transaction_id, at, id);
create trigger gateway_answers_immutable before update or delete on gateway_answers
  for each row execute function refuse_change();
create trigger gateway_answers_no_truncate before truncate on gateway_answers
  for each statement execute function refuse_change();

-- Searches of a day that found nothing, per pair of places; nothing about who searched. Deleted
-- after 13 months.
create table search_misses (
  -- In Bogotá.
  day date not null,
  from_place text not null references places (id),
  to_place text not null references places (id),
  searches integer not null check (searches > 0),
  primary key (day, from_place, to_place)
);

insert into audit_entries (id, at, actor_id, action, subject_kind, subject_id, details)
select id, at, actor_id, action, subject_kind, subject_id, details from kept_audit_entries;
insert into gateway_answers (id, at, asked, payment_id, reference, transaction_id, status,
  amount_in_cents, currency, method, outcome)
select id, at, asked, payment_id, reference, transaction_id, status, amount_in_cents, currency,
  method, outcome
from kept_gateway_answers;
insert into search_misses (day, from_place, to_place, searches)
select day, from_place, to_place, searches from kept_search_misses;

-- A statement is written after its matches, with their counts, in the same transaction.
-- under traffic: no machine has a release installed
alter table payout_matches add constraint payout_matches_statement_id_fkey
  foreign key (statement_id) references bank_statements (id) deferrable initially deferred;

-- What made, wrote to files and dropped months.
drop function months_ahead;
drop function months_alarms;
drop function months_due;
drop function months_page;
drop function months_record;
drop function months_move;
drop function months_drop;
drop function months_set_aside;
drop function months_make;
drop function months_make_other;
drop function months_refuse_truncate;
drop function months_limit;
drop function months_bound;
drop aggregate months_chain (text);
drop function months_link;
drop view month_partitions;
-- under traffic: no machine has a release installed
drop table archived_months;
-- under traffic: no machine has a release installed
drop table month_tables;
