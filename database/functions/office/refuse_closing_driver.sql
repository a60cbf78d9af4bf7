-- Trigger of tables with a driver_id: refuses rows of a closing account.
create or replace function refuse_closing_driver() returns trigger language plpgsql as $$
begin
  perform refuse_closing(new.driver_id);
  return new;
end $$;
