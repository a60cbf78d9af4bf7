-- Allows only these changes of status, and none after a final one. 'sending' becomes 'approved'
-- when the gateway certainly did not accept it, 'sent' when two people took its batch back. A first
-- signature that nobody joined may lapse. Undoing the last signature sets back what was not handed
-- over, with the signature before it. Paid money that came back, as two people say, has failed.
create or replace function withdrawals_step() returns trigger language plpgsql as $$
declare
  v_taken_back boolean := old.status = 'sent' and new.status = 'approved'
    and old.channel = 'bank_file' and new.channel is null and old.result is null
    and exists (select from payout_batches b
      where b.id = old.batch_id and b.taken_back_confirmed_by is not null);
  v_undone boolean := old.status in ('requested', 'approved') and new.status = 'requested'
    and old.first_by is not null and new.second_by is null
    and new.first_by is not distinct from
      case when old.second_by is null then null else old.first_by end;
  v_returned boolean := old.status = 'paid' and new.status = 'failed'
    and old.return_by is not null and new.return_confirmed_by is not null;
begin
  if old.status <> new.status and not v_taken_back and not v_undone and not v_returned
       and (old.status, new.status) not in (
      ('requested', 'approved'), ('requested', 'rejected'), ('requested', 'cancelled'),
      ('approved', 'sending'), ('approved', 'sent'), ('approved', 'rejected'),
      ('approved', 'cancelled'),
      ('sending', 'approved'), ('sending', 'sent'), ('sending', 'paid'), ('sending', 'failed'),
      ('sent', 'paid'), ('sent', 'failed'))
     or (old.id, old.user_id, old.account_id, old.reference, old.amount_pesos, old.created_at)
       is distinct from
       (new.id, new.user_id, new.account_id, new.reference, new.amount_pesos, new.created_at)
     or old.two_people and not new.two_people
     or (old.return_confirmed_by is not null or v_returned)
       and (old.return_reference, old.return_reason, old.return_by, old.return_at)
         is distinct from
         (new.return_reference, new.return_reason, new.return_by, new.return_at)
     or not v_undone and (
       old.first_by is not null and new.first_by is distinct from old.first_by
         and (new.first_by is not null or (old.status, new.status) <> ('requested', 'requested'))
       or old.second_by is not null and new.second_by is distinct from old.second_by)
     or not v_taken_back and old.channel is not null
       and new.channel is distinct from old.channel
       and (old.status, new.status) <> ('sending', 'approved') then
    raise exception 'withdrawal %: % does not become %', old.id, old.status, new.status
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
