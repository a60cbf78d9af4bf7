-- Gives back some of the seats of an open booking, as the app decided with its row locked. p_part
-- has id, code, seats, fare_pesos, refunded_pesos and charged_pesos of the seats that leave: they
-- become a cancelled booking, whose money ends as that of every other, made a moment earlier, so
-- that the newest booking of a person on a trip is the one that stays. That has new tickets.
-- p_events are the ids of the events of the part, which is told, and of the rest.
-- Locks in the order of `book_seats`: booking, wallets by id, seats. A conflict ends in 40001.
create or replace function give_back_seats(
  p_booking uuid, p_passenger uuid, p_part jsonb, p_rule text, p_events uuid[], p_now timestamptz
) returns void language plpgsql security definer
set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
declare
  n bookings := jsonb_populate_record(null::bookings, p_part);
  b bookings;
  part bookings;
  h booking_hold;
  v_old uuid;
begin
  select * into b from bookings
  where id = p_booking and passenger_id = p_passenger and status in ('requested', 'confirmed')
    and aboard_said_at is null and disputed_at is null and picks_up_at > p_now
  for no key update;
  if not found or not n.seats between 1 and b.seats - 1
     or n.fare_pesos <> b.fare_pesos - b.fare_pesos * (b.seats - n.seats) / b.seats
     or n.refunded_pesos + n.charged_pesos <> n.fare_pesos
     or (b.payment_mode = 'billetera') <> (n.refunded_pesos + n.charged_pesos is not null) then
    raise exception 'booking % does not give back %', p_booking, p_part;
  end if;
  v_old := b.hold_id;
  part := b;
  part.id := n.id; part.code := n.code;
  part.seats := n.seats; part.fare_pesos := n.fare_pesos;
  part.refunded_pesos := n.refunded_pesos; part.charged_pesos := n.charged_pesos;
  part.status := 'cancelled_by_passenger'; part.closed_at := p_now;
  b.seats := b.seats - n.seats; b.fare_pesos := b.fare_pesos - n.fare_pesos;
  b.generation := b.generation + 1;
  h := ledger_hold_of(b);
  -- The id of the first hold derives from the booking alone, later ones from its generation too.
  h.id := case when h.id is not null
    then derived_id('booking.hold', b.id::text || '.' || b.generation::text) end;
  if exists (select from ledger_transfers where id = v_old and amount = h.pesos) then
    h.id := v_old;
  end if;
  -- In `directo` nothing is charged for the part, so nothing is held for it.
  part.hold_id := case part.payment_mode when 'billetera' then (ledger_hold_of(part)).id end;
  update bookings set seats = b.seats, fare_pesos = b.fare_pesos, generation = b.generation,
    hold_id = h.id
  where id = b.id;
  insert into bookings (
    id, trip_id, passenger_id, driver_id, from_seq, to_seq, from_point_id, to_point_id, seats,
    fare_pesos, commission_bp, payment_mode, status, hold_id, code, picks_up_at, drops_off_at,
    created_at, closed_at, refunded_pesos, charged_pesos, part_of, moved_ms, meeting_moved)
  values (
    part.id, b.trip_id, b.passenger_id, b.driver_id, b.from_seq, b.to_seq, b.from_point_id,
    b.to_point_id, part.seats, part.fare_pesos, b.commission_bp, b.payment_mode, part.status,
    part.hold_id, part.code, b.picks_up_at, b.drops_off_at,
    b.created_at - interval '1 millisecond', p_now, part.refunded_pesos, part.charged_pesos, b.id,
    b.moved_ms, b.meeting_moved);
  insert into booking_events (id, booking_id, at, actor_id, event, details) values
    (p_events[1], part.id, p_now, p_passenger, 'seats_returned',
      jsonb_build_object('rule', p_rule, 'left', b.seats)),
    (p_events[2], b.id, p_now, p_passenger, 'seats_left',
      jsonb_build_object('seats', b.seats, 'part', part.id));
  if h.id is distinct from v_old
     and not ledger_replace_hold(v_old, b, h, p_now, part.hold_id is not null)
     or part.hold_id is not null
     and not ledger_hold_bookings(array[part.id], array[ledger_hold_of(part)], p_now) then
    raise serialization_failure using message = 'the money is gone';
  end if;
  perform ledger_end_holds(array[part], array[p_now], p_now);
  if not return_seats(part.trip_id, part.from_seq, part.to_seq, part.seats) then
    raise exception 'its seats return to no trip: %', part.id;
  end if;
end $$;
