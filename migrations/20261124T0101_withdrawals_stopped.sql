-- Withdrawals that end before they were handed over, files for the bank that are taken back, and
-- the limit of one approver counted over the person's day.

-- Set when it is asked for: what the person asks for in one day counts together.
-- under traffic: no installation has rows yet.
alter table withdrawals alter column two_people drop expression;
-- contract/withdrawal-limits.ts has the same number.
-- under traffic: no installation has rows yet.
alter table withdrawals add constraint withdrawals_two_people
  check (two_people or amount_pesos <= 500000);

-- Two people say that the file of a batch was not uploaded: its withdrawals are approved again.
alter table payout_batches
  add column taken_back_by uuid,
  add column taken_back_at timestamptz,
  add column taken_back_confirmed_by uuid,
  add column taken_back_confirmed_at timestamptz;
-- under traffic: no installation has rows yet.
alter table payout_batches
  add constraint payout_batches_taken_back_by_fkey foreign key (taken_back_by)
    references users (id),
  add constraint payout_batches_taken_back_confirmed_by_fkey foreign key (taken_back_confirmed_by)
    references users (id),
  add constraint payout_batches_taken_back check (
    num_nulls(taken_back_by, taken_back_at) in (0, 2)
    and num_nulls(taken_back_confirmed_by, taken_back_confirmed_at) in (0, 2)
    and (taken_back_confirmed_by is null or taken_back_confirmed_by <> taken_back_by));

-- As before; an approved withdrawal may be cancelled, and one of a batch that two people took back
-- is approved again.
create or replace function withdrawals_step() returns trigger language plpgsql as $$
declare
  v_taken_back boolean := old.status = 'sent' and new.status = 'approved'
    and old.channel = 'bank_file' and new.channel is null and old.result is null
    and exists (select from payout_batches b
      where b.id = old.batch_id and b.taken_back_confirmed_by is not null);
begin
  if old.status <> new.status and not v_taken_back and (old.status, new.status) not in (
      ('requested', 'approved'), ('requested', 'rejected'), ('requested', 'cancelled'),
      ('approved', 'sent'), ('approved', 'rejected'), ('approved', 'cancelled'),
      ('sent', 'paid'), ('sent', 'failed'))
     or (old.id, old.user_id, old.account_id, old.reference, old.amount_pesos, old.created_at)
       is distinct from
       (new.id, new.user_id, new.account_id, new.reference, new.amount_pesos, new.created_at)
     or old.two_people and not new.two_people
     or old.first_by is not null and new.first_by is distinct from old.first_by
     or old.second_by is not null and new.second_by is distinct from old.second_by
     or not v_taken_back and old.channel is not null
       and new.channel is distinct from old.channel then
    raise exception 'withdrawal %: % does not become %', old.id, old.status, new.status
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
