-- Pesos that a person may withdraw, and the pesos that cannot leave, by reason. `young`: not mature
-- yet; of these, `next_pesos` have matured at `next_at`: all lots of the minute in which the next
-- matures, because people read minutes. `travel_only`: credits by the team.
create or replace function ledger_withdrawable(
  p_user uuid, p_now timestamptz, out withdrawable bigint, out young bigint, out disputed bigint,
  out held bigint, out travel_only bigint, out next_at timestamptz, out next_pesos bigint
) language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with lots as materialized (
    select l.*, case when l.disputed then 'disputed' when l.held then 'held'
      when l.matures_at = 'infinity' then 'travel_only'
      when l.matures_at > p_now then 'young' else 'free' end as part
    from ledger_wallet_lots(p_user, p_now) as l
  ), first as (
    select date_trunc('minute', max(matures_at) + interval '59.999999 seconds') as at from lots
    where part = 'young' and matures_at < (
      select date_trunc('minute', min(matures_at)) + interval '1 minute' from lots
      where part = 'young')
  )
  select
    greatest(0, coalesce(sum(pesos) filter (where part = 'free'), 0)
      - ledger_debt(p_user))::bigint,
    coalesce(sum(pesos) filter (where part = 'young'), 0)::bigint,
    coalesce(sum(pesos) filter (where part = 'disputed'), 0)::bigint,
    coalesce(sum(pesos) filter (where part = 'held'), 0)::bigint,
    coalesce(sum(pesos) filter (where part = 'travel_only'), 0)::bigint,
    (select at from first),
    coalesce(sum(pesos) filter (where part = 'young' and matures_at <= first.at), 0)::bigint
  from first left join lots on true
$$;
