-- Trigger of tables with a user_id: refuses rows of a closing account.
create or replace function refuse_closing_user() returns trigger language plpgsql as $$
begin
  perform refuse_closing(new.user_id);
  return new;
end $$;
