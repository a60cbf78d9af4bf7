-- Several people's bookings are one call: each then costs a fraction of the statements and of the
-- commit that a call of its own needs (decision 26).

-- The caller of a use case that proves session and rate limit in its own call.
create type checked_caller as (
  session uuid, person uuid, limit_key text, limit_max integer, limit_seconds integer
);

-- Why a call may not be made: null when it may, 'unauthenticated', or 'rate_limited:<seconds>'.
-- Counts each of them; those with one key share its count.
create function refuse_callers(p_callers checked_caller[], p_now timestamptz)
returns text[] language plpgsql as $$
declare
  v_answers text[];
begin
  with asked as materialized (
    select c.*, c.session is not null as checked, s.id is not null as open
    from unnest(p_callers) with ordinality
      as c (session, person, limit_key, limit_max, limit_seconds, no)
    left join sessions s on s.id = c.session and s.user_id = c.person
      and s.revoked_at is null and s.expires_at > p_now
  ), hit as (
    insert into rate_limits as r (key, window_ends_at, hits)
    select limit_key, p_now + max(limit_seconds) * interval '1 second', count(*) from asked
    where open and limit_key is not null group by limit_key order by limit_key
    on conflict (key) do update set
      hits = case when r.window_ends_at <= p_now then 0 else r.hits end + excluded.hits,
      window_ends_at = case when r.window_ends_at <= p_now
        then excluded.window_ends_at else r.window_ends_at end
    returning key, hits, window_ends_at
  )
  select array_agg(case
      when checked and not open then 'unauthenticated'
      when hits > limit_max then 'rate_limited:'
        || greatest(1, ceil(extract(epoch from window_ends_at - p_now)))::int
    end order by no) into v_answers
  from asked left join hit on hit.key = asked.limit_key;
  return v_answers;
end $$;

-- As before, of one.
create or replace function refuse_caller(
  p_session uuid, p_person uuid, p_limit_key text, p_limit_max integer, p_limit_seconds integer,
  p_now timestamptz
) returns text language sql as $$
  select (refuse_callers(
    array[row(p_session, p_person, p_limit_key, p_limit_max, p_limit_seconds)::checked_caller],
    p_now))[1]
$$;

-- Holds the money of bookings that were just written, all or nothing. False when a payer has not
-- enough, or an id of a hold is taken. Wallets are locked by id, as everybody does.
create function ledger_hold_bookings(
  p_bookings uuid[], p_holds booking_hold[], p_now timestamptz
) returns boolean language plpgsql as $$
declare
  v_locked uuid[];
  v_free bigint[];
  v_held bigint;
begin
  select array_agg(id), array_agg(free) into v_locked, v_free from (
    select a.id, a.credits_posted - a.debits_posted - a.debits_pending as free
    from ledger_accounts a
    where a.id in (select debit from unnest(p_holds) union all select credit from unnest(p_holds))
      and a.balanced order by a.id for no key update) as l;
  if exists (
    select from (select debit, sum(pesos) as pesos from unnest(p_holds) where id is not null
                 group by debit) as due
    left join unnest(v_locked, v_free) as l (id, free) on l.id = due.debit
    where coalesce(l.free, 0) < due.pesos
  ) then
    return false;
  end if;
  with held as (
    insert into ledger_transfers (id, kind, debit_account, credit_account, amount, currency, code,
      cause_kind, cause_id, created_at, happened_at)
    select h.id, 'pending', h.debit, h.credit, h.pesos, 'COP', h.code, 'booking', h.booking::text,
      p_now, p_now
    from unnest(p_bookings, p_holds) as h (booking, id, debit, credit, pesos, code)
    where h.id is not null
    on conflict do nothing returning debit_account, credit_account, amount
  ), moved as (
    select account, sum(debits) as debits, sum(credits) as credits from (
      select debit_account as account, amount as debits, 0 as credits from held
      union all select credit_account, 0, amount from held) as each group by account
  ), wallets as (
    update ledger_accounts a set
      debits_pending = a.debits_pending + m.debits, credits_pending = a.credits_pending + m.credits
    from moved m where a.id = m.account and a.balanced
  )
  select count(*) into v_held from held;
  return v_held = cardinality(array(select id from unnest(p_holds) where id is not null));
end $$;

-- Why the trip is not for this person: its driver takes only women, or only verified people. Of a
-- group nothing is known of the others, so that each of them books their own seat. A table of one
-- row, so that PostgreSQL makes it part of the statement that asks.
create function audience_of_trip(p users, p_trip uuid, p_seats integer)
returns table (answer text) language sql stable as $$
  select case
    when (t.preferences ->> 'womenOnly')::boolean and (p.identity_verified_at is null
      or not exists (select from women_declarations w where w.user_id = p.id)) then 'women_only'
    when (t.preferences ->> 'verifiedOnly')::boolean and p.identity_verified_at is null
      then 'verified_only'
    when p_seats > 1 and ((t.preferences ->> 'womenOnly')::boolean
      or (t.preferences ->> 'verifiedOnly')::boolean) then 'one_seat_each'
  end
  from trips t where t.id = p_trip
$$;

create or replace function kept_out(p users, p_trip uuid, p_seats integer) returns text
language sql stable as $$
  select answer from audience_of_trip(p, p_trip, p_seats)
$$;

-- What the app decided of a booking, and what is checked when it is written: `booking` has the
-- columns of its row, `revision` is that of the trip it was planned on.
create type booking_call as (
  booking bookings, revision integer, keep uuid, key text, hash text, event uuid, job uuid,
  job_name text, due timestamptz, session uuid, limit_key text, limit_max integer,
  limit_seconds integer
);

-- Books several, as book_seat did for one: key, booking, its first event and its job, the hold of
-- the money, the seats. Answers for each of p_calls, in their order, what book_seat answered.
--
-- With p_waits it is one call. Without it nobody waits for another call of one of these people, and
-- not long for a wallet or a seat. Who would have to wait, or whose refusal is written, is answered
-- 'alone' and asks again in a call of its own. What cannot be written together ends the call with
-- 40001 or 55P03: all of it is undone, and each asks again alone. No two of p_calls are of one
-- person, and nobody but the passenger pays in a call of several.
--
-- Everything is looked at before the first write, so a refusal writes nothing. One is stored: for
-- lack of money, with a key. Seats are taken last: most people wait for them.
create function book_seats(
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
  answers text[];
  v_call booking_call;
  v_row bookings;
  v_done boolean;
begin
  if exists (select from unnest(calls, holds) where (booking).hold_id is distinct from id) then
    raise exception 'a booking must hold what its row says';
  end if;
  answers := refuse_callers(array(
    select row(session, (booking).passenger_id, limit_key, limit_max, limit_seconds)::checked_caller
    from unnest(calls)), p_now);
  -- Nobody else counts or adds bookings of these people until the end, and a parallel call with the
  -- same key waits here. A statement of its own: the next one must see what was waited for.
  if p_waits then
    perform from users where id = any (people) for no key update;
  else
    -- Whoever holds a wallet or a seat is about to commit; if not, these people go on alone.
    perform set_config('lock_timeout', '250ms', true);
    people := array(select id from users where id = any (people) order by id
                    for no key update skip locked);
  end if;

  -- The trips, their seats and the money, as they are before anybody else is waited for.
  select array_agg(coalesce(c.refused, case
      when b.passenger_id <> all (people) then 'alone'
      when earlier.answer is not null then earlier.answer
      when p.email_confirmed_at is null then 'email_unconfirmed'
      when missing_of(p) <> '' then 'profile_incomplete:' || missing_of(p)
      when own.expelled then 'account_expelled'
      when own.suspended_until > p_now then 'account_suspended'
      when parties.apart or exists (
        select from user_conduct u where u.user_id = b.driver_id
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
        then 'alone'
      when c.hold is not null and (payer.id is null or payee.id is null) then 'no_wallet'
      when payer.credits_posted - payer.debits_posted - payer.debits_pending < c.pesos
        then case when c.hold_code = 'commission' then 'driver_balance_low'
                  when c.key is null then 'insufficient_funds' else 'alone' end
    end) order by c.no) into answers
  from unnest(calls, holds, answers) with ordinality as c (
    booking, revision, keep, key, hash, event, job, job_name, due, session, limit_key, limit_max,
    limit_seconds, hold, debit, credit, pesos, hold_code, refused, no)
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
  left join user_conduct own on own.user_id = p.id
  left join parties_apart(b.passenger_id, b.driver_id, b.trip_id) as parties on true;

  -- A person whose row is locked is left alone for one reason: this refusal is stored.
  if p_waits and answers[1] = 'alone' then
    insert into new_idempotency_keys
      (actor_id, operation, key, request_hash, resource_id, created_at)
    values (people[1], 'bookings.book', calls[1].key, calls[1].hash, (calls[1].booking).id, p_now);
    if ledger_refuse_booking(calls[1].booking, holds[1], p_now) then
      return array['insufficient_funds'];
    end if;
    raise serialization_failure using message = 'money has come in';
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
    insert into bookings select * from unnest(booked) on conflict do nothing
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
  if cardinality(booked) > 1 then
    perform from trip_seats where trip_id in (select trip_id from unnest(booked))
    order by trip_id for no key update;
  end if;
  foreach v_call in array calls loop
    v_row := v_call.booking;
    if v_call.keep is null then
      v_done := take_seats(v_row.trip_id, v_row.from_seq, v_row.to_seq, v_row.seats,
                           v_call.revision);
    else
      v_done := take_kept_seats(v_call.keep, v_row.passenger_id, v_row.trip_id, v_row.from_seq,
                                v_row.to_seq, v_row.seats, v_call.revision, p_now);
    end if;
    if not v_done then raise serialization_failure using message = 'the seats are gone'; end if;
  end loop;
  return array(select coalesce(answer, 'booked') from unnest(answers) as a (answer));
end $$;

-- As before, of one: for a server of the release before this one, while both run.
create or replace function book_seat(
  p_booking jsonb, p_revision integer, p_keep uuid, p_key text, p_hash text,
  p_event uuid, p_job uuid, p_job_name text, p_due timestamptz,
  p_direct jsonb, p_session uuid, p_limit_key text, p_limit_max integer,
  p_limit_seconds integer, p_now timestamptz
) returns text language sql security definer
set search_path = pg_catalog, public, pg_temp as $$
  select (book_seats(jsonb_build_array(jsonb_build_object(
    'booking', p_booking, 'revision', p_revision, 'keep', p_keep, 'key', p_key, 'hash', p_hash,
    'event', p_event, 'job', p_job, 'job_name', p_job_name, 'due', p_due, 'session', p_session,
    'limit_key', p_limit_key, 'limit_max', p_limit_max, 'limit_seconds', p_limit_seconds)),
    true, p_direct, p_now))[1]
$$;
drop function ledger_hold_booking(bookings, booking_hold, timestamptz);
