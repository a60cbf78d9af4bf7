-- Whether a time of the program is near the time of the database. Without its row, two minutes.
create or replace function clock_fits(p_at timestamptz) returns boolean
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(
    (select c.tolerance_seconds is null
       or abs(extract(epoch from p_at - clock_timestamp())) <= c.tolerance_seconds
     from clock_limit c),
    abs(extract(epoch from p_at - clock_timestamp())) <= 120)
$$;
