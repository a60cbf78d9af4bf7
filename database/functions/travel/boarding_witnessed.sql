-- Points need somebody who was there (decision 162): a scanned ticket, its code, or the passenger's
-- word. A boarding that time or a decision recorded earns none.
create or replace function boarding_witnessed(p_checked_in_by text) returns boolean
language sql immutable as $$
  select coalesce(p_checked_in_by in ('ticket', 'code', 'passenger'), false)
$$;
