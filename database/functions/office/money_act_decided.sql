-- A decision about a credit or refund is written once. A refund that the gateway may have paid is
-- released only by two people who say that it did not, and its open row may change its signers.
create or replace function money_act_decided() returns trigger language plpgsql as $$
begin
  if old.outcome is not null or new.outcome is null and new.kind = 'credit' then
    raise exception 'money act % is decided once', old.id using errcode = 'check_violation';
  end if;
  if new.kind = 'refund' and new.outcome = 'refused'
     and (new.unpaid_by is null or new.unpaid_by = new.decided_by
       or new.user_id = new.decided_by) then
    raise exception 'refund %: two people say that it was not paid', old.id
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
