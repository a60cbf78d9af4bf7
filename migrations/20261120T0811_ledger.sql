-- Double-entry ledger: one row = one debit, one credit, one positive amount in whole pesos.

create table ledger_accounts (
  id uuid primary key,
  kind text not null,
  owner_id uuid,
  -- Name of a system account, such as gateway:wompi.
  code text unique,
  currency text not null check (currency in ('COP', 'PTS')),
  -- Wallets carry running totals and may not go below zero; system accounts are summed when
  -- read, so that no transaction ever queues on them.
  balanced boolean not null,
  debits_posted bigint not null default 0 check (debits_posted >= 0),
  credits_posted bigint not null default 0 check (credits_posted >= 0),
  debits_pending bigint not null default 0 check (debits_pending >= 0),
  credits_pending bigint not null default 0 check (credits_pending >= 0),
  created_at timestamptz not null,
  check ((owner_id is null) = (code is not null)),
  constraint ledger_accounts_not_negative
    check (not balanced or debits_posted + debits_pending <= credits_posted)
) with (fillfactor = 50);
create unique index ledger_accounts_owner on ledger_accounts (owner_id, kind, currency);

create table ledger_transfers (
  id uuid primary key,
  kind text not null check (kind in ('transfer', 'pending', 'post', 'void', 'expire')),
  debit_account uuid not null references ledger_accounts (id),
  credit_account uuid not null references ledger_accounts (id),
  amount bigint not null check (amount > 0),
  currency text not null,
  code text not null,
  pending_id uuid references ledger_transfers (id),
  cause_kind text not null,
  cause_id text not null,
  expires_at timestamptz,
  created_at timestamptz not null,
  check (debit_account <> credit_account),
  check ((kind in ('post', 'void', 'expire')) = (pending_id is not null))
);
create unique index ledger_transfers_one_resolution
  on ledger_transfers (pending_id) where pending_id is not null;
create index ledger_transfers_debit on ledger_transfers (debit_account, created_at desc, id desc);
create index ledger_transfers_credit on ledger_transfers (credit_account, created_at desc, id desc);
create index ledger_transfers_age on ledger_transfers (created_at);
create index ledger_transfers_expiry on ledger_transfers (expires_at) where expires_at is not null;

-- A refused id keeps failing, whatever happens to the balance afterwards.
create table ledger_refusals (
  transfer_id uuid primary key,
  fingerprint text not null,
  reason text not null,
  created_at timestamptz not null
);

-- SHA-256 chain over batches of transfers, made by a job away from the money transactions.
create table ledger_batches (
  no bigint primary key,
  transfers integer not null,
  previous_hash text not null,
  hash text not null,
  created_at timestamptz not null
);
create table ledger_batch_items (
  transfer_id uuid primary key,
  batch_no bigint not null references ledger_batches (no)
);
create index ledger_batch_items_batch on ledger_batch_items (batch_no);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % never change', tg_table_name using errcode = 'insufficient_privilege';
end $$;

create trigger ledger_transfers_immutable before update or delete on ledger_transfers
  for each row execute function refuse_change();
create trigger ledger_transfers_no_truncate before truncate on ledger_transfers
  for each statement execute function refuse_change();
create trigger ledger_batches_immutable before update or delete on ledger_batches
  for each row execute function refuse_change();
create trigger ledger_batch_items_immutable before update or delete on ledger_batch_items
  for each row execute function refuse_change();
create trigger audit_entries_immutable before update or delete on audit_entries
  for each row execute function refuse_change();

insert into ledger_accounts (id, kind, code, currency, balanced, created_at) values
  ('00000000-0000-7000-8000-000000000001', 'gateway', 'gateway:wompi', 'COP', false, now()),
  ('00000000-0000-7000-8000-000000000002', 'revenue', 'revenue:commission', 'COP', false, now()),
  ('00000000-0000-7000-8000-000000000003', 'payouts', 'payouts:clearing', 'COP', false, now()),
  ('00000000-0000-7000-8000-000000000004', 'rewards', 'rewards:issued', 'PTS', false, now());

-- Locks the running-total accounts among the two, in id order.
create function ledger_lock(a uuid, b uuid) returns void language sql as $$
  select from ledger_accounts
  where id in (a, b) and balanced
  order by id
  for no key update
$$;

-- The earlier outcome of an id: null when new, 'same', 'conflict' or 'refused:<reason>'.
create function ledger_earlier(p_id uuid, p_fingerprint text) returns text
language plpgsql as $$
declare
  found_print text;
  found_reason text;
begin
  select concat_ws('|', kind, debit_account, credit_account, amount, code, pending_id,
                   cause_kind, cause_id)
    into found_print from ledger_transfers where id = p_id;
  if found then
    return case when found_print = p_fingerprint then 'same' else 'conflict' end;
  end if;
  select fingerprint, reason into found_print, found_reason
    from ledger_refusals where transfer_id = p_id;
  if not found then
    return null;
  end if;
  return case when found_print = p_fingerprint then 'refused:' || found_reason else 'conflict' end;
end $$;

create function ledger_refuse(p_id uuid, p_fingerprint text, p_reason text, p_now timestamptz)
returns text language plpgsql as $$
begin
  insert into ledger_refusals values (p_id, p_fingerprint, p_reason, p_now)
    on conflict do nothing;
  return 'refused:' || p_reason;
end $$;

-- Moves money at once (kind 'transfer') or holds it (kind 'pending').
-- Answers 'created', 'same', 'conflict' or 'refused:<reason>'.
create function ledger_move(
  p_id uuid, p_kind text, p_debit uuid, p_credit uuid, p_amount bigint, p_code text,
  p_cause_kind text, p_cause_id text, p_expires_at timestamptz, p_now timestamptz
) returns text language plpgsql as $$
declare
  print text := concat_ws('|', p_kind, p_debit, p_credit, p_amount, p_code, p_cause_kind,
                          p_cause_id);
  earlier text;
  payer ledger_accounts;
  payee ledger_accounts;
begin
  perform ledger_lock(p_debit, p_credit);
  earlier := ledger_earlier(p_id, print);
  if earlier is not null then return earlier; end if;

  select * into payer from ledger_accounts where id = p_debit;
  select * into payee from ledger_accounts where id = p_credit;
  if payer.id is null or payee.id is null or payer.id = payee.id
     or payer.currency <> payee.currency then
    return 'refused:account_unsuitable';
  end if;
  if payer.balanced
     and payer.credits_posted - payer.debits_posted - payer.debits_pending < p_amount then
    return ledger_refuse(p_id, print, 'insufficient_funds', p_now);
  end if;

  insert into ledger_transfers values (
    p_id, p_kind, p_debit, p_credit, p_amount, payer.currency, p_code, null,
    p_cause_kind, p_cause_id, p_expires_at, p_now
  ) on conflict (id) do nothing;
  if not found then return ledger_earlier(p_id, print); end if;

  if payer.balanced then
    update ledger_accounts set
      debits_posted = debits_posted + case when p_kind = 'transfer' then p_amount else 0 end,
      debits_pending = debits_pending + case when p_kind = 'pending' then p_amount else 0 end
    where id = p_debit;
  end if;
  if payee.balanced then
    update ledger_accounts set
      credits_posted = credits_posted + case when p_kind = 'transfer' then p_amount else 0 end,
      credits_pending = credits_pending + case when p_kind = 'pending' then p_amount else 0 end
    where id = p_credit;
  end if;
  return 'created';
end $$;

-- Resolves a hold: 'post' takes p_amount (all of it when null) and returns the rest, 'void' and
-- 'expire' return everything. Answers as ledger_move does.
create function ledger_resolve(
  p_id uuid, p_kind text, p_pending uuid, p_amount bigint, p_code text,
  p_cause_kind text, p_cause_id text, p_now timestamptz
) returns text language plpgsql as $$
declare
  hold ledger_transfers;
  taken bigint;
  print text;
  earlier text;
begin
  select * into hold from ledger_transfers where id = p_pending and kind = 'pending';
  if not found then return 'refused:hold_not_found'; end if;
  taken := case when p_kind = 'post' then coalesce(p_amount, hold.amount) else hold.amount end;
  print := concat_ws('|', p_kind, hold.debit_account, hold.credit_account, taken, p_code,
                     p_pending, p_cause_kind, p_cause_id);

  perform ledger_lock(hold.debit_account, hold.credit_account);
  earlier := ledger_earlier(p_id, print);
  if earlier is not null then return earlier; end if;
  if exists (select from ledger_transfers where pending_id = p_pending) then
    return ledger_refuse(p_id, print, 'hold_resolved', p_now);
  end if;
  if p_kind = 'post' and hold.expires_at <= p_now then
    return ledger_refuse(p_id, print, 'hold_expired', p_now);
  end if;
  if p_kind = 'expire' and (hold.expires_at is null or hold.expires_at > p_now) then
    return 'refused:hold_not_due';
  end if;
  if taken > hold.amount then
    return ledger_refuse(p_id, print, 'amount_exceeds_hold', p_now);
  end if;

  insert into ledger_transfers values (
    p_id, p_kind, hold.debit_account, hold.credit_account, taken, hold.currency, p_code,
    p_pending, p_cause_kind, p_cause_id, null, p_now
  ) on conflict do nothing;
  if not found then
    return coalesce(ledger_earlier(p_id, print), 'refused:hold_resolved');
  end if;

  update ledger_accounts set
    debits_pending = debits_pending - hold.amount,
    debits_posted = debits_posted + case when p_kind = 'post' then taken else 0 end
  where id = hold.debit_account and balanced;
  update ledger_accounts set
    credits_pending = credits_pending - hold.amount,
    credits_posted = credits_posted + case when p_kind = 'post' then taken else 0 end
  where id = hold.credit_account and balanced;
  return 'created';
end $$;
