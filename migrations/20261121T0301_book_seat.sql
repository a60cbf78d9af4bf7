-- Booking in one call. What every call of the app locks, it locks in this order: the caller's count
-- of calls, person, idempotency key, booking, wallets by id, kept seats, seats of the trip.

-- Counts one hit in the fixed window of a key. Answers the seconds to wait when that is too many,
-- else null.
create function count_hit(p_key text, p_max integer, p_window_seconds integer, p_now timestamptz)
returns integer language plpgsql as $$
declare
  v_hits integer;
  v_ends_at timestamptz;
begin
  insert into rate_limits as r (key, window_ends_at, hits)
  values (p_key, p_now + p_window_seconds * interval '1 second', 1)
  on conflict (key) do update set
    hits = case when r.window_ends_at <= p_now then 1 else r.hits + 1 end,
    window_ends_at = case when r.window_ends_at <= p_now
      then excluded.window_ends_at else r.window_ends_at end
  returning hits, window_ends_at into v_hits, v_ends_at;
  if v_hits <= p_max then return null; end if;
  return greatest(1, ceil(extract(epoch from v_ends_at - p_now)));
end $$;

-- What must hold of the caller before anything else of a call is looked at: a session that is
-- still open, and not too many calls. Null when it holds, else 'unauthenticated' or
-- 'rate_limited:<seconds>'. Without a session id the caller was checked before.
create function refuse_caller(
  p_session uuid, p_person uuid, p_limit_key text, p_limit_max integer, p_limit_seconds integer,
  p_now timestamptz
) returns text language plpgsql as $$
declare
  v_wait integer;
begin
  if p_session is null then return null; end if;
  perform from sessions
  where id = p_session and user_id = p_person and revoked_at is null and expires_at > p_now;
  if not found then return 'unauthenticated'; end if;
  if p_limit_key is null then return null; end if;
  v_wait := count_hit(p_limit_key, p_limit_max, p_limit_seconds, p_now);
  return 'rate_limited:' || v_wait;
end $$;

-- Takes seats on every leg of a part of a trip, or none. False when one leg has too few, sales are
-- closed, or the trip is no longer the one that was read (null: whatever it is now). Its row stays
-- locked until the end of the transaction, so this comes last in it.
create function take_seats(
  p_trip uuid, p_from integer, p_to integer, p_seats integer, p_revision integer
) returns boolean language plpgsql as $$
begin
  -- The slice counts from 1 and includes both ends. One that ends past the last leg would be cut
  -- short, and all of an empty slice is true of anything: hence the check of the length.
  update trip_seats
  set seats_left[p_from + 1:p_to] = (
    select array_agg(leg.free - p_seats::smallint order by leg.no)
    from unnest(seats_left[p_from + 1:p_to]) with ordinality as leg (free, no))
  where trip_id = p_trip and open and revision = coalesce(p_revision, revision)
    and cardinality(seats_left) >= p_to
    and p_seats <= all (seats_left[p_from + 1:p_to]);
  return found;
end $$;

-- Gives seats back to the legs they were taken from, open or not. False when there is no such trip.
create function return_seats(p_trip uuid, p_from integer, p_to integer, p_seats integer)
returns boolean language plpgsql as $$
begin
  update trip_seats
  set seats_left[p_from + 1:p_to] = (
    select array_agg(leg.free + p_seats::smallint order by leg.no)
    from unnest(seats_left[p_from + 1:p_to]) with ordinality as leg (free, no))
  where trip_id = p_trip and cardinality(seats_left) >= p_to;
  return found;
end $$;

-- Takes the seats of a booking, those that its passenger kept first: a keep of just these seats
-- becomes the booking's; any other open one of the passenger on this trip ends and the seats are
-- taken as by anybody. Answers as take_seats.
create function take_kept_seats(
  p_keep uuid, p_passenger uuid, p_trip uuid, p_from integer, p_to integer, p_seats integer,
  p_revision integer, p_now timestamptz
) returns boolean language plpgsql as $$
declare
  v_keep seat_keeps;
begin
  update seat_keeps k
  set closed_at = p_now, status = case
    when expires_at <= p_now then 'expired'
    when (from_seq, to_seq, seats, revision) = (p_from, p_to, p_seats, p_revision) then 'used'
    else 'released' end
  where id = p_keep and passenger_id = p_passenger and trip_id = p_trip and status = 'open'
  returning * into v_keep;
  if v_keep.status = 'used' then
    -- The seats are taken already; that they are still sold at these terms must hold to the end.
    perform from trip_seats where trip_id = p_trip and open and revision = p_revision
      for no key update;
    return found;
  end if;
  if v_keep.id is not null then
    perform return_seats(p_trip, v_keep.from_seq, v_keep.to_seq, v_keep.seats);
  end if;
  return take_seats(p_trip, p_from, p_to, p_seats, p_revision);
end $$;

-- What a key of a passenger has led to: null when nothing yet, 'repeated:<booking>',
-- 'insufficient_funds' when it was refused for good, or 'idempotency_mismatch'. p_booking and
-- p_hold are the ids that the key leads to: they tell of it even when its row was purged.
create function outcome_of_key(
  p_passenger uuid, p_key text, p_hash text, p_booking uuid, p_hold uuid
) returns text language plpgsql stable as $$
declare
  v_hash text;
  v_booking uuid := p_booking;
begin
  if p_key is null then return null; end if;
  select request_hash, resource_id into v_hash, v_booking from idempotency_keys
  where actor_id = p_passenger and operation = 'bookings.book' and key = p_key;
  if v_hash is not null and v_hash <> p_hash then return 'idempotency_mismatch'; end if;
  v_booking := coalesce(v_booking, p_booking);
  perform from bookings where id = v_booking;
  if found then return 'repeated:' || v_booking; end if;
  -- The row of a key without its booking is written with one refusal only.
  if v_hash is not null then return 'insufficient_funds'; end if;
  perform from ledger_refusals where transfer_id = p_hold;
  return case when found then 'insufficient_funds' end;
end $$;

-- Whether a booking would find its seats by now, with those that its passenger keeps.
create function has_seats(s trip_seats, b bookings, p_keep uuid) returns boolean
language plpgsql stable as $$
declare
  v_keep seat_keeps;
begin
  if cardinality(s.seats_left) < b.to_seq then return false; end if;
  if b.seats <= all (s.seats_left[b.from_seq + 1:b.to_seq]) then return true; end if;
  if p_keep is null then return false; end if;
  select * into v_keep from seat_keeps
  where id = p_keep and passenger_id = b.passenger_id and trip_id = b.trip_id and status = 'open';
  if not found then return false; end if;
  return b.seats <= all (
    select leg.free + case when leg.no > v_keep.from_seq and leg.no <= v_keep.to_seq
                        then v_keep.seats else 0 end
    from unnest(s.seats_left) with ordinality as leg (free, no)
    where leg.no > b.from_seq and leg.no <= b.to_seq);
end $$;

-- In `directo` nothing is paid ahead, so that one person has only so many seats (p_limits: open),
-- and none on a trip whose seats they returned that often (p_limits: returns) by their own choice:
-- before the pick-up, while the driver had moved it by less than movedMs. Null when that holds.
create function refuse_direct(b bookings, p_limits jsonb) returns text language plpgsql stable as $$
declare
  v_open bigint;
  v_returned bigint;
begin
  select count(*) filter (where payment_mode = 'directo' and status in ('requested', 'confirmed')),
    count(*) filter (where trip_id = b.trip_id and status = 'cancelled_by_passenger'
      and closed_at < picks_up_at and moved_ms < (p_limits ->> 'movedMs')::bigint)
    into v_open, v_returned from bookings where passenger_id = b.passenger_id;
  if v_open >= (p_limits ->> 'open')::int then return 'too_many_open_bookings'; end if;
  return case when v_returned >= (p_limits ->> 'returns')::int then 'returns_limit' end;
end $$;

-- Books: key, booking, its first event and its job, the hold of the money, the seats; all or
-- nothing, in the order above. p_booking has the columns of `bookings` as the app decided them:
-- what it costs and when it may be booked are its rules, made from the trip at p_revision.
--
-- Everything is looked at before the first write, and what is refused then leaves no trace. If what
-- was seen is no longer so when it is written, the call ends with 40001 and is made again: then it
-- sees why. One refusal is written down: for lack of money, with a key; the key keeps failing.
--
-- Answers 'booked', what outcome_of_key and refuse_caller answer, or why not: 'changed' (the trip
-- is not at p_revision or not on sale), 'email_unconfirmed', 'debt_open:<pesos>',
-- 'overlapping_booking', 'returns_limit', 'already_booked', 'seats_unavailable',
-- 'too_many_open_bookings', 'insufficient_funds', 'driver_balance_low', 'no_wallet'.
create function book_seat(
  p_booking jsonb, p_revision integer, p_keep uuid, p_key text, p_hash text,
  p_hold jsonb, p_event uuid, p_job uuid, p_job_name text, p_due timestamptz,
  p_direct jsonb, p_session uuid, p_limit_key text, p_limit_max integer,
  p_limit_seconds integer, p_now timestamptz
) returns text language plpgsql security definer set search_path = public as $$
declare
  b bookings := jsonb_populate_record(null::bookings, p_booking);
  v_answer text;
  v_confirmed boolean;
  v_enough boolean;
  v_open boolean;
  v_free bigint;
  v_debit uuid := p_hold ->> 'debit';
  v_credit uuid := p_hold ->> 'credit';
  v_pesos bigint;
  v_code text := p_hold ->> 'code';
begin
  v_answer := refuse_caller(p_session, b.passenger_id, p_limit_key, p_limit_max, p_limit_seconds,
                            p_now);
  if v_answer is not null then return v_answer; end if;
  -- Nobody else counts or adds bookings of this person until the end, and a parallel call with the
  -- same key waits here.
  select email_confirmed_at is not null into v_confirmed from users
  where id = b.passenger_id for no key update;
  v_answer := outcome_of_key(b.passenger_id, p_key, p_hash, b.id, b.hold_id);
  if v_answer is not null then return v_answer; end if;
  if v_confirmed is not true then return 'email_unconfirmed'; end if;
  v_pesos := ledger_debt(b.passenger_id);
  if v_pesos > 0 then return 'debt_open:' || v_pesos; end if;

  -- The trip and its seats, as they are before this call waits for anybody.
  select open and revision = p_revision, has_seats(s, b, p_keep)
    into v_open, v_enough from trip_seats s where trip_id = b.trip_id;
  if v_open is not true then return 'changed'; end if;
  perform from overlapping_booking(b.passenger_id, b.trip_id, b.picks_up_at, b.drops_off_at);
  if found then return 'overlapping_booking'; end if;
  if b.payment_mode = 'directo' then
    v_answer := refuse_direct(b, p_direct);
    if v_answer is not null then return v_answer; end if;
  end if;
  perform from bookings
  where trip_id = b.trip_id and passenger_id = b.passenger_id
    and status in ('requested', 'confirmed', 'checked_in');
  if found then return 'already_booked'; end if;
  if v_enough is not true then return 'seats_unavailable'; end if;

  -- The money, by a look that locks nothing.
  v_pesos := coalesce((p_hold ->> 'pesos')::bigint, 0);
  if v_pesos > 0 then
    if (select count(*) from ledger_accounts where id in (v_debit, v_credit)) < 2 then
      return 'no_wallet';
    end if;
    select credits_posted - debits_posted - debits_pending into v_free
      from ledger_accounts where id = v_debit;
    if v_free < v_pesos and v_code = 'commission' then return 'driver_balance_low'; end if;
    if v_free < v_pesos and p_key is null then return 'insufficient_funds'; end if;
  end if;

  -- From here on it is written.
  if p_key is not null then
    insert into idempotency_keys (actor_id, operation, key, request_hash, resource_id, created_at)
    values (b.passenger_id, 'bookings.book', p_key, p_hash, b.id, p_now)
    on conflict do nothing;
    if not found then raise serialization_failure using message = 'the key is in use'; end if;
  end if;
  insert into bookings values (b.*) on conflict do nothing;
  if not found then
    raise serialization_failure using message = 'another booking or the same code';
  end if;
  if v_free < v_pesos then
    v_answer := ledger_move(b.hold_id, 'pending', v_debit, v_credit, v_pesos, v_code, 'booking',
                            b.id::text, null, p_now);
    if v_answer = 'refused:insufficient_funds' then
      delete from bookings where id = b.id;
      return 'insufficient_funds';
    end if;
    raise serialization_failure using message = 'money has come in';
  end if;
  insert into booking_events (id, booking_id, at, actor_id, event)
  values (p_event, b.id, p_now, b.passenger_id, b.status);
  insert into jobs (id, name, payload, run_at, created_at)
  values (p_job, p_job_name, jsonb_build_object('bookingId', b.id), p_due, p_now);
  if v_pesos > 0 then
    v_answer := ledger_move(b.hold_id, 'pending', v_debit, v_credit, v_pesos, v_code, 'booking',
                            b.id::text, null, p_now);
    if v_answer <> 'created' then
      raise serialization_failure using message = 'hold: ' || v_answer;
    end if;
  end if;
  if p_keep is null then
    v_enough := take_seats(b.trip_id, b.from_seq, b.to_seq, b.seats, p_revision);
  else
    v_enough := take_kept_seats(p_keep, b.passenger_id, b.trip_id, b.from_seq, b.to_seq, b.seats,
                                p_revision, p_now);
  end if;
  if not v_enough then raise serialization_failure using message = 'the seats are gone'; end if;
  return 'booked';
end $$;
