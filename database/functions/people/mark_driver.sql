-- Stores a public mark of a driver, once per cause.
create or replace function mark_driver(
  p_id uuid, p_driver uuid, p_kind text, p_cause uuid, p_now timestamptz
) returns void language sql as $$
  insert into driver_marks (id, driver_id, kind, cause_id, created_at)
  values (p_id, p_driver, p_kind, p_cause, p_now)
  on conflict do nothing
$$;
