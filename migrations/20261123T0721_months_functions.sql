-- What the app may do with months: make those ahead, and drop old ones whose file was recorded.

-- Reads the tables beside writers: no lock that they wait for.
alter table audit_entries validate constraint audit_entries_past;
alter table gateway_answers validate constraint gateway_answers_past;
alter table search_misses validate constraint search_misses_past;

-- The partitions and their months, in Bogotá; `from_month` is null where there is no lower end.
create view month_partitions as
select t.name as table_name, c.relname::text as partition,
  case when t.is_date then b.low::date
    else (b.low::timestamptz at time zone 'America/Bogota')::date end as from_month,
  case when t.is_date then b.high::date
    else (b.high::timestamptz at time zone 'America/Bogota')::date end as until_month
from month_tables t
join pg_inherits i on i.inhparent = to_regclass(t.name)
join pg_class c on c.oid = i.inhrelid
cross join lateral (select pg_get_expr(c.relpartbound, c.oid) as bounds) e
cross join lateral (select (regexp_match(e.bounds, 'FROM \(''([^'']+)''\)'))[1] as low,
  (regexp_match(e.bounds, 'TO \(''([^'']+)''\)'))[1] as high) b
where b.high is not null;

-- How a partition's end is written. A month begins at midnight in Bogotá.
create function months_bound(p_month date, p_is_date boolean) returns text language sql stable
set search_path = pg_catalog, public, pg_temp as $$
  select case when p_is_date then p_month::text
    else (p_month::timestamp at time zone 'America/Bogota')::text end
$$;

-- Months before it are old enough to leave the database.
create function months_limit(p_table text) returns date language sql stable
set search_path = pg_catalog, public, pg_temp as $$
  select (date_trunc('month', now() at time zone 'America/Bogota')
    - make_interval(months => t.kept_months))::date
  from month_tables t where t.name = p_table
$$;

-- Triggers of rows are copied to new partitions by PostgreSQL, those of TRUNCATE are not.
create function months_refuse_truncate(p_table text, p_partition text) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  -- 32: a trigger of TRUNCATE.
  if exists (select from pg_trigger
      where tgrelid = to_regclass(p_table) and not tgisinternal and tgtype & 32 > 0) then
    execute format('create trigger no_truncate before truncate on %I
      for each statement execute function refuse_change()', p_partition);
  end if;
end $$;

-- Attaching an empty table of the same form lets readers and writers of the others go on.
create function months_make(p_table text, p_month date) returns text language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare
  v_is_date boolean;
  v_name text := p_table || to_char(p_month, '_YYYY_MM');
begin
  select is_date into strict v_is_date from month_tables where name = p_table;
  execute format('create table public.%I (like %I including all)', v_name, p_table);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', p_table,
    v_name, months_bound(p_month, v_is_date),
    months_bound((p_month + interval '1 month')::date, v_is_date));
  perform months_refuse_truncate(p_table, v_name);
  return v_name;
end $$;

-- Rows that no month took are in the default partition. It gets in the way of making their month:
-- it becomes a table of its own, and its rows are inserted again once the months are there.
create function months_set_aside(p_table text, p_until date) returns boolean language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare
  t month_tables;
  v_is_in_the_way boolean;
begin
  select * into strict t from month_tables where name = p_table;
  execute format('select exists (select from %I where %I < %L)', p_table || '_other', t.by_column,
    months_bound(p_until, t.is_date)) into v_is_in_the_way;
  if not v_is_in_the_way then
    return false;
  end if;
  execute format('alter table %I detach partition %I', p_table, p_table || '_other');
  execute format('alter table %I rename to %I', p_table || '_other', p_table || '_aside');
  perform months_make_other(p_table);
  return true;
end $$;

-- The default partition: an insert always finds one.
create function months_make_other(p_table text) returns void language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  execute format('create table public.%I (like %I including all)', p_table || '_other', p_table);
  execute format('alter table %I attach partition %I default', p_table, p_table || '_other');
  perform months_refuse_truncate(p_table, p_table || '_other');
end $$;

-- Makes the months that are missing up to three after the current one; answers their names.
-- Changes nothing when they are there, or when another process is at it.
create function months_ahead() returns setof text language plpgsql security definer
set search_path = pg_catalog, public, pg_temp set lock_timeout = '1s' as $$
declare
  t month_tables;
  v_month date;
  v_until date := (date_trunc('month', now() at time zone 'America/Bogota')
    + interval '4 months')::date;
  v_is_aside boolean;
begin
  for t in select m.* from month_tables m
      where exists (select from pg_class c where c.oid = to_regclass(m.name) and c.relkind = 'p')
      order by m.name for update skip locked loop
    select max(p.until_month) into v_month from month_partitions p where p.table_name = t.name;
    v_month := coalesce(v_month, t.past_until);
    continue when v_month >= v_until;
    v_is_aside := months_set_aside(t.name, v_until);
    while v_month < v_until loop
      return next months_make(t.name, v_month);
      v_month := (v_month + interval '1 month')::date;
    end loop;
    if v_is_aside then
      execute format('insert into %I select * from %I', t.name, t.name || '_aside');
      execute format('drop table %I', t.name || '_aside');
    end if;
  end loop;
end $$;

-- What the operator must know: fewer than two months ahead, or rows that no month took.
create function months_alarms() returns table (table_name text, alarm text)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  t month_tables;
  v_has_rows boolean;
begin
  for t in select * from month_tables m order by m.name loop
    if not exists (select from month_partitions p where p.table_name = t.name and p.until_month >=
        date_trunc('month', now() at time zone 'America/Bogota') + interval '3 months') then
      return query select t.name, 'missing';
    end if;
    execute format('select exists (select from %I)', t.name || '_other') into v_has_rows;
    if v_has_rows then
      return query select t.name, 'unsorted';
    end if;
  end loop;
end $$;

-- SHA-256 of what came before and of this line.
create function months_link(p_before bytea, p_line text) returns bytea language sql immutable
parallel safe return sha256(p_before || convert_to(p_line, 'UTF8'));
-- The digest of lines in their order; constant memory, as a hash of all of them would not need.
create aggregate months_chain(text) (sfunc = months_link, stype = bytea, initcond = '');

-- Lines of a month after a row, as they are written to its file: JSON with times in UTC.
create function months_page(p_table text, p_month date, p_after_at timestamptz, p_after_id uuid,
  p_limit integer) returns table (at text, id uuid, line text)
language plpgsql stable set search_path = pg_catalog, public, pg_temp set timezone = 'UTC' as $$
begin
  perform from month_tables t where t.name = p_table and t.archives;
  if not found then
    raise exception 'months of % are not archived', p_table using errcode = '22023';
  end if;
  -- Both conditions begin at the same row: the first finds the partition, the second the row.
  return query execute format('select t.at::text, t.id, to_jsonb(t)::text from %I t
    where t.at >= greatest($1, $3) and (t.at, t.id) > (greatest($1, $3), $4) and t.at < $2
    order by t.at, t.id limit $5', p_table)
  using months_bound(p_month, false)::timestamptz,
    months_bound((p_month + interval '1 month')::date, false)::timestamptz,
    p_after_at, p_after_id, p_limit;
end $$;

-- Old months that have rows and are in no file yet, oldest first. Reads those partitions.
create function months_due() returns table (table_name text, month date)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare p record;
begin
  for p in select mp.table_name, mp.from_month, mp.until_month
      from month_partitions mp join month_tables t on t.name = mp.table_name and t.archives
      where mp.until_month <= months_limit(t.name) order by mp.until_month, mp.table_name loop
    return query execute format('select $1, m.month from (
        select distinct date_trunc(''month'', r.at at time zone ''America/Bogota'')::date as month
        from %I r where r.at < $2 and ($3 is null or r.at >= $3)) m
      where not exists (select from archived_months a
        where a.table_name = $1 and a.month = m.month)
      order by 1', p.table_name)
    using p.table_name, months_bound(p.until_month, false)::timestamptz,
      months_bound(p.from_month, false)::timestamptz;
  end loop;
end $$;

-- Remembers a month's file. False: it is in another one already.
create function months_record(p_id uuid, p_table text, p_month date, p_rows bigint, p_digest bytea,
  p_key text, p_bytes bigint) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if p_month + interval '1 month' > months_limit(p_table) then
    raise exception '% of % is too young', p_month, p_table using errcode = '22023';
  end if;
  insert into archived_months (id, table_name, month, rows, digest, storage_key, bytes)
  values (p_id, p_table, p_month, p_rows, p_digest, p_key, p_bytes)
  on conflict (table_name, month) do nothing;
  return found;
end $$;

-- A month's file has another name since: it was sealed with another key.
create function months_move(p_id uuid, p_from text, p_to text) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update archived_months set storage_key = p_to where id = p_id and storage_key = p_from;
  return found;
end $$;

-- Drops a partition whose months are all old enough and, where the table is archived, in files
-- whose lines were exactly these. Answers `dropped`, `gone`, `too_young` or `differs`.
create function months_drop(p_table text, p_partition text) returns text
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
set timezone = 'UTC' set lock_timeout = '1s' as $$
declare
  t month_tables;
  p month_partitions;
  v_is_in_files boolean;
begin
  select * into strict t from month_tables where name = p_table for update;
  select * into p from month_partitions where table_name = p_table and partition = p_partition;
  if not found then
    return 'gone';
  end if;
  if p.until_month > months_limit(p_table) then
    return 'too_young';
  end if;
  if t.archives then
    -- Nobody adds a row between this and the end of the transaction; readers go on.
    execute format('lock table %I in share mode', p_partition);
    execute format('select coalesce(bool_and(
        a.rows is not distinct from m.rows and a.digest is not distinct from m.digest), true)
      from (select l.month, count(*) as rows, months_chain(l.line order by l.at, l.id) as digest
        from (select date_trunc(''month'', r.at at time zone ''America/Bogota'')::date as month,
          r.at, r.id, to_jsonb(r)::text as line from %I r) l
        group by l.month) m
      left join archived_months a on a.table_name = $1 and a.month = m.month', p_partition)
    into v_is_in_files using p_table;
    if not v_is_in_files then
      return 'differs';
    end if;
  end if;
  execute format('alter table %I detach partition %I', p_table, p_partition);
  execute format('drop table %I', p_partition);
  update archived_months set dropped_at = now()
  where table_name = p_table and month < p.until_month and dropped_at is null
    and (p.from_month is null or month >= p.from_month);
  return 'dropped';
end $$;
