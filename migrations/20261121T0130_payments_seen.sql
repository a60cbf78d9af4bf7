-- Pages of one statement show the payments that were there when its first page was read.
alter table payments add column tx bigint not null default 0;
alter table payments alter column tx set default ledger_tx();
