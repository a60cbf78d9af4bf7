-- Tables of the module trips.

create table trips (
  id uuid primary key,
  driver_id uuid not null references users (id),
  vehicle_id uuid not null references vehicles (id),
  corridor_id uuid not null references corridors (id),
  status text not null
    check (status in ('draft', 'published', 'in_progress', 'completed', 'cancelled')),
  departs_at timestamptz not null,
  arrives_at timestamptz not null,
  seats smallint not null check (seats between 1 and 8),
  seat_price bigint not null check (seat_price > 0),
  -- Positions on the corridor that the driver declared as stops, first and last included.
  declared_seqs smallint[] not null,
  -- Price of one seat from the first place to each place of the corridor.
  price_cumulative bigint[] not null,
  payment_modes text[] not null,
  instant boolean not null,
  -- Whether people get on and off at places of the road that are no stops: 'ask' the driver each
  -- time, or 'at_once' at places with a vetted SafePoint, at up to extra_max of them.
  road_stops text not null default 'ask' check (road_stops in ('no', 'ask', 'at_once')),
  extra_max smallint not null default 2 check (extra_max between 0 and 3),
  -- What the release before knows of road_stops; the trigger keeps both in step.
  en_route_pickups boolean not null default true,
  -- An absent key means its default; with another key or type the row is refused.
  preferences jsonb not null constraint trips_preferences_fit check (
    preferences - array['luggage', 'pets', 'smoking', 'music', 'talk', 'maxTwoInBack', 'womenOnly',
      'verifiedOnly', 'wheelchair', 'childSeat'] = '{}'
    and preferences -> 'luggage' in ('"none"', '"small"', '"large"')
    and preferences -> 'talk' in ('"quiet"', '"some"', '"lots"')
    and preferences -> 'pets' in ('true', 'false')
    and preferences -> 'smoking' in ('true', 'false')
    and preferences -> 'music' in ('true', 'false')
    and preferences -> 'maxTwoInBack' in ('true', 'false')
    and preferences -> 'womenOnly' in ('true', 'false')
    and preferences -> 'verifiedOnly' in ('true', 'false')
    and preferences -> 'wheelchair' in ('true', 'false')
    and preferences -> 'childSeat' in ('true', 'false')),
  notes text,
  -- Quote with its inputs as of the publication of the trip.
  quote jsonb not null constraint trips_quote_fit
    check (jsonb_typeof(quote -> 'costCumulative') = 'array'),
  created_at timestamptz not null,
  cancelled_at timestamptz,
  cancel_reason text,
  completed_at timestamptz,
  -- Revision; a booking planned on an earlier one than that of trip_seats takes no seat.
  revision integer not null default 0,
  check (arrives_at > departs_at)
);
create index trips_corridor on trips (corridor_id, departs_at) where status = 'published';
create index trips_driver on trips (driver_id, departs_at desc);
create index trips_vehicle on trips (vehicle_id, departs_at);
create index trips_open on trips (arrives_at) where status in ('published', 'in_progress');
-- Index for the number of completed trips of a driver, which every search result shows.
create index trips_completed on trips (driver_id) where status = 'completed';
create index trips_departing on trips (departs_at desc, id desc);
-- Display code of a trip, by which the desk finds it.
create index trips_display_code on trips (right(id::text, 8));
create index trips_created on trips using brin (created_at);
create index trips_done on trips (completed_at) where completed_at is not null;
create trigger trips_on_sale after update on trips
  for each row when (
    (old.status, old.corridor_id, old.departs_at, old.declared_seqs, old.road_stops,
      old.extra_max, sold_at_once_to(old))
    is distinct from
    (new.status, new.corridor_id, new.departs_at, new.declared_seqs, new.road_stops,
      new.extra_max, sold_at_once_to(new)))
  execute function follow_trip();
create trigger trips_road_stops before insert or update of road_stops, en_route_pickups on trips
  for each row execute function keep_road_stops();
create trigger trips_of_open_accounts before insert on trips
  for each row execute function refuse_closing_driver();

-- Counter row of a trip: free seats on every leg of its corridor.
create table trip_seats (
  trip_id uuid primary key references trips (id),
  seats_left smallint[] not null check (0 <= all (seats_left)),
  capacity smallint not null,
  -- Whether sales are open; closed when the trip is cancelled or completed.
  open boolean not null default true,
  revision integer not null default 0,
  -- Positions that are no stops of the driver and were sold at once (see take_extra_stops).
  extra_stops smallint[] not null default '{}',
  check (capacity >= all (seats_left))
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02);
create trigger trip_seats_on_sale after insert or update on trip_seats
  for each row execute function follow_seats();
create trigger trip_seats_follow_rescues after update on trip_seats for each row
  when (old.revision is distinct from new.revision or old.open is distinct from new.open)
  execute function follow_rescues();

create table trip_stop_points (
  trip_id uuid not null references trips (id),
  -- Position of the stop on the corridor.
  seq smallint not null check (seq >= 0),
  safe_point_id uuid not null references safe_points (id),
  primary key (trip_id, seq)
);
create index trip_stop_points_point on trip_stop_points (safe_point_id);

-- Tables of the module trip-changes.

-- Pauses of trips that are not sold, such as while a required document is not valid on their date.
create table trip_pauses (
  trip_id uuid not null references trips (id),
  paused_at timestamptz not null,
  -- Kinds of the missing documents.
  lacking text[] not null,
  ended_at timestamptz,
  -- How the pause ended: on sale again, cancelled because of the pause, or the trip is over.
  outcome text check (outcome in ('resumed', 'cancelled', 'over')),
  -- A trip can have several causes at the same time, and is sold when none is left. The driver's
  -- own pause changes nothing for bookings, and never ends in a cancellation.
  cause text not null
  constraint trip_pauses_cause_check check (cause in ('documents', 'conduct', 'team', 'driver')),
  check ((ended_at is null) = (outcome is null)),
  primary key (trip_id, cause, paused_at)
);
create unique index trip_pauses_open on trip_pauses (trip_id, cause) where ended_at is null;

-- Tables of the module trip-changes.

create table trip_series (
  id uuid primary key,
  driver_id uuid not null references users (id),
  -- A paused series publishes no days, and goes on when its driver resumes it.
  status text not null check (status in ('active', 'paused', 'stopped')),
  -- Request that publishes one day of the series, without date and time.
  template jsonb not null,
  -- Departure in minutes after midnight in Bogotá.
  departs_minute smallint not null check (departs_minute between 0 and 1439),
  -- Days of the week, Monday 1 to Sunday 7.
  weekdays smallint[] not null check (cardinality(weekdays) between 1 and 7),
  starts_on date not null,
  -- Last day of the series; null: no end.
  until date,
  -- Last day up to which every day of the series was published or refused.
  done_until date,
  created_at timestamptz not null,
  stopped_at timestamptz,
  check (until >= starts_on)
);
create index trip_series_driver on trip_series (driver_id, created_at desc);
create index trip_series_active on trip_series (done_until nulls first) where status = 'active';
create trigger trip_series_of_open_accounts before insert on trip_series
  for each row execute function refuse_closing_driver();

create table trip_series_days (
  series_id uuid not null references trip_series (id),
  date date not null,
  trip_id uuid references trips (id),
  -- Error code of the refusal, and its sentence for the driver.
  refused_code text,
  refused_reason text,
  decided_at timestamptz not null,
  primary key (series_id, date),
  check ((trip_id is null) = (refused_code is not null))
);
-- Refused days of a series are tried again until the day is past, the oldest try first.
create index trip_series_days_refused on trip_series_days (decided_at) where trip_id is null;

-- Tables of the module trip-changes.

-- A trip that is published once the documents of its driver and car are approved; one per driver.
create table trip_drafts (
  -- New for every draft, because it is the key of the publication.
  id uuid primary key,
  driver_id uuid not null unique references users (id),
  -- Request of the publication, with the weekly repetition.
  request jsonb not null,
  status text not null check (status in ('waiting', 'published', 'refused')),
  -- Sentence for the driver.
  reason text,
  trip_id uuid references trips (id),
  saved_at timestamptz not null,
  decided_at timestamptz,
  check ((status = 'refused') = (reason is not null)),
  check ((status = 'waiting') = (decided_at is null))
);
create index trip_drafts_saved on trip_drafts (saved_at);
create trigger trip_drafts_of_open_accounts before insert on trip_drafts
  for each row execute function refuse_closing_driver();

-- What drivers were asked on Thursdays: to publish a way of the last weeks again.
create table publish_nudges (
  driver_id uuid not null references users (id),
  -- The Thursday in Bogotá.
  week date not null,
  -- Completed trip whose way the driver was asked to publish again.
  trip_id uuid not null references trips (id),
  -- `control`: one of the random fifth who is asked nothing. `papers`: told of a document instead.
  kind text not null check (kind in ('told', 'control', 'papers')),
  at timestamptz not null,
  primary key (driver_id, week)
);
create index publish_nudges_at on publish_nudges (at);

-- Tables of the module search.

-- Read model of the search: a narrow row per trip on sale, for index-only scans, kept by triggers.
create table trips_on_sale (
  trip_id uuid primary key references trips (id) on delete cascade,
  corridor_id uuid not null,
  departs_at timestamptz not null,
  declared_seqs smallint[] not null,
  road_stops text not null default 'ask',
  -- For the release before.
  en_route_pickups boolean not null,
  capacity smallint not null,
  -- Free seats on every leg; null while no seat is sold, as on most trips.
  seats_left smallint[],
  -- Who books a part of it at once and pays from the wallet (`sold_at_once_to`).
  at_once text not null default 'none' check (at_once in ('all', 'some', 'none')),
  extra_max smallint not null default 0
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
create index trips_on_sale_search on trips_on_sale (corridor_id, departs_at)
  include (trip_id, capacity, seats_left, road_stops, declared_seqs, at_once, extra_max);

-- Searches without a result by day and pair of places, without personal data. Kept for 13 months.
create table search_misses (
  -- Day in Bogotá.
  day date not null,
  from_place text not null references places (id),
  to_place text not null references places (id),
  searches integer not null check (searches > 0),
  primary key (day, from_place, to_place)
);

-- Tables of the module demand.

create table trip_alerts (
  id uuid primary key,
  user_id uuid not null references users (id),
  from_place text not null references places (id),
  to_place text not null references places (id),
  -- First and last day of boarding, in Bogotá.
  since date not null,
  until date not null,
  seats smallint not null check (seats between 1 and 4),
  -- Maximum price of one seat; null for any price.
  max_price bigint check (max_price > 0),
  status text not null check (status in ('active', 'stopped')),
  created_at timestamptz not null,
  stopped_at timestamptz,
  -- Time of the last message, and earliest time of the next message while matches wait for it.
  mailed_at timestamptz,
  mail_due_at timestamptz,
  -- A list buys a seat for its person (docs/decisions/0077). The other columns are its wishes.
  buys boolean not null default false,
  -- Minutes after midnight in Bogotá between which its person boards; the last is not included.
  earliest_minute smallint not null default 0 check (earliest_minute between 0 and 1439),
  latest_minute smallint not null default 1440 check (latest_minute between 1 and 1440),
  -- Minutes before the pick-up from which nothing is bought any more.
  notice_minutes smallint not null default 180 check (notice_minutes between 30 and 2880),
  -- Buys also between 21:00 and 7:00 for a pick-up before 10:00.
  at_night boolean not null default false,
  women_only boolean not null default false,
  verified_only boolean not null default false,
  -- Buys also two cars, with one change.
  with_change boolean not null default false,
  -- Buys only cars that take pets, or that have room for a wheelchair.
  pets boolean not null default false,
  wheelchair boolean not null default false,
  constraint trip_alerts_hours check (earliest_minute < latest_minute),
  constraint trip_alerts_buy_below check (not buys or max_price is not null),
  check (from_place <> to_place),
  check (since <= until),
  check ((status = 'stopped') = (stopped_at is not null)),
  check (status = 'active' or mail_due_at is null)
);
create index trip_alerts_places on trip_alerts (from_place, to_place) where status = 'active';
-- Lists in their order, which is the order of their ids.
create index trip_alerts_buying on trip_alerts (from_place, to_place, id)
  where status = 'active' and buys;
create index trip_alerts_changing on trip_alerts (to_place, id)
  where status = 'active' and buys and with_change;
create index trip_alerts_until on trip_alerts (until) where status = 'active';
create index trip_alerts_user on trip_alerts (user_id, created_at desc);
create index trip_alerts_due on trip_alerts (mail_due_at) where mail_due_at is not null;
create index trip_alerts_created on trip_alerts using brin (created_at);
create trigger trip_alerts_of_open_accounts before insert on trip_alerts
  for each row execute function refuse_closing_user();

create table trip_alert_matches (
  alert_id uuid not null references trip_alerts (id),
  trip_id uuid not null references trips (id),
  matched_at timestamptz not null,
  -- Time at which a message named the trip, or left it out because it could no longer be booked.
  settled_at timestamptz,
  -- Whether the trip had too few seats for the alert, until seats became free.
  freed boolean not null default false,
  -- Error code for which a list whose turn it was bought nothing.
  passed_over text check (length(passed_over) <= 60),
  primary key (alert_id, trip_id)
);
create index trip_alert_matches_of_trip on trip_alert_matches (trip_id);
create index trip_alert_matches_passed_over on trip_alert_matches (matched_at)
  where passed_over is not null;

-- Tables of the module demand.

create table ride_requests (
  id uuid primary key,
  user_id uuid not null references users (id),
  from_place text not null references places (id),
  to_place text not null references places (id),
  -- First and last instant of boarding.
  earliest timestamptz not null,
  latest timestamptz not null,
  seats smallint not null check (seats between 1 and 4),
  -- Maximum price of one seat, at most the price ceiling of the route at the time of the request.
  max_price bigint not null check (max_price > 0),
  -- Alert that reports new trips; made_alert when it was created for this request.
  alert_id uuid not null references trip_alerts (id),
  made_alert boolean not null,
  created_at timestamptz not null,
  withdrawn_at timestamptz,
  -- Time at which the person was told that the request ended without a seat.
  ended_told_at timestamptz,
  check (from_place <> to_place),
  check (earliest < latest)
);
create index ride_requests_places on ride_requests (from_place, to_place, latest)
  where withdrawn_at is null;
create index ride_requests_user on ride_requests (user_id, created_at desc);
create index ride_requests_ending on ride_requests (latest)
  where withdrawn_at is null and ended_told_at is null;
create index ride_requests_created on ride_requests using brin (created_at);
create index ride_requests_of_alert on ride_requests (alert_id)
  where alert_id is not null;
create trigger ride_requests_of_open_accounts before insert on ride_requests
  for each row execute function refuse_closing_user();

-- One invitation per request and trip. The price is the current price of the trip.
create table ride_invitations (
  request_id uuid not null references ride_requests (id),
  trip_id uuid not null references trips (id),
  created_at timestamptz not null,
  declined_at timestamptz,
  primary key (request_id, trip_id)
);
create index ride_invitations_trip on ride_invitations (trip_id);

-- Tables of the module bookings.

create table bookings (
  id uuid primary key,
  trip_id uuid not null references trips (id),
  passenger_id uuid not null references users (id),
  driver_id uuid not null references users (id),
  from_seq smallint not null,
  to_seq smallint not null,
  seats smallint not null check (seats between 1 and 8),
  -- Fare of all seats together.
  fare_pesos bigint not null check (fare_pesos > 0),
  commission_bp integer not null check (commission_bp between 0 and 10000),
  payment_mode text not null check (payment_mode in ('billetera', 'directo')),
  status text not null check (status in (
    'requested', 'confirmed', 'rejected', 'expired', 'checked_in', 'completed',
    'cancelled_by_passenger', 'cancelled_by_driver', 'no_show', 'trip_cancelled')),
  -- Pending transfer of the fare (billetera) or of the commission (directo).
  hold_id uuid,
  code text not null,
  generation smallint not null default 1,
  picks_up_at timestamptz not null,
  drops_off_at timestamptz not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  confirmed_at timestamptz,
  checked_in_at timestamptz,
  checked_in_by text,
  closed_at timestamptz,
  refunded_pesos bigint,
  charged_pesos bigint,
  -- Time at which the driver reported a no-show; the money stays held until `closed_at`.
  no_show_at timestamptz,
  -- Time at which the passenger objected to the no-show: from then on the team decides.
  disputed_at timestamptz,
  -- Pick-up time as it was booked; null when the trip was never moved.
  agreed_pickup_at timestamptz,
  -- Sum of the milliseconds by which the driver moved the pick-up, forward and back.
  moved_ms bigint not null default 0 check (moved_ms >= 0),
  -- Time at which the driver last moved the trip.
  trip_changed_at timestamptz,
  -- Whether the driver, or Cupo's list, changed a meeting point of this booking: leaving is free.
  meeting_moved boolean not null default false,
  -- Time at which the passenger said that the moved hour suits them; null again after a new move.
  change_accepted_at timestamptz,
  from_point_id uuid references safe_points (id),
  to_point_id uuid references safe_points (id),
  -- Denial of the check-in; check-in and money stay unchanged until the decision.
  denied_at timestamptz,
  -- The passenger said "Ya voy a bordo": the fare is paid minutes later (decision 32).
  aboard_said_at timestamptz,
  -- Milliseconds by which the 24-hour limit of a full refund is earlier than normal (decision 29).
  -- Above 0 when the passenger moved to a segment with a later pick-up: the earlier deadline stays.
  refund_ahead_ms bigint not null default 0,
  -- The booking that these seats belonged to until its passenger gave them back: a part has its
  -- own money and receipt, is cancelled from the start, and was never confirmed by itself.
  part_of uuid references bookings (id),
  -- Both bookings of a trip with one change of car have the same id.
  connection_id uuid,
  connection_part smallint check (connection_part in (1, 2)),
  -- The other part failed through no fault of the passenger: leaving costs nothing, and nobody is
  -- charged who does not board.
  connection_broken_at timestamptz,
  -- Time at which the passenger said that the first car came too late for this one.
  change_missed_at timestamptz,
  -- The alert that bought it, which may be deleted, and until when its passenger leaves it free.
  list_id uuid,
  list_free_until timestamptz,
  check (from_seq < to_seq),
  -- After an objection only a decision of the team can check the passenger in.
  constraint bookings_objected_boards_by_decision
  check (disputed_at is null or checked_in_by is null or checked_in_by = 'dispute'),
  constraint bookings_denied_was_scanned
    check (denied_at is null or checked_in_by in ('ticket', 'code', 'name')),
  constraint bookings_refund_ahead check (refund_ahead_ms >= 0),
  constraint bookings_part_is_cancelled check (
    part_of is null or status = 'cancelled_by_passenger' and confirmed_at is null),
  constraint bookings_connection check (
    (connection_id is null) = (connection_part is null) and (connection_id is not null
      or connection_broken_at is null and change_missed_at is null)),
  constraint bookings_of_list_pay check ((list_id is null) = (list_free_until is null)
    and (list_id is null or payment_mode = 'billetera'))
) with (fillfactor = 80);
create unique index bookings_one_active on bookings (trip_id, passenger_id)
  where status in ('requested', 'confirmed', 'checked_in');
create unique index bookings_code on bookings (trip_id, code);
create index bookings_passenger on bookings (passenger_id, picks_up_at desc);
create index bookings_driver on bookings (driver_id, picks_up_at desc);
create index bookings_expiring on bookings (expires_at) where status = 'requested';
create index bookings_boarding on bookings (drops_off_at)
  where status in ('confirmed', 'checked_in');
create index bookings_no_show on bookings (no_show_at)
  where status = 'no_show' and closed_at is null and disputed_at is null;
create index bookings_from_point on bookings (from_point_id) where from_point_id is not null;
create index bookings_to_point on bookings (to_point_id) where to_point_id is not null;
create index bookings_picking_up on bookings (picks_up_at desc, id desc);
create index bookings_of_code on bookings (code);
-- For the display code (contract/display-code.ts), by which the team searches.
create index bookings_display_code on bookings (right(id::text, 8));
-- For boarded passengers whose stop the driver passed, and for seats that a passenger returned.
create index bookings_boarded on bookings (trip_id, from_seq)
  where status in ('checked_in', 'completed');
create index bookings_returned on bookings (passenger_id, trip_id)
  where status = 'cancelled_by_passenger';
-- Index for bookings with "Ya voy a bordo" that are not paid yet.
create index bookings_aboard_said on bookings (aboard_said_at)
  where status = 'confirmed' and aboard_said_at is not null;
create index bookings_closed on bookings (closed_at);
-- For drivers who failed one passenger again: few of the bookings that ended in 90 days.
create index bookings_failed on bookings (closed_at)
  where status in ('cancelled_by_driver', 'trip_cancelled');
create unique index bookings_connection on bookings (connection_id, connection_part)
  where connection_id is not null
    and status in ('requested', 'confirmed', 'checked_in', 'completed', 'no_show');
create index bookings_of_connection on bookings (connection_id) where connection_id is not null;
-- A list never buys twice; both parts of a trip with one change are one purchase.
create unique index bookings_of_list on bookings (list_id, coalesce(connection_part, 1))
  where list_id is not null and status not in ('rejected', 'expired');
create trigger bookings_of_open_accounts before insert on bookings
  for each row execute function refuse_closing_passenger();

-- Events of a booking. Append-only.
create table booking_events (
  id uuid primary key,
  booking_id uuid not null references bookings (id),
  at timestamptz not null,
  actor_id uuid,
  event text not null,
  details jsonb not null default '{}'
);
create index booking_events_booking on booking_events (booking_id, at);
create trigger booking_events_immutable before update or delete on booking_events
  for each row execute function refuse_change();
create trigger booking_events_no_truncate before truncate on booking_events
  for each statement execute function refuse_change();
create trigger booking_events_told after insert on booking_events
  for each row execute function tell_booking_event();

-- Call of `book_seats`; `revision`: of the trip on which the booking was planned.
create type booking_call as (
  booking bookings, revision integer, keep uuid, key text, hash text, seen text, event uuid,
  job uuid, job_name text, due timestamptz, session uuid, limit_key text, limit_max integer,
  limit_seconds integer
);

create type check_in_call as (
  booking uuid, generation integer, by text, actor uuid, event uuid, at timestamptz, session uuid,
  limit_key text, limit_max integer, limit_seconds integer
);

-- Call of `cancel_bookings`. `seen`: the data on which the app decided at the time `at`, as text.
-- The mark is for a driver who failed the passenger.
create type cancel_call as (
  booking uuid, seen text, status text, at timestamptz, actor uuid, event uuid, details jsonb,
  refunded bigint, charged bigint, mark uuid, mark_kind text, session uuid, person uuid,
  limit_key text, limit_max integer, limit_seconds integer
);

-- Tables of the module bookings.

-- Links by which a calendar program reads a person's trips, one for each person.
create table calendar_links (
  user_id uuid primary key references users (id),
  -- SHA-256 of the secret in the link; the secret itself is not stored.
  token_hash bytea not null unique check (length(token_hash) = 32),
  made_at timestamptz not null
);

-- Seats that are kept for a few minutes while their passenger tops up the wallet.
create table seat_keeps (
  id uuid primary key,
  trip_id uuid not null references trips (id),
  passenger_id uuid not null references users (id),
  from_seq smallint not null,
  to_seq smallint not null,
  seats smallint not null check (seats between 1 and 8),
  -- Revision of the trip when the seats were kept.
  revision integer not null,
  -- Only an open keep holds seats; a keep ends once.
  status text not null check (status in ('open', 'used', 'released', 'expired')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  closed_at timestamptz,
  -- Id of the keep of part 1: the two parts of a trip with one change begin and end together. Null:
  -- a keep that an older release made.
  keep_group uuid,
  part smallint not null default 1,
  -- Failed booking for which these seats are kept; null: kept during a top-up.
  rescue_of uuid references bookings (id),
  check (from_seq < to_seq),
  check (expires_at > created_at),
  check ((status = 'open') = (closed_at is null)),
  constraint seat_keeps_part check (part = 1 or part = 2 and keep_group is not null)
) with (fillfactor = 80);
create unique index seat_keeps_one_open on seat_keeps (passenger_id, part)
  where status = 'open' and rescue_of is null;
create unique index seat_keeps_one_rescue on seat_keeps (rescue_of, part) where status = 'open';
create index seat_keeps_rescues on seat_keeps (trip_id)
  where status = 'open' and rescue_of is not null;
create index seat_keeps_of on seat_keeps (passenger_id, created_at);
create index seat_keeps_expiring on seat_keeps (expires_at) where status = 'open';
create trigger seat_keeps_of_open_accounts before insert on seat_keeps
  for each row execute function refuse_closing_passenger();

-- Tables of the module connections.

-- Another car after a driver failed: what was kept for the passenger, and what became of it.
create table rescues (
  -- Booking that failed. Of a trip with a change: the part that failed.
  booking_id uuid primary key references bookings (id),
  person_id uuid not null references users (id),
  -- waiting: for the morning. asked: drivers may answer. none: no car could be kept.
  status text not null
    check (status in ('waiting', 'asked', 'offered', 'taken', 'declined', 'expired', 'none')),
  -- What is shown: the kept journey and at most two others; trips, parts, prices.
  offer jsonb not null,
  -- Group of the open keeps of the offer.
  keep_group uuid,
  -- Fare of what failed, in pesos: what a cover is counted from.
  fare_before bigint not null check (fare_before >= 0),
  -- Price at the failure of the kept journey: the fund covers no later increase.
  fare_offered bigint check (fare_offered >= 0),
  -- What the fund paid when the offer was taken, in pesos.
  cover_pesos bigint not null default 0 check (cover_pesos >= 0),
  new_booking_ids uuid[] not null default '{}',
  created_at timestamptz not null,
  -- End of the keep, or of the asking; of status waiting: when the keep begins.
  expires_at timestamptz not null,
  closed_at timestamptz,
  -- Price in pesos up to which a car is taken as soon as its driver agrees.
  take_up_to bigint check (take_up_to >= 0),
  constraint rescues_closed
    check ((status in ('waiting', 'asked', 'offered')) = (closed_at is null)),
  constraint rescues_taken check ((status = 'taken') = (new_booking_ids <> '{}'))
);
create index rescues_of on rescues (person_id, created_at);
create index rescues_open on rescues (expires_at) where closed_at is null;
create index rescues_new on rescues using gin (new_booking_ids);
-- Passengers without another car, searched for again when a trip has seats.
create index rescues_none on rescues (closed_at) where status = 'none';

-- Drivers who were asked for a seat when no other car could be booked at once.
create table rescue_asks (
  -- Booking that failed.
  booking_id uuid not null references bookings (id),
  driver_id uuid not null references users (id),
  trip_id uuid not null references trips (id),
  from_seq smallint not null,
  to_seq smallint not null,
  asked_at timestamptz not null,
  -- Null: no answer, which leaves no mark.
  agrees boolean,
  primary key (booking_id, driver_id),
  check (from_seq < to_seq)
);
create index rescue_asks_of on rescue_asks (driver_id, asked_at);

-- Tables of the module journeys.

-- Scans of tickets by drivers' phones. The id is a nonce made by the phone, so that a scan sent
-- twice counts once. A row is written before the scan takes effect.
create table boarding_scans (
  id uuid primary key,
  trip_id uuid not null references trips (id),
  driver_id uuid not null references users (id),
  device_id uuid not null,
  device_name text not null,
  -- Booking of the ticket; null: the scan was not a ticket of this trip.
  booking_id uuid references bookings (id),
  kind text not null check (kind in ('ticket', 'code')),
  -- Whether the phone admitted the passenger offline.
  offline boolean not null,
  -- Times by the phone's clock, as the server assumes, and of arrival at the server.
  claimed_at timestamptz not null,
  scanned_at timestamptz not null,
  received_at timestamptz not null,
  outcome text
    check (outcome in ('accepted', 'already_used', 'revoked', 'conflict', 'refused')),
  -- Reason for the outcome, as an error code.
  code text,
  check ((outcome is null or outcome = 'accepted') = (code is null))
);
create index boarding_scans_trip on boarding_scans (trip_id, received_at);
create index boarding_scans_booking on boarding_scans (booking_id) where booking_id is not null;
create trigger boarding_scans_no_truncate before truncate on boarding_scans
  for each statement execute function refuse_change();
create trigger boarding_scans_settled_once before update or delete on boarding_scans
  for each row execute function settle_boarding_scan_once();

-- Tables of the module journeys.

create table journeys (
  trip_id uuid primary key references trips (id),
  started_at timestamptz not null,
  finished_at timestamptz,
  -- From when the end counts for others: once it cannot be undone, and while it is doubtful at the
  -- planned arrival. Null, with an end: at once.
  finish_counts_at timestamptz,
  -- How late the car was at the last press that is not doubtful; moves the expected arrival.
  delay_ms bigint not null default 0 check (delay_ms >= 0),
  check (finished_at >= started_at)
);

create table journey_arrivals (
  trip_id uuid not null references journeys (trip_id),
  -- Position of the stop on the corridor.
  seq smallint not null check (seq >= 0),
  at timestamptz not null,
  -- When the server learned of it; null: at that time.
  received_at timestamptz check (received_at >= at),
  -- Planned time of an arrival that came too early to be true; null: it counts.
  counts_at timestamptz,
  primary key (trip_id, seq)
);

-- What people aboard say, or their positions show, about their own arrival. Without `answered_at`
-- the person was asked and has not answered.
create table arrival_words (
  trip_id uuid not null references trips (id),
  user_id uuid not null references users (id),
  asked_at timestamptz,
  arrived boolean,
  answered_at timestamptz,
  check ((arrived is null) = (answered_at is null)),
  primary key (trip_id, user_id)
);
create index arrival_words_user on arrival_words (user_id);

-- Presses of the driver that were recorded. The phone makes the id, so a press that is sent again
-- changes nothing, also when its effect was undone meanwhile.
create table journey_presses (
  id uuid primary key,
  trip_id uuid not null references trips (id),
  kind text not null check (kind in ('start', 'arrive', 'finish')),
  -- Position of the stop on the corridor; null for start and finish.
  seq smallint check ((seq is null) = (kind <> 'arrive')),
  -- Time on the phone's clock, corrected by the last server time that it received.
  claimed_at timestamptz not null,
  -- Time that counts.
  at timestamptz not null,
  received_at timestamptz not null
);
