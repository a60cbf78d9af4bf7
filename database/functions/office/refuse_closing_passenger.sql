-- Trigger of tables with a passenger_id: refuses rows of a closing account.
create or replace function refuse_closing_passenger() returns trigger language plpgsql as $$
begin
  perform refuse_closing(new.passenger_id);
  return new;
end $$;
