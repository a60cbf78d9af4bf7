-- Takes back the hits of calls that are made again, and counted then.
create or replace function forget_callers(p_keys text[]) returns void language sql as $$
  update rate_limits set hits = hits - 1 where key = any (p_keys)
$$;
