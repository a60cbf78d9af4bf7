-- Trigger of append-only tables: refuses every change.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % never change', tg_table_name using errcode = 'insufficient_privilege';
end $$;
