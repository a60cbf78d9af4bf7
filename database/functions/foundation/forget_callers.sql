-- Subtracts the rate-limit hits of calls that will be repeated, and counted again.
create or replace function forget_callers(p_keys text[]) returns void language sql as $$
  update rate_limits set hits = hits - 1 where key = any (p_keys)
$$;
