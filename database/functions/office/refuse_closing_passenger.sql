-- Trigger of tables with a passenger_id.
create or replace function refuse_closing_passenger() returns trigger language plpgsql as $$
begin
  perform refuse_closing(new.passenger_id);
  return new;
end $$;
