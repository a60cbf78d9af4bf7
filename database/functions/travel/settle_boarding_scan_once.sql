-- Trigger: a boarding scan is settled once, and is never deleted.
create or replace function settle_boarding_scan_once() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.outcome is not null then
    raise exception 'boarding_scans is settled once';
  end if;
  return new;
end $$;
