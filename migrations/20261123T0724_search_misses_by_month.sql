-- Searches that found nothing, by month: old months are dropped. The months have no foreign keys to
-- `places`, for the reason of 0723.

-- under traffic: a lock for some milliseconds, waited for one second at most; its key has the day
do $$
declare
  v_until date := (select past_until from month_tables where name = 'search_misses');
begin
  lock table search_misses in access exclusive mode;
  alter table search_misses rename to search_misses_past;
  alter index search_misses_pkey rename to search_misses_past_pkey;
  create table search_misses (
    day date not null,
    from_place text not null,
    to_place text not null,
    searches integer not null
      constraint search_misses_searches_check check (searches > 0),
    primary key (day, from_place, to_place)
  ) partition by range (day);
  execute format('alter table search_misses attach partition search_misses_past
    for values from (minvalue) to (%L)', v_until);
  alter table search_misses_past drop constraint search_misses_past;
  perform months_make_other('search_misses');
  perform months_ahead();
  if exists (select from pg_roles where rolname = 'cupo_app') then
    grant select, insert, update, delete on search_misses to cupo_app;
  end if;
end $$;
