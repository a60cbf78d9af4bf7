-- Whether the demonstration wrote this row: alarms leave it out (docs/decisions/0063).
create or replace function is_demo_case(row_id uuid) returns boolean
language sql stable strict parallel safe as $$
  select exists (select from demo_cases where id = row_id)
$$;
