-- Moves an open booking to another segment of its trip, as the app decided from p_seen (see
-- `cancel_bookings`). p_new has the columns from_seq, to_seq, from_point_id, to_point_id,
-- fare_pesos, picks_up_at, drops_off_at, expires_at and refund_ahead_ms, planned on the trip at
-- p_revision. The generation rises by one, which revokes the tickets issued so far.
--
-- Locks in the order of `book_seats`: person, booking, wallets by id, seats. A refusal writes
-- nothing. A conflict with another transaction ends the call with 40001; the app repeats it.
--
-- Answers 'moved', 'changed' (booking, facts or trip have changed), 'seats_unavailable',
-- 'overlapping_booking', 'insufficient_funds' or 'driver_balance_low'.
create or replace function change_segment(
  p_booking uuid, p_passenger uuid, p_seen text, p_moved_ms bigint, p_new jsonb,
  p_revision integer, p_event uuid, p_details jsonb, p_now timestamptz
) returns text language plpgsql security definer
set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
declare
  b bookings;
  a bookings;
  n bookings := jsonb_populate_record(null::bookings, p_new);
  h booking_hold;
  v_same_money boolean;
  seen record;
begin
  -- No other transaction adds bookings of this person until the end.
  perform from users where id = p_passenger for no key update;
  select * into b from bookings where id = p_booking and passenger_id = p_passenger
    for no key update;
  a := b;
  a.from_seq := n.from_seq; a.to_seq := n.to_seq;
  a.fare_pesos := n.fare_pesos;
  h := ledger_hold_of(a);
  -- The id of the first hold derives from the booking alone, later ones from its generation too.
  h.id := case when h.id is not null
    then derived_id('booking.hold', b.id::text || '.' || (b.generation + 1)::text) end;
  select held.amount is not distinct from h.pesos into v_same_money
  from (select) as one left join ledger_transfers held on held.id = b.hold_id;

  select concat_ws('|', b, f, t.status) as fingerprint,
    s.open and s.revision = p_revision as on_sale,
    -- The booking's own seats count as free.
    cardinality(s.seats_left) >= n.to_seq and b.seats <= all (
      select leg.free + case when leg.no > b.from_seq and leg.no <= b.to_seq
                          then b.seats else 0 end
      from unnest(s.seats_left) with ordinality as leg (free, no)
      where leg.no > n.from_seq and leg.no <= n.to_seq) as enough,
    exists (select from crossing_of(b.passenger_id, b.trip_id, n.picks_up_at, n.drops_off_at))
      as elsewhere,
    payer.credits_posted - payer.debits_posted - payer.debits_pending
      + coalesce(held.amount, 0) as free
    into seen
  from trips t
  join trip_seats s on s.trip_id = t.id
  cross join booking_facts(b.id, b.trip_id, b.passenger_id, b.from_seq, p_moved_ms) as f
  left join ledger_accounts payer on payer.id = h.debit
  left join ledger_transfers held on held.id = b.hold_id
  where t.id = b.trip_id;
  if seen.fingerprint is distinct from p_seen or seen.on_sale is not true then
    return 'changed';
  end if;
  if a.expires_at is null and not sold_at_once(a.trip_id, a.from_seq, a.to_seq, p_now) then
    return 'changed';
  end if;
  if seen.elsewhere then return 'overlapping_booking'; end if;
  if seen.enough is not true then return 'seats_unavailable'; end if;
  if seen.free < h.pesos then
    return case h.code when 'commission' then 'driver_balance_low' else 'insufficient_funds' end;
  end if;

  -- Write phase.
  with moved as (
    update bookings set from_seq = n.from_seq, to_seq = n.to_seq,
      from_point_id = n.from_point_id, to_point_id = n.to_point_id, fare_pesos = n.fare_pesos,
      picks_up_at = n.picks_up_at, drops_off_at = n.drops_off_at, expires_at = n.expires_at,
      refund_ahead_ms = n.refund_ahead_ms,
      generation = b.generation + 1,
      hold_id = case when v_same_money then b.hold_id else h.id end,
      -- The passenger chose the new times, so earlier moves of the trip no longer count.
      agreed_pickup_at = null, moved_ms = 0, trip_changed_at = null, meeting_moved = false,
      change_accepted_at = null
    where id = b.id returning *
  ), noted as (
    insert into booking_events (id, booking_id, at, actor_id, event, details)
    select p_event, id, p_now, p_passenger, 'segment_changed', p_details from moved
  )
  select * into a from moved;
  if not v_same_money and not ledger_replace_hold(b.hold_id, a, h, p_now) then
    raise serialization_failure using message = 'the money is gone';
  end if;
  perform return_seats(b.trip_id, b.from_seq, b.to_seq, b.seats);
  if not take_seats(a.trip_id, a.from_seq, a.to_seq, a.seats, p_revision) then
    raise serialization_failure using message = 'the seats are gone';
  end if;
  if not take_extra_stops(a) then
    raise serialization_failure using message = 'an extra stop is gone';
  end if;
  return 'moved';
end $$;
