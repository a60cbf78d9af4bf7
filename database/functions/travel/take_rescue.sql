-- Books the kept journey of the failed booking p_booking, as `book_seats` does with p_waits, and
-- pays what the fund covers of it, or does nothing. The same car is sold for two hours after the
-- keep; one whose driver was asked and agreed only during it. Answers as `book_seats`, or for each
-- call 'rescue_ended', or 'price_changed' when the fund pays less than `cover` of the first one,
-- which is what the person saw, in pesos.
--
-- Locks: person, rescue, fund, then those of `book_seats`. Nobody waits for this person's row while
-- holding the fund.
create or replace function take_rescue(
  p_calls jsonb, p_booking uuid, p_moved_ms bigint, p_now timestamptz
) returns text[] language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  v_booked bookings[] := array(
    select c.booking from jsonb_populate_recordset(null::booking_call, p_calls) as c);
  v_answers text[];
  v_cover bigint := 0;
begin
  perform from users where id = v_booked[1].passenger_id for no key update;
  perform from rescues
  where booking_id = p_booking and person_id = v_booked[1].passenger_id
    and status in ('offered', 'expired') and expires_at > p_now - interval '2 hours'
    -- Confirmed, with the deadline of a request: the driver agreed.
    and case when (offer #>> '{kept,agreed}')::boolean
      then expires_at > p_now and offer #>> '{kept,parts,0,tripId}' = v_booked[1].trip_id::text
      else v_booked[1].status = 'requested' or v_booked[1].expires_at is null end
  for no key update;
  if not found then return array_fill('rescue_ended'::text, array[cardinality(v_booked)]); end if;
  -- Cash proves no fare, so the fund covers nothing of it.
  if (select payment_mode from bookings where id = p_booking) = 'billetera'
      and v_booked[1].payment_mode = 'billetera' then
    v_cover := fund_pay_cover(
      p_booking, (select sum(fare_pesos) from unnest(v_booked))::bigint, p_now);
  end if;
  if v_cover < (p_calls #>> '{0,cover}')::bigint then
    v_answers := array_fill('price_changed'::text, array[cardinality(v_booked)]);
    raise exception using errcode = 'RS001';
  end if;
  v_answers := book_seats(p_calls, true, p_moved_ms, p_now);
  if v_answers is distinct from array_fill('booked'::text, array[cardinality(v_booked)]) then
    raise exception using errcode = 'RS001';
  end if;
  update rescues set status = 'taken', closed_at = p_now,
    new_booking_ids = array(select id from unnest(v_booked))
  where booking_id = p_booking;
  return v_answers;
exception when sqlstate 'RS001' then return v_answers;
end $$;
