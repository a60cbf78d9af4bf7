-- Lines of a bank's file that sum up others, which are counted and not compared.
alter table bank_statements add column skipped integer not null default 0 check (skipped >= 0);
