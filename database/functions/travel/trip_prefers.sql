-- Whether a trip's preferences have this value, which is not the default: an absent key is false.
create or replace function trip_prefers(
  p_preferences jsonb, p_key text, p_value jsonb default 'true'
) returns boolean language sql immutable parallel safe as $$
  select coalesce(p_preferences -> p_key = p_value, false)
$$;
