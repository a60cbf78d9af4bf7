-- A difference with the gateway or the bank that stands opens a case again after one was closed:
-- only open cases are unique, not all of them.
-- under traffic: no installation has rows yet.
alter table payment_cases drop constraint payment_cases_kind_transaction_id_key;
-- under traffic: no installation has rows yet.
create unique index payment_cases_one_open on payment_cases (kind, transaction_id)
  where closed_at is null;
-- under traffic: no installation has rows yet.
create index payment_cases_of_transaction on payment_cases (transaction_id, kind);
