-- Whether a time of the program is near the time of the database. Without its row, two minutes.
create or replace function clock_fits(p_at timestamptz) returns boolean
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(
    (select c.tolerance is null
       or p_at between clock_timestamp() - c.tolerance and clock_timestamp() + c.tolerance
     from clock_limit c),
    p_at between clock_timestamp() - interval '2 minutes'
      and clock_timestamp() + interval '2 minutes')
$$;
