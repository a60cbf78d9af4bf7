-- Booking was about 45 statements inside its call, and each of them costs more to start than to
-- run. Now one reads all that is looked at, one writes the booking, and money and seats are as many
-- as there are locks to wait for.

-- As before (null when it holds), session and count of calls in one statement.
create or replace function refuse_caller(
  p_session uuid, p_person uuid, p_limit_key text, p_limit_max integer, p_limit_seconds integer,
  p_now timestamptz
) returns text language plpgsql as $$
declare
  v_open boolean;
  v_hits integer;
  v_ends_at timestamptz;
begin
  if p_session is null then return null; end if;
  with caller as (
    select from sessions
    where id = p_session and user_id = p_person and revoked_at is null and expires_at > p_now
  ), hit as (
    insert into rate_limits as r (key, window_ends_at, hits)
    select p_limit_key, p_now + p_limit_seconds * interval '1 second', 1 from caller
    where p_limit_key is not null
    on conflict (key) do update set
      hits = case when r.window_ends_at <= p_now then 1 else r.hits + 1 end,
      window_ends_at = case when r.window_ends_at <= p_now
        then excluded.window_ends_at else r.window_ends_at end
    returning hits, window_ends_at
  )
  select exists (select from caller), (select hits from hit), (select window_ends_at from hit)
    into v_open, v_hits, v_ends_at;
  if not v_open then return 'unauthenticated'; end if;
  if v_hits > p_limit_max then
    return 'rate_limited:' || greatest(1, ceil(extract(epoch from v_ends_at - p_now)))::int;
  end if;
  return null;
end $$;
drop function count_hit(text, integer, integer, timestamptz);

-- What a key of a passenger has led to: null when nothing yet, 'repeated:<booking>',
-- 'insufficient_funds' when it was refused for good, or 'idempotency_mismatch'. p_booking and
-- p_hold are the ids that the key leads to: they tell of it even when its row was purged.
-- The row of a key without its booking is written with one refusal only.
drop function outcome_of_key(uuid, text, text, uuid, uuid);
create function outcome_of_key(
  p_passenger uuid, p_key text, p_hash text, p_booking uuid, p_hold uuid
) returns table (answer text) language sql stable as $$
  select case
    when k.request_hash <> p_hash then 'idempotency_mismatch'
    when b.id is not null then 'repeated:' || b.id
    when k.request_hash is not null or r.transfer_id is not null then 'insufficient_funds' end
  from (select p_key as key where p_key is not null) as asked
  left join idempotency_keys k
    on k.actor_id = p_passenger and k.operation = 'bookings.book' and k.key = asked.key
  left join bookings b on b.id = coalesce(k.resource_id, p_booking)
  left join ledger_refusals r on r.transfer_id = p_hold
$$;

-- What of a person crosses a time on the road: see overlapping_booking, which locks the person
-- before it looks. For a caller that has done so.
create function crossing_of(
  p_passenger uuid, p_trip uuid, p_from timestamptz, p_to timestamptz
) returns table (kind text, id uuid, trip_id uuid, from_seq integer, to_seq integer, at timestamptz)
language sql stable as $$
  -- No journey takes longer than four days: it keeps a person's history out of the search.
  select 'booking', b.id, b.trip_id, b.from_seq::integer, b.to_seq::integer, b.picks_up_at
  from bookings b join trips t on t.id = b.trip_id
  where b.passenger_id = p_passenger and b.trip_id is distinct from p_trip
    and b.status in ('requested', 'confirmed', 'checked_in') and t.status <> 'cancelled'
    and b.picks_up_at < p_to and b.picks_up_at > p_from - interval '4 days'
    and b.drops_off_at > p_from
  union all
  select 'trip', t.id, t.id, 0, null, t.departs_at
  from trips t
  where t.driver_id = p_passenger and t.id is distinct from p_trip
    and t.status in ('published', 'in_progress')
    and t.departs_at < p_to and t.departs_at > p_from - interval '4 days'
    and t.arrives_at > p_from
$$;

create or replace function overlapping_booking(
  p_passenger uuid, p_trip uuid, p_from timestamptz, p_to timestamptz
) returns table (kind text, id uuid, trip_id uuid, from_seq integer, to_seq integer, at timestamptz)
language plpgsql as $$
begin
  perform from users where users.id = p_passenger for no key update;
  return query
    select * from crossing_of(p_passenger, p_trip, p_from, p_to) as crossing
    order by crossing.at, crossing.id limit 1;
end $$;

drop function book_seat(jsonb, integer, uuid, text, text, jsonb, uuid, uuid, text, timestamptz,
  jsonb, uuid, text, integer, integer, timestamptz);

-- Books: key, booking, its first event and its job, the hold of the money, the seats; all or
-- nothing. p_booking has the columns of `bookings` as the app decided them: what it costs and when
-- it may be booked are its rules, made from the trip at p_revision. Locks in this order: the
-- caller's count of calls, person, idempotency key, booking, wallets by id, kept seats, seats.
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
  p_event uuid, p_job uuid, p_job_name text, p_due timestamptz,
  p_direct jsonb, p_session uuid, p_limit_key text, p_limit_max integer,
  p_limit_seconds integer, p_now timestamptz
) returns text language plpgsql security definer
set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
declare
  b bookings := jsonb_populate_record(null::bookings, p_booking);
  h booking_hold := ledger_hold_of(b);
  seen record;
  v_answer text;
  v_done boolean;
begin
  if b.hold_id is distinct from h.id then
    raise exception 'booking %: it must hold %, not %', b.id, h.id, b.hold_id;
  end if;
  v_answer := refuse_caller(p_session, b.passenger_id, p_limit_key, p_limit_max, p_limit_seconds,
                            p_now);
  if v_answer is not null then return v_answer; end if;
  -- Nobody else counts or adds bookings of this person until the end, and a parallel call with the
  -- same key waits here. A statement of its own: the next one must see what was waited for.
  perform from users where id = b.passenger_id for no key update;

  -- The trip, its seats and the money, as they are before this call waits for anybody else.
  select p.email_confirmed_at is not null as confirmed, earlier.answer as earlier,
    owed.debits_posted - owed.credits_posted as owed,
    s.open and s.revision = p_revision as on_sale,
    cardinality(s.seats_left) >= b.to_seq
      and b.seats <= all (s.seats_left[b.from_seq + 1:b.to_seq]) as enough,
    exists (select from crossing_of(b.passenger_id, b.trip_id, b.picks_up_at, b.drops_off_at))
      as elsewhere,
    exists (
      select from bookings o where o.trip_id = b.trip_id and o.passenger_id = b.passenger_id
        and o.status in ('requested', 'confirmed', 'checked_in')) as aboard,
    payer.id is not null and payee.id is not null as accounts,
    payer.credits_posted - payer.debits_posted - payer.debits_pending as free
    into seen
  from users p
  left join outcome_of_key(b.passenger_id, p_key, p_hash, b.id,
    derived_id('booking.hold', b.id::text)) as earlier on true
  left join trip_seats s on s.trip_id = b.trip_id
  left join ledger_accounts payer on payer.id = h.debit
  left join ledger_accounts payee on payee.id = h.credit
  left join ledger_accounts owed
    on owed.owner_id = p.id and owed.kind = 'receivable' and owed.currency = 'COP'
  where p.id = b.passenger_id;

  if seen.earlier is not null then return seen.earlier; end if;
  if seen.confirmed is not true then return 'email_unconfirmed'; end if;
  if seen.owed > 0 then return 'debt_open:' || seen.owed; end if;
  if seen.on_sale is not true then return 'changed'; end if;
  if seen.elsewhere then return 'overlapping_booking'; end if;
  if b.payment_mode = 'directo' then
    v_answer := refuse_direct(b, p_direct);
    if v_answer is not null then return v_answer; end if;
  end if;
  if seen.aboard then return 'already_booked'; end if;
  if seen.enough is not true and not has_kept_seats(b, p_keep) then
    return 'seats_unavailable';
  end if;
  if h.id is not null and not seen.accounts then return 'no_wallet'; end if;
  if seen.free < h.pesos then
    if h.code = 'commission' then return 'driver_balance_low'; end if;
    if p_key is null then return 'insufficient_funds'; end if;
    insert into idempotency_keys (actor_id, operation, key, request_hash, resource_id, created_at)
    values (b.passenger_id, 'bookings.book', p_key, p_hash, b.id, p_now);
    if ledger_refuse_booking(b, h, p_now) then return 'insufficient_funds'; end if;
    raise serialization_failure using message = 'money has come in';
  end if;

  -- From here on it is written.
  with keyed as (
    insert into idempotency_keys (actor_id, operation, key, request_hash, resource_id, created_at)
    select b.passenger_id, 'bookings.book', p_key, p_hash, b.id, p_now where p_key is not null
    on conflict do nothing returning key
  ), booked as (
    insert into bookings select b.* on conflict do nothing returning id
  ), noted as (
    insert into booking_events (id, booking_id, at, actor_id, event)
    select p_event, id, p_now, b.passenger_id, b.status from booked
  ), queued as (
    insert into jobs (id, name, payload, run_at, created_at)
    select p_job, p_job_name, jsonb_build_object('bookingId', id), p_due, p_now from booked
  )
  select exists (select from booked) and (p_key is null or exists (select from keyed))
    into v_done;
  if not v_done then
    raise serialization_failure using message = 'another booking, the same code or the same key';
  end if;
  if h.id is not null and not ledger_hold_booking(b, h, p_now) then
    raise serialization_failure using message = 'the money is gone';
  end if;
  if p_keep is null then
    v_done := take_seats(b.trip_id, b.from_seq, b.to_seq, b.seats, p_revision);
  else
    v_done := take_kept_seats(p_keep, b.passenger_id, b.trip_id, b.from_seq, b.to_seq, b.seats,
                              p_revision, p_now);
  end if;
  if not v_done then raise serialization_failure using message = 'the seats are gone'; end if;
  return 'booked';
end $$;

-- Whether a booking would find its seats with those that its passenger keeps.
drop function has_seats(trip_seats, bookings, uuid);
create function has_kept_seats(b bookings, p_keep uuid) returns boolean
language plpgsql stable as $$
begin
  if p_keep is null then return false; end if;
  return coalesce((
    select cardinality(s.seats_left) >= b.to_seq and b.seats <= all (
      select leg.free + case when leg.no > k.from_seq and leg.no <= k.to_seq
                          then k.seats else 0 end
      from unnest(s.seats_left) with ordinality as leg (free, no)
      where leg.no > b.from_seq and leg.no <= b.to_seq)
    from trip_seats s join seat_keeps k on k.trip_id = s.trip_id
    where s.trip_id = b.trip_id and k.id = p_keep and k.passenger_id = b.passenger_id
      and k.status = 'open'), false);
end $$;
