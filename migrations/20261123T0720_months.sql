-- Tables of which each month is to be a partition (docs/decisions/0123), and the months that were
-- moved to files. This file prepares the tables; 0722 to 0724 swap them.

create table month_tables (
  name text primary key check (name ~ '^[a-z_]{1,40}$'),
  -- By which the rows of a month are found: a timestamptz, or a date where `is_date`.
  by_column text not null,
  is_date boolean not null,
  -- Whether a month is written to a file before it leaves the database; else it is deleted.
  archives boolean not null,
  -- Full months in the database, besides the current one. The functions below accept no less.
  kept_months smallint not null check (kept_months >= 13),
  -- Rows of before are in one partition: the table as it was.
  past_until date not null check (extract(day from past_until) = 1)
);

-- The rest of this month and the next: until the tables are swapped nothing is written beyond it.
insert into month_tables (name, by_column, is_date, archives, kept_months, past_until)
select name, by_column, is_date, archives, kept,
  (date_trunc('month', now() at time zone 'America/Bogota') + interval '2 months')::date
from (values ('audit_entries', 'at', false, true, 36),
  ('gateway_answers', 'at', false, true, 36),
  ('search_misses', 'day', true, false, 13)) as given (name, by_column, is_date, archives, kept);

-- Months that are in files. Written by months_record, months_move and months_drop.
create table archived_months (
  id uuid primary key,
  table_name text not null references month_tables (name),
  month date not null check (extract(day from month) = 1),
  rows bigint not null check (rows > 0),
  -- As months_chain says of its lines.
  digest bytea not null check (length(digest) = 32),
  -- The file, sealed, and its bytes as stored.
  storage_key text not null check (length(storage_key) between 1 and 100),
  bytes bigint not null check (bytes > 0),
  archived_at timestamptz not null default now(),
  -- When the rows left the database; null: they are in both.
  dropped_at timestamptz,
  unique (table_name, month)
);

-- A checked condition spares reading the table while it is attached. Validated in the next file.
do $$
declare t month_tables;
begin
  for t in select * from month_tables loop
    execute format('alter table %1$I add constraint %2$I check (%3$I < %4$L) not valid', t.name,
      t.name || '_past', t.by_column, case when t.is_date then t.past_until::text
        else (t.past_until::timestamp at time zone 'America/Bogota')::text end);
  end loop;
end $$;

-- The key of a partitioned table has the column of its ranges; that of search_misses has it.
-- under traffic: made by hand with `concurrently` before the release where the table is large
create unique index if not exists audit_entries_at_id on audit_entries (at, id);
-- under traffic: made by hand with `concurrently` before the release where the table is large
create unique index if not exists gateway_answers_at_id on gateway_answers (at, id);
