-- Refuses a movement with a date of another day, whichever function writes it. The program answers
-- this code with `clock_wrong`.
create or replace function ledger_dated() returns trigger language plpgsql as $$
begin
  if not clock_fits(new.created_at) then
    raise exception 'the clock is wrong: a movement of %', new.created_at using errcode = 'CU001';
  end if;
  return new;
end $$;
