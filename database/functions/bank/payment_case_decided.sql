-- The owner of the money decides nothing, and a confirmed proposal cannot be replaced.
create or replace function payment_case_decided() returns trigger language plpgsql as $$
declare
  owner uuid;
begin
  if (new.proposed_by, new.confirmed_by) is not distinct from (old.proposed_by, old.confirmed_by)
  then
    return new;
  end if;
  select coalesce((select p.user_id from payments p where p.reference = new.reference),
    (select w.user_id from withdrawals w where w.reference = new.reference)) into owner;
  if owner in (new.proposed_by, new.confirmed_by) then
    raise exception 'case %: its owner decides nothing', old.id using errcode = 'check_violation';
  end if;
  if old.confirmed_by is not null
     or new.confirmed_by is not null and new.proposed_by is distinct from old.proposed_by then
    raise exception 'case %: a confirmed proposal stays as it is', old.id
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
