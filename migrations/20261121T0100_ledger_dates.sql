-- When a movement happened, apart from when it was written, and in which transaction: pages of a
-- statement, the chain and the verifier read what a snapshot had seen.

-- The same id as derivedId() makes in the app: UUIDv8 from SHA-256 over the parts.
create function derived_id(variadic parts text[]) returns uuid
language sql immutable strict parallel safe as $$
  select encode(
    set_byte(set_byte(substr(h, 1, 16), 6, (get_byte(h, 6) & 15) | 128),
             8, (get_byte(h, 8) & 63) | 128), 'hex')::uuid
  from (
    select sha256(string_agg(convert_to(part, 'UTF8'), '\x00'::bytea order by no)) as h
    from unnest(parts) with ordinality as each (part, no)
  ) hashed
$$;

-- Numbers of transactions start again in a database restored from a dump. What is added here
-- keeps them growing; ledger_continue_numbers() replaces the function after a restore.
create function ledger_tx_offset() returns bigint
language sql immutable parallel safe as 'select 0::bigint';

-- Number of the writing transaction: everything below the oldest running one is complete.
create function ledger_tx() returns bigint
language sql volatile parallel restricted as $$
  select pg_current_xact_id()::text::bigint + ledger_tx_offset()
$$;

-- All below this number have ended: no row of theirs appears later.
create function ledger_settled_below() returns bigint
language sql stable parallel safe as $$
  select pg_snapshot_xmin(pg_current_snapshot())::text::bigint + ledger_tx_offset()
$$;

-- Whether a snapshot taken earlier had seen what transaction p_tx wrote.
create function ledger_seen(p_tx bigint, p_snapshot pg_snapshot) returns boolean
language sql stable parallel safe as $$
  select p_tx <= ledger_tx_offset()
    or pg_visible_in_snapshot((p_tx - ledger_tx_offset())::text::xid8, p_snapshot)
$$;

-- Rows from before have 0: older than every transaction that follows.
alter table ledger_transfers
  add column happened_at timestamptz,
  add column tx bigint not null default 0;
alter table ledger_transfers disable trigger user;
update ledger_transfers set happened_at = created_at;
alter table ledger_transfers enable trigger user;
alter table ledger_transfers
  alter column happened_at set not null,
  alter column tx set default ledger_tx();
alter table ledger_refusals add column tx bigint not null default 0;
alter table ledger_refusals alter column tx set default ledger_tx();
alter table ledger_accounts
  add column tx bigint not null default 0,
  -- The owner has an open debt: what becomes free repays it.
  add column owes boolean not null default false;
alter table ledger_accounts alter column tx set default ledger_tx();

create index ledger_transfers_tx on ledger_transfers (tx);
create index ledger_refusals_tx on ledger_refusals (tx);
create index ledger_accounts_tx on ledger_accounts (tx);
drop index ledger_transfers_debit;
drop index ledger_transfers_credit;
create index ledger_transfers_debit
  on ledger_transfers (debit_account, happened_at desc, id desc);
create index ledger_transfers_credit
  on ledger_transfers (credit_account, happened_at desc, id desc);

-- A payment is credited once.
create unique index ledger_transfers_one_topup on ledger_transfers (cause_id)
  where code = 'topup' and cause_kind = 'payment';

-- What a person owes: debits are what they were charged with, credits what they paid back.
alter table ledger_accounts
  drop constraint ledger_accounts_not_negative,
  add constraint ledger_accounts_not_negative check (
    not balanced or kind = 'receivable' or debits_posted + debits_pending <= credits_posted),
  add constraint ledger_accounts_receivable check (
    kind <> 'receivable' or (balanced and owner_id is not null
      and debits_pending = 0 and credits_pending = 0 and credits_posted <= debits_posted)),
  add constraint ledger_accounts_owes check (not owes or kind = 'wallet');

insert into ledger_accounts (id, kind, code, currency, balanced, created_at) values
  ('00000000-0000-7000-8000-000000000005', 'suspense', 'suspense:payments', 'COP', false, now());
