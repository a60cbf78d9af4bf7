-- Points require a witnessed boarding (decision 39): a scanned ticket, its code, or the
-- passenger's confirmation. A boarding recorded by a deadline or by a decision earns no points.
create or replace function boarding_witnessed(p_checked_in_by text) returns boolean
language sql immutable as $$
  select coalesce(p_checked_in_by in ('ticket', 'code', 'passenger'), false)
$$;
