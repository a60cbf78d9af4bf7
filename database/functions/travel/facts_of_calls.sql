-- Facts that decide whether each of p_calls may be booked, except seats and money. `seen` is all of
-- them as text: the app decides on it, and `book_seats` compares it. Times are not compared with
-- the clock here, so `seen` changes only when a row changes.
--
-- `earlier` is the outcome of the key. A list that has ended or was stopped counts as `booked`.
-- `returned` counts the seats on this trip that the passenger gave back, where p_moved_ms is as in
-- `booking_facts`; it and `open_direct` are null unless the booking is `directo`. The estimate
-- of 24 rows, the most calls of one statement, keeps the planner from reading whole tables.
create or replace function facts_of_calls(p_calls booking_call[], p_moved_ms bigint)
returns table (
  no bigint, seen text, earlier text, email_confirmed boolean, missing text, closing boolean,
  expelled boolean, suspended_until timestamptz, driver_expelled boolean,
  driver_suspended_until timestamptz, apart boolean, debt bigint, trip_open boolean,
  trip_revision integer, kept_out text, crosses boolean, open_direct bigint, returned integer,
  booked boolean
) language sql stable rows 24
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan as $$
  select c.no, f::text, f.*
  from unnest(p_calls) with ordinality as c (
    booking, revision, keep, key, hash, seen, event, job, job_name, due, session, limit_key,
    limit_max, limit_seconds, no)
  cross join lateral (select (c.booking).*) as b
  left join users p on p.id = b.passenger_id
  left join outcome_of_key(b.passenger_id, c.key, c.hash, b.id,
    derived_id('booking.hold', b.id::text)) as earlier on true
  left join user_standing own on own.user_id = b.passenger_id
  left join user_standing driver on driver.user_id = b.driver_id
  left join parties_apart(b.passenger_id, b.driver_id, b.trip_id) as parties on true
  left join ledger_accounts owed
    on owed.owner_id = b.passenger_id and owed.kind = 'receivable' and owed.currency = 'COP'
  left join trip_seats s on s.trip_id = b.trip_id
  left join audience_of_trip(p, b.trip_id, b.seats) as audience on true
  cross join lateral (
    select earlier.answer, p.email_confirmed_at is not null, missing_of(p), exists (
        select from account_closings a where a.user_id = p.id and a.taken_back_at is null),
      coalesce(own.expelled, false), own.suspended_until,
      coalesce(driver.expelled, false), driver.suspended_until,
      parties.apart, coalesce(owed.debits_posted - owed.credits_posted, 0),
      coalesce(s.open, false), s.revision, coalesce(audience.answer, case b.connection_part
        when 1 then connection_refusal(b.passenger_id, b.connection_id, b.created_at) end), exists (
        select from crossing_of(b.passenger_id, b.trip_id, b.picks_up_at, b.drops_off_at)),
      case when b.payment_mode = 'directo' then (
        select count(*) from bookings o where o.passenger_id = b.passenger_id
          and o.payment_mode = 'directo' and o.status in ('requested', 'confirmed')) end,
      case when b.payment_mode = 'directo' then (
        select r.earlier_returns
        from booking_facts(b.id, b.trip_id, b.passenger_id, b.from_seq, p_moved_ms) as r) end,
      exists (
        select from bookings o where o.trip_id = b.trip_id and o.passenger_id = b.passenger_id
          and o.status in ('requested', 'confirmed', 'checked_in'))
        or exists (select from bookings o
          where o.list_id = b.list_id and o.status not in ('rejected', 'expired'))
        or b.list_id is not null and not exists (select from trip_alerts a
          where a.id = b.list_id and a.buys and a.status = 'active')
  ) as f
$$;
