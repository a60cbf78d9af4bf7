-- A payout is sent once: what was asked of the gateway is fixed before it is asked, and a state
-- stands between "approved" and "sent".

-- The one request of a withdrawal to the gateway. The row is written before the first try.
create table payout_sendings (
  withdrawal_id uuid primary key references withdrawals (id),
  idempotency_key text not null check (idempotency_key ~ '^[A-Za-z0-9-]{1,64}$'),
  -- A payout of v2 is read on v2.
  api_version text not null check (api_version in ('v1', 'v2')),
  -- Who asked: another one has keys and payouts of its own.
  principal_id text not null,
  account_id text not null,
  -- The exact text of the request, encrypted for this row; cleared with the destination.
  body_sealed bytea,
  -- Counted before each try.
  tries smallint not null check (tries > 0),
  first_sent_at timestamptz not null,
  -- As the gateway names the batch, once it said so.
  payout_id text,
  -- The last state of the gateway that raised an alarm.
  alarmed_state text
);
create unique index payout_sendings_payout on payout_sendings (payout_id)
  where payout_id is not null;

-- A transaction that is found by its reference may come without the id of its batch.
-- under traffic: no row is read or rewritten
alter table payout_transactions alter column payout_id drop not null;

-- under traffic: the new column is empty; withdrawals are few, and the rules are validated later
alter table withdrawals
  -- Since when nobody knows whether the gateway paid: two people decide.
  add column unanswered_at timestamptz,
  drop constraint withdrawals_status_check,
  drop constraint withdrawals_approved,
  drop constraint withdrawals_result,
  drop constraint withdrawals_channel;
alter table withdrawals
  add constraint withdrawals_status check (status in
    ('requested', 'approved', 'sending', 'sent', 'paid', 'failed', 'rejected', 'cancelled'))
    not valid,
  add constraint withdrawals_approved check (
    status not in ('approved', 'sending', 'sent', 'paid', 'failed')
    or first_by is not null and (second_by is not null or not two_people)) not valid,
  add constraint withdrawals_result check (
    num_nulls(result, result_note, result_by, result_at) in (0, 4)
    and (result is null or channel = 'bank_file' or unanswered_at is not null)
    and result_by is distinct from user_id) not valid,
  add constraint withdrawals_channel check (
    (channel is not null) = (status in ('sending', 'sent', 'paid', 'failed'))
    and (channel is not null) = (sent_at is not null)
    and (status <> 'sending' or channel = 'gateway')
    and (channel is not distinct from 'bank_file') = (batch_id is not null)) not valid;

-- under traffic: withdrawals that are on their way are few
drop index withdrawals_due;
-- under traffic: withdrawals that are on their way are few
create index withdrawals_due on withdrawals (next_check_at)
  where status = 'approved' or status in ('sending', 'sent') and channel = 'gateway';

-- As before, with `sending`: back to `approved` only when the gateway certainly did not take it.
create or replace function withdrawals_step() returns trigger language plpgsql as $$
declare
  v_taken_back boolean := old.status = 'sent' and new.status = 'approved'
    and old.channel = 'bank_file' and new.channel is null and old.result is null
    and exists (select from payout_batches b
      where b.id = old.batch_id and b.taken_back_confirmed_by is not null);
begin
  if old.status <> new.status and not v_taken_back and (old.status, new.status) not in (
      ('requested', 'approved'), ('requested', 'rejected'), ('requested', 'cancelled'),
      ('approved', 'sending'), ('approved', 'sent'), ('approved', 'rejected'),
      ('approved', 'cancelled'),
      ('sending', 'approved'), ('sending', 'sent'), ('sending', 'paid'), ('sending', 'failed'),
      ('sent', 'paid'), ('sent', 'failed'))
     or (old.id, old.user_id, old.account_id, old.reference, old.amount_pesos, old.created_at)
       is distinct from
       (new.id, new.user_id, new.account_id, new.reference, new.amount_pesos, new.created_at)
     or old.two_people and not new.two_people
     or old.first_by is not null and new.first_by is distinct from old.first_by
     or old.second_by is not null and new.second_by is distinct from old.second_by
     or not v_taken_back and old.channel is not null
       and new.channel is distinct from old.channel
       and (old.status, new.status) <> ('sending', 'approved') then
    raise exception 'withdrawal %: % does not become %', old.id, old.status, new.status
      using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- As before; of a payout that the gateway never answered, two people may say that it was paid.
create or replace function ledger_withdrawal_ends(
  hold ledger_transfers, p_id uuid, p_kind text, p_taken bigint, p_withdrawal uuid
) returns boolean language plpgsql as $$
declare
  w record;
begin
  select status, channel, result, confirmed_by, unanswered_at, amount_pesos
    into w from withdrawals where id = p_withdrawal;
  if not found or hold.id <> derived_id('withdrawal.hold', p_withdrawal::text)
     or p_id <> derived_id('withdrawal.' || p_kind, p_withdrawal::text) then
    return false;
  end if;
  if p_kind = 'post' then
    return w.status = 'paid' and p_taken = hold.amount and (
      w.channel = 'bank_file' and w.result = 'paid'
      or w.channel = 'gateway' and (
        w.unanswered_at is not null and w.result = 'paid' and w.confirmed_by is not null
        or exists (select from payout_transactions t where t.withdrawal_id = p_withdrawal
          and t.status = 'approved' and t.amount_in_cents = w.amount_pesos * 100)));
  end if;
  return w.status in ('rejected', 'cancelled') or w.status = 'failed' and (
    w.channel = 'bank_file' or not exists (select from payout_transactions t
      where t.withdrawal_id = p_withdrawal and t.status <> 'failed'));
end $$;
