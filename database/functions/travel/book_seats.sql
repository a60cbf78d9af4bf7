-- Books for each of p_calls, as the app decided from the facts in `seen`: writes the booking with
-- its first event and job, the stored key, the hold of the money, and the seats. Seats and money
-- are taken only if there are enough. Answers one text per call, in their order:
--   'booked'       all of it is written
--   'changed'      the facts are no longer `seen`, or an extra stop is gone: read them again
--   'again'        another call of the same statement took the seat: call again
--   'alone'        the call would wait for a locked row: call again alone
--   'seats_unavailable', 'insufficient_funds', 'driver_balance_low', or an answer of
--   `refuse_callers`
-- A refusal writes nothing.
--
-- With p_waits there is one call, which waits for locks, or both parts of a connection: then all is
-- written or nothing, and null answers a part that has no refusal of its own. Without it no call
-- waits for a person that another transaction has locked, and none waits longer than 250 ms for a
-- wallet or a seat. A conflict with another transaction ends with 40001 or 55P03: everything is
-- undone, and each call is made again. Without p_waits no two of p_calls are of one person. In a
-- call of several only the passenger pays.
--
-- Locks, in this order: the caller's count of calls, people, idempotency keys, bookings, wallets by
-- id, kept seats, seats. Seats are last because most people wait for them.
create or replace function book_seats(
  p_calls jsonb, p_waits boolean, p_moved_ms bigint, p_now timestamptz
) returns text[] language plpgsql security definer
set search_path = pg_catalog, public, pg_temp
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan as $$
declare
  calls booking_call[] := name_keeps(array(
    select c from jsonb_populate_recordset(null::booking_call, p_calls) as c));
  holds booking_hold[] := array(select ledger_hold_of(c.booking) from unnest(calls) as c);
  booked bookings[] := array(select c.booking from unnest(calls) as c);
  people uuid[] := array(select passenger_id from unnest(booked));
  refusals text[];
  answers text[];
begin
  if not p_waits then
    perform set_config('lock_timeout', '250ms', true);
    -- One after the other for a trip: else every sixth call is undone (docs/decisions/0031).
    perform pg_advisory_xact_lock(hashtext('book_seats'), trip) from (
      select distinct hashtext(trip_id::text) as trip from unnest(booked) order by trip) as trips;
  end if;
  refusals := refuse_callers(array(select row(
    session, (booking).passenger_id, limit_key, limit_max, limit_seconds)::checked_caller
    from unnest(calls)), p_waits, p_now);
  if array_position(refusals, null) is null then return refusals; end if;
  -- Bookings of one person, and calls with one key, go one after the other. The facts are read by a
  -- later statement, whose snapshot has the rows that this one waited for.
  if p_waits then perform from users where id = any (people) for no key update;
  else people := array(
    select id from users where id = any (people) order by id for no key update skip locked); end if;

  select array_agg(coalesce(c.refused, case
      when b.passenger_id <> all (people) then 'alone'
      when c.now_seen is distinct from c.seen or b.expires_at is null
        and not sold_at_once(b.trip_id, b.from_seq, b.to_seq, p_now) then 'changed'
      when (cardinality(s.seats_left) >= b.to_seq
          and b.seats <= all (s.seats_left[b.from_seq + 1:b.to_seq])) is not true
        and not has_kept_seats(c.booking, c.keep)
        then 'seats_unavailable'
      -- Earlier calls of this statement take some of the seats.
      when c.keep is null and (
        select sum(e.seats) from unnest(booked) with ordinality as e
        where e.ordinality < c.no and e.trip_id = b.trip_id
          and e.from_seq < b.to_seq and e.to_seq > b.from_seq
      ) + b.seats > any (s.seats_left[b.from_seq + 1:b.to_seq])
        then 'again'
      -- Of one person the sum; a driver's commissions are of strangers, one of whom may fit.
      when coalesce(payer.credits_posted - payer.debits_posted - payer.debits_pending, 0)
        < case c.hold_code when 'commission' then c.pesos
          else (select sum(h.pesos) from unnest(holds) as h where h.debit = c.debit) end
        then case c.hold_code when 'commission' then 'driver_balance_low'
                  else 'insufficient_funds' end
    end) order by c.no) into answers
  from unnest(calls, holds, refusals,
      array(select f.seen from facts_of_calls(calls, p_moved_ms) as f order by f.no))
    with ordinality as c (
      booking, revision, keep, key, hash, seen, event, job, job_name, due, session, limit_key,
      limit_max, limit_seconds, hold, debit, credit, pesos, hold_code, refused, now_seen, no)
  cross join lateral (select (c.booking).*) as b
  left join trip_seats s on s.trip_id = b.trip_id
  left join ledger_accounts payer on payer.id = c.debit;

  if not p_waits and array['alone', 'again'] && answers then
    perform forget_callers(array(
      select calls[no].limit_key from unnest(answers, refusals) with ordinality
        as a (answer, refusal, no) where answer in ('alone', 'again') and refusal is null));
  end if;
  if p_waits and num_nonnulls(variadic answers) > 0 then return answers; end if;
  select array_agg(calls[no]), array_agg(holds[no]) into calls, holds
  from unnest(answers) with ordinality as a (answer, no) where answer is null;
  perform write_bookings(calls, holds, p_now);
  return array(select coalesce(answer, 'booked') from unnest(answers) as a (answer));
end $$;
