-- Books for each of p_calls: the stored key, the booking with its first event and job, the hold of
-- the money, and the seats. Answers one text per call, in their order:
--   'booked'                        all of it is written
--   'again'                         another call of the same statement took the seat: ask again
--   'alone'                         the call would wait, or its refusal is stored: ask alone
--   'changed'                       the trip is not at `revision`, or is not on sale
--   what `refuse_callers` and `outcome_of_key` answer
--   'account_closing', 'account_suspended', 'account_expelled', 'email_unconfirmed',
--   'profile_incomplete:<missing_of>', 'debt_open:<pesos>', 'trip_unavailable',
--   what `kept_out` answers, 'overlapping_booking', 'returns_limit', 'already_booked',
--   'too_many_open_bookings', 'seats_unavailable', 'insufficient_funds', 'driver_balance_low',
--   'no_wallet'
--
-- `booking` has the columns of `bookings` as the app decided them from the trip at `revision`: what
-- it costs and when it may be booked are rules of the app.
--
-- With p_waits there is one call, which waits for locks. Without it nobody waits for another call
-- of the same people, and nobody waits longer than 250 ms for a wallet or a seat. What cannot be
-- written together ends with 40001 or 55P03: everything is undone, and each caller asks again
-- alone. No two of p_calls are of one person, and in a call of several only the passenger pays.
--
-- Everything is read before the first write, so a refusal writes nothing, with one exception: a
-- refusal for lack of money is stored with its key, and the key keeps failing. A closing account is
-- answered here, because the trigger of `bookings` would undo the calls of everybody in the
-- statement.
--
-- Locks, in this order: the caller's count of calls, people, idempotency keys, bookings, wallets by
-- id, kept seats, seats. Seats are last because most people wait for them.
create or replace function book_seats(
  p_calls jsonb, p_waits boolean, p_direct jsonb, p_now timestamptz
) returns text[] language plpgsql security definer
set search_path = pg_catalog, public, pg_temp
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan as $$
declare
  calls booking_call[] := array(
    select c from jsonb_populate_recordset(null::booking_call, p_calls) as c);
  holds booking_hold[] := array(select ledger_hold_of(c.booking) from unnest(calls) as c);
  booked bookings[] := array(select c.booking from unnest(calls) as c);
  people uuid[] := array(select passenger_id from unnest(booked));
  refusals text[];
  answers text[];
  v_row bookings;
  v_done boolean;
begin
  if exists (select from unnest(calls, holds) where (booking).hold_id is distinct from id) then
    raise exception 'a booking must hold what its row says: %', array(
      select id from unnest(booked));
  end if;
  if not p_waits then
    -- Whoever holds a wallet or a seat is about to commit; if not, these people go on alone.
    perform set_config('lock_timeout', '250ms', true);
    -- Calls of several about one trip go one after the other, before either looks at its seats.
    perform pg_advisory_xact_lock(hashtext('book_seats'), trip) from (
      select distinct hashtext(trip_id::text) as trip from unnest(booked) order by trip) as trips;
  end if;
  refusals := refuse_callers(array(
    select row(session, (booking).passenger_id, limit_key, limit_max, limit_seconds)::checked_caller
    from unnest(calls)), p_waits, p_now);
  if array_position(refusals, null) is null then return refusals; end if;
  -- Nobody else counts or adds bookings of these people until the end, and a parallel call with the
  -- same key waits here. A statement of its own: the next one must see what was waited for.
  if p_waits then
    perform from users where id = any (people) for no key update;
  else
    people := array(select id from users where id = any (people) order by id
                    for no key update skip locked);
  end if;

  -- The trips, their seats and the money, as they are before anybody else is waited for.
  select array_agg(coalesce(c.refused, case
      when b.passenger_id <> all (people) then 'alone'
      when earlier.answer is not null then earlier.answer
      when p.email_confirmed_at is null then 'email_unconfirmed'
      when missing_of(p) <> '' then 'profile_incomplete:' || missing_of(p)
      when exists (
        select from account_closings c where c.user_id = p.id and c.taken_back_at is null)
        then 'account_closing'
      when own.expelled then 'account_expelled'
      when own.suspended_until > p_now then 'account_suspended'
      when parties.apart or exists (
        select from user_standing u where u.user_id = b.driver_id
          and (u.expelled or u.suspended_until > greatest(p_now, b.picks_up_at)))
        then 'trip_unavailable'
      when owed.debits_posted - owed.credits_posted > 0
        then 'debt_open:' || owed.debits_posted - owed.credits_posted
      when (s.open and s.revision = c.revision) is not true then 'changed'
      when audience.answer is not null then audience.answer
      when exists (
        select from crossing_of(b.passenger_id, b.trip_id, b.picks_up_at, b.drops_off_at))
        then 'overlapping_booking'
      when b.payment_mode = 'directo' and refuse_direct(c.booking, p_direct) is not null
        then refuse_direct(c.booking, p_direct)
      when exists (
        select from bookings o where o.trip_id = b.trip_id and o.passenger_id = b.passenger_id
          and o.status in ('requested', 'confirmed', 'checked_in'))
        then 'already_booked'
      when (cardinality(s.seats_left) >= b.to_seq
          and b.seats <= all (s.seats_left[b.from_seq + 1:b.to_seq])) is not true
        and not has_kept_seats(c.booking, c.keep)
        then 'seats_unavailable'
      -- Those before it in this call take some of the seats that it would find.
      when c.keep is null and (
        select sum(e.seats) from unnest(booked) with ordinality as e
        where e.ordinality < c.no and e.trip_id = b.trip_id
          and e.from_seq < b.to_seq and e.to_seq > b.from_seq
      ) + b.seats > any (s.seats_left[b.from_seq + 1:b.to_seq])
        then 'again'
      when c.hold is not null and (payer.id is null or payee.id is null) then 'no_wallet'
      when payer.credits_posted - payer.debits_posted - payer.debits_pending < c.pesos
        then case when c.hold_code = 'commission' then 'driver_balance_low'
                  when c.key is null then 'insufficient_funds' else 'alone' end
    end) order by c.no) into answers
  from unnest(calls, holds, refusals) with ordinality as c (
    booking, revision, keep, key, hash, seen, event, job, job_name, due, session, limit_key,
    limit_max, limit_seconds, hold, debit, credit, pesos, hold_code, refused, no)
  cross join lateral (select (c.booking).*) as b
  left join users p on p.id = b.passenger_id
  left join outcome_of_key(b.passenger_id, c.key, c.hash, b.id,
    derived_id('booking.hold', b.id::text)) as earlier on true
  left join trip_seats s on s.trip_id = b.trip_id
  left join audience_of_trip(p, b.trip_id, b.seats) as audience on true
  left join ledger_accounts payer on payer.id = c.debit
  left join ledger_accounts payee on payee.id = c.credit
  left join ledger_accounts owed
    on owed.owner_id = p.id and owed.kind = 'receivable' and owed.currency = 'COP'
  left join user_standing own on own.user_id = p.id
  left join parties_apart(b.passenger_id, b.driver_id, b.trip_id) as parties on true;

  -- With p_waits there is one reason for it: this refusal is stored.
  if p_waits and answers[1] = 'alone' then
    insert into new_idempotency_keys
      (actor_id, operation, key, request_hash, resource_id, created_at)
    values (people[1], 'bookings.book', calls[1].key, calls[1].hash, (calls[1].booking).id, p_now);
    if ledger_refuse_booking(calls[1].booking, holds[1], p_now) then
      return array['insufficient_funds'];
    end if;
    raise serialization_failure using message = 'money has come in';
  end if;

  if not p_waits and array['alone', 'again'] && answers then
    perform forget_callers(array(
      select calls[no].limit_key from unnest(answers, refusals) with ordinality
        as a (answer, refusal, no) where answer in ('alone', 'again') and refusal is null));
  end if;

  -- From here on it is written, for those without an answer yet.
  calls := array(select calls[no] from unnest(answers) with ordinality as a (answer, no)
                 where answer is null);
  holds := array(select holds[no] from unnest(answers) with ordinality as a (answer, no)
                 where answer is null);
  booked := array(select c.booking from unnest(calls) as c);
  if cardinality(calls) = 0 then return answers; end if;
  with keyed as (
    insert into new_idempotency_keys
      (actor_id, operation, key, request_hash, resource_id, created_at)
    select (c.booking).passenger_id, 'bookings.book', c.key, c.hash, (c.booking).id, p_now
    from unnest(calls) as c where c.key is not null
    on conflict do nothing returning key
  ), written as (
    insert into bookings (
      id, trip_id, passenger_id, driver_id, from_seq, to_seq, from_point_id, to_point_id, seats,
      fare_pesos, commission_bp, payment_mode, status, hold_id, code, generation, picks_up_at,
      drops_off_at, created_at, expires_at, confirmed_at, moved_ms)
    select
      id, trip_id, passenger_id, driver_id, from_seq, to_seq, from_point_id, to_point_id, seats,
      fare_pesos, commission_bp, payment_mode, status, hold_id, code, generation, picks_up_at,
      drops_off_at, created_at, expires_at, confirmed_at, moved_ms
    from unnest(booked)
    on conflict do nothing
    returning id, passenger_id, status
  ), noted as (
    insert into booking_events (id, booking_id, at, actor_id, event)
    select c.event, w.id, p_now, w.passenger_id, w.status
    from written w join unnest(calls) as c on (c.booking).id = w.id
  ), queued as (
    insert into new_jobs (id, name, payload, run_at, created_at)
    select c.job, c.job_name, jsonb_build_object('bookingId', w.id), c.due, p_now
    from written w join unnest(calls) as c on (c.booking).id = w.id
  )
  select (select count(*) from written) = cardinality(calls)
    and (select count(*) from keyed) = (select count(key) from unnest(calls)) into v_done;
  if not v_done then
    raise serialization_failure using message = 'another booking, the same code or the same key';
  end if;
  if not ledger_hold_bookings(array(select id from unnest(booked)), holds, p_now) then
    raise serialization_failure using message = 'the money is gone';
  end if;
  -- Seats are taken last, and in one order, as another call may take several.
  if p_waits and calls[1].keep is not null then
    v_row := booked[1];
    v_done := take_kept_seats(calls[1].keep, v_row.passenger_id, v_row.trip_id, v_row.from_seq,
                              v_row.to_seq, v_row.seats, calls[1].revision, p_now);
  else
    if cardinality(booked) > 1 then
      perform from trip_seats where trip_id = any (array(select trip_id from unnest(booked)))
      order by trip_id for no key update;
    end if;
    select bool_and(case when asked = 1
        then take_seats(trip_id, from_seqs[1], to_seqs[1], seats[1], revision)
        else take_seats_of(trip_id, from_seqs, to_seqs, seats, revision) end) into v_done
    from (
      select b.trip_id, c.revision, count(*) as asked, array_agg(b.from_seq) as from_seqs,
        array_agg(b.to_seq) as to_seqs, array_agg(b.seats::integer) as seats
      from unnest(calls) as c cross join lateral (select (c.booking).*) as b
      group by b.trip_id, c.revision) as each_trip;
  end if;
  if not v_done then raise serialization_failure using message = 'the seats are gone'; end if;
  return array(select coalesce(answer, 'booked') from unnest(answers) as a (answer));
end $$;
