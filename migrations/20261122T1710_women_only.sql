-- Who said of herself that she is a woman. Used for nothing but trips for women only.
create table women_declarations (
  user_id uuid primary key references users (id),
  declared_at timestamptz not null
);

-- Why the trip is not for this person: its driver takes only women, or only verified people. Of a
-- group nothing is known of the others, so that each of them books their own seat.
create function kept_out(p users, p_trip uuid, p_seats integer) returns text
language sql stable as $$
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

-- As before, with the answers of kept_out. They stand in the read that book_seat makes anyway: an
-- edit that makes a trip one of these raises its revision, which the booking compares last.
create or replace function book_seat(
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
  select p.email_confirmed_at is not null as confirmed, missing_of(p) as missing,
    earlier.answer as earlier,
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
    payer.credits_posted - payer.debits_posted - payer.debits_pending as free,
    parties.apart,
    kept_out(p, b.trip_id, b.seats) as kept_out,
    (select case when t.expelled then 'account_expelled'
                 when t.suspended_until > p_now then 'account_suspended' end
     from user_conduct t where t.user_id = p.id) as barred,
    exists (select from user_conduct t where t.user_id = b.driver_id
      and (t.expelled or t.suspended_until > greatest(p_now, b.picks_up_at))) as driver_barred
    into seen
  from users p
  left join outcome_of_key(b.passenger_id, p_key, p_hash, b.id,
    derived_id('booking.hold', b.id::text)) as earlier on true
  left join trip_seats s on s.trip_id = b.trip_id
  left join ledger_accounts payer on payer.id = h.debit
  left join ledger_accounts payee on payee.id = h.credit
  left join ledger_accounts owed
    on owed.owner_id = p.id and owed.kind = 'receivable' and owed.currency = 'COP'
  left join parties_apart(b.passenger_id, b.driver_id, b.trip_id) as parties on true
  where p.id = b.passenger_id;

  if seen.earlier is not null then return seen.earlier; end if;
  if seen.confirmed is not true then return 'email_unconfirmed'; end if;
  if seen.missing <> '' then return 'profile_incomplete:' || seen.missing; end if;
  if seen.barred is not null then return seen.barred; end if;
  if seen.apart or seen.driver_barred then return 'trip_unavailable'; end if;
  if seen.owed > 0 then return 'debt_open:' || seen.owed; end if;
  if seen.on_sale is not true then return 'changed'; end if;
  if seen.kept_out is not null then return seen.kept_out; end if;
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
    insert into new_idempotency_keys
      (actor_id, operation, key, request_hash, resource_id, created_at)
    values (b.passenger_id, 'bookings.book', p_key, p_hash, b.id, p_now);
    if ledger_refuse_booking(b, h, p_now) then return 'insufficient_funds'; end if;
    raise serialization_failure using message = 'money has come in';
  end if;

  -- From here on it is written.
  with keyed as (
    insert into new_idempotency_keys
      (actor_id, operation, key, request_hash, resource_id, created_at)
    select b.passenger_id, 'bookings.book', p_key, p_hash, b.id, p_now where p_key is not null
    on conflict do nothing returning key
  ), booked as (
    insert into bookings select b.* on conflict do nothing returning id
  ), noted as (
    insert into booking_events (id, booking_id, at, actor_id, event)
    select p_event, id, p_now, b.passenger_id, b.status from booked
  ), queued as (
    insert into new_jobs (id, name, payload, run_at, created_at)
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
