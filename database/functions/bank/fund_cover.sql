-- What the fund would pay now if the passenger of the failed booking took a car for p_fare: the
-- difference to the old fare at the price when the driver failed, in pesos, 0 for none. Never for a
-- fare outside the wallet, a booking made within 2 hours before the failure (unless it was itself
-- such a car), a person with two covers in 90 days, or when two of passenger, failing and new
-- drivers are the same hands. Nor for a trip that was published after the failure, or was ever
-- edited and is kept later than a minute after it: its price at the failure is not known.
create or replace function fund_cover(p_booking uuid, p_fare bigint, p_now timestamptz)
returns bigint language plpgsql stable security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  r rescues;
  b bookings;
  state record;
  v_cover bigint;
begin
  select * into r from rescues where booking_id = p_booking;
  select * into b from bookings where id = p_booking;
  v_cover := least(least(p_fare, r.fare_offered) - r.fare_before,
    r.fare_before * fund_setting('cover_percent', p_now) / 100, fund_setting('cover_max', p_now));
  if (r.fare_offered is not null and v_cover > 0 and r.cover_pesos = 0 and r.status <> 'declined'
      and b.payment_mode = 'billetera'
      and (b.created_at <= r.created_at - interval '2 hours'
        or exists (select from rescues where new_booking_ids @> array[b.id]))
      and coalesce(r.closed_at > p_now - interval '2 hours', true)
      and 2 > (select count(*) from rescues where person_id = r.person_id and cover_pesos > 0
        and created_at > p_now - interval '90 days')) is not true then
    return 0;
  end if;
  if exists (
    select from jsonb_path_query(r.offer -> 'kept', '$.**.tripId') as kept
    join trips t on t.id = (kept #>> '{}')::uuid
    where t.created_at > coalesce(b.closed_at, '-infinity') or t.revision > 0
      and coalesce((select k.created_at from seat_keeps k where k.id = r.keep_group), p_now)
        > coalesce(b.closed_at, '-infinity') + interval '1 minute')
  then
    return 0;
  end if;
  if (select bool_or(fund_same_hands(driver, known))
      from unnest(fund_drivers(r.offer)) as driver,
        unnest(array[b.driver_id, r.person_id]) as known) is distinct from false
    or fund_same_hands(b.driver_id, r.person_id)
  then
    return 0;
  end if;
  select * into state from fund_state(p_now);
  return case when state.covers and v_cover <= least(state.balance, state.month_left)
    then v_cover else 0 end;
end $$;
