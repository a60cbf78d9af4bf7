-- Points require a witnessed boarding (decision 39): a scanned ticket, its code, the passenger's
-- confirmation, or their name and document. One recorded by a deadline or a decision earns none.
create or replace function boarding_witnessed(p_checked_in_by text) returns boolean
language sql immutable as $$
  select coalesce(p_checked_in_by in ('ticket', 'code', 'passenger', 'name'), false)
$$;
