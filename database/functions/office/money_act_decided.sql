-- A decision about a credit or refund is written once, and nothing else of the row changes.
create or replace function money_act_decided() returns trigger language plpgsql as $$
begin
  if old.outcome is not null or new.outcome is null then
    raise exception 'money act % is decided once', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
