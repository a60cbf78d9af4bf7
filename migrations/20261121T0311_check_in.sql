-- Boarding in one call: the booking, its event and its money, all or nothing, in the order of locks
-- that book_seat names. Whether the ticket is good was decided before, on the booking as it was
-- read: the call boards only one that is still confirmed and whose ticket is still p_generation.
-- No row answers that this has changed; the caller then decides again.
--
-- p_take says what is taken of what the booking holds, null when that is nothing: 'id', 'pesos' and
-- 'code' of the transfer, and of a fare the 'commission' on it, unless that is zero: 'id', 'from',
-- 'to' and 'pesos'. p_at is when the passenger boarded, p_now when that is written.
create function check_in(
  p_booking uuid, p_generation integer, p_by text, p_actor uuid, p_event uuid,
  p_take jsonb, p_at timestamptz, p_now timestamptz
) returns setof bookings language plpgsql security definer
set search_path = public set enable_seqscan = off as $$
declare
  b bookings;
  v_answer text;
  v_commission jsonb := nullif(p_take -> 'commission', 'null');
begin
  update bookings set status = 'checked_in', checked_in_at = p_at, checked_in_by = p_by,
    refunded_pesos = case when payment_mode = 'billetera' then 0 else refunded_pesos end,
    charged_pesos = case when payment_mode = 'billetera' then fare_pesos else charged_pesos end
  where id = p_booking and status = 'confirmed' and generation = p_generation
  returning * into b;
  if not found then return; end if;
  insert into booking_events (id, booking_id, at, actor_id, event, details)
  values (p_event, b.id, p_at, p_actor, 'checked_in', jsonb_build_object('by', p_by));
  if p_take is not null then
    v_answer := ledger_resolve((p_take ->> 'id')::uuid, 'post', b.hold_id,
      (p_take ->> 'pesos')::bigint, p_take ->> 'code', 'booking', b.id::text, p_now, p_at);
    if v_answer not in ('created', 'same') then
      raise exception 'booking %: taking its hold answered %', b.id, v_answer;
    end if;
  end if;
  if v_commission is not null then
    v_answer := ledger_move((v_commission ->> 'id')::uuid, 'transfer',
      (v_commission ->> 'from')::uuid, (v_commission ->> 'to')::uuid,
      (v_commission ->> 'pesos')::bigint, 'commission', 'booking', b.id::text, null, p_now, p_at);
    if v_answer not in ('created', 'same') then
      raise exception 'booking %: its commission answered %', b.id, v_answer;
    end if;
  end if;
  return next b;
end $$;
