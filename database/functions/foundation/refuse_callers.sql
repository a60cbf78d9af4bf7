-- Reason why each call is refused: null when it is allowed, 'unauthenticated' when the session is
-- no longer open, 'rate_limited:<seconds>', or 'alone' when another transaction holds its count.
-- Counts each call; calls with the same key share a count. A call without a session was checked
-- before.
create or replace function refuse_callers(
  p_callers checked_caller[], p_waits boolean, p_now timestamptz
) returns text[] language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  v_keys text[] := array(select limit_key from unnest(p_callers));
  v_busy text[] := '{}';
  v_answers text[];
begin
  if not p_waits then
    v_busy := array(
      select key from rate_limits where key = any (v_keys) and key <> all (array(
        select key from rate_limits where key = any (v_keys) for no key update skip locked)));
  end if;
  with asked as materialized (
    select c.*, c.session is not null as checked, (
      select true from sessions s where s.id = c.session and s.user_id = c.person
        and s.revoked_at is null and s.expires_at > p_now) as open
    from unnest(p_callers) with ordinality
      as c (session, person, limit_key, limit_max, limit_seconds, no)
  ), hit as (
    insert into rate_limits as r (key, window_ends_at, hits)
    select limit_key, p_now + max(limit_seconds) * interval '1 second', count(*) from asked
    where open and limit_key is not null and limit_key <> all (v_busy)
    group by limit_key order by limit_key
    on conflict (key) do update set
      hits = case when r.window_ends_at <= p_now then 0 else r.hits end + excluded.hits,
      window_ends_at = case when r.window_ends_at <= p_now
        then excluded.window_ends_at else r.window_ends_at end
    returning key, hits, window_ends_at
  )
  select array_agg(case
      when checked and open is not true then 'unauthenticated'
      when asked.limit_key = any (v_busy) then 'alone'
      when hits > limit_max then 'rate_limited:'
        || greatest(1, ceil(extract(epoch from window_ends_at - p_now)))::int
    end order by no) into v_answers
  from asked left join hit on hit.key = asked.limit_key;
  return v_answers;
end $$;
