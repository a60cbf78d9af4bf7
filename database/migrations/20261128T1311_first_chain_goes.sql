-- Release 0.1.0 wrote batches of the second version alone, and no items. A server of it that still
-- runs cannot verify the chain after this; the next run of the job does.
drop table ledger_batch_items;
alter table ledger_batches
  drop column version,
  alter column from_tx set not null,
  alter column to_tx set not null;
