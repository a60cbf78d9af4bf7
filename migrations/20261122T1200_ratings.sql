-- What passenger and driver say of each other after a booking, and the numbers that follow from it.

create table ratings (
  id uuid primary key,
  booking_id uuid not null references bookings (id),
  rater_id uuid not null references users (id),
  rated_id uuid not null references users (id),
  -- What the rated person was in that booking.
  rated_as text not null check (rated_as in ('driver', 'passenger')),
  -- Whether they travelled, or the booking was cancelled after it had been agreed.
  outcome text not null check (outcome in ('travelled', 'cancelled')),
  stars smallint not null check (stars between 1 and 5),
  tags text[] not null,
  comment text check (length(comment) between 1 and 600),
  created_at timestamptz not null,
  constraint ratings_one_each unique (booking_id, rater_id),
  check (rater_id <> rated_id)
);
create index ratings_of on ratings (rated_id, created_at desc);
create index ratings_by on ratings (rater_id);

-- What happened to a rating afterwards: the words themselves never change.
create table rating_events (
  id uuid primary key,
  rating_id uuid not null references ratings (id),
  at timestamptz not null,
  -- Null for a job.
  actor_id uuid,
  event text not null check (event in ('revealed', 'hidden', 'shown', 'discounted', 'counted')),
  details jsonb not null default '{}'
);
create index rating_events_rating on rating_events (rating_id, at);

-- The one answer of the rated person.
create table rating_replies (
  rating_id uuid primary key references ratings (id),
  text text not null check (length(text) between 1 and 600),
  created_at timestamptz not null
);

-- Where each rating stands by its events. Everybody sees one that is revealed and neither hidden
-- by moderation nor discounted until a case is decided; only such ratings count.
create view rating_states as
select r.*,
  (select min(e.at) from rating_events e
    where e.rating_id = r.id and e.event = 'revealed') as revealed_at,
  coalesce((select e.event = 'hidden' from rating_events e
    where e.rating_id = r.id and e.event in ('hidden', 'shown')
    order by e.at desc, e.id desc limit 1), false) as hidden,
  coalesce((select e.event = 'discounted' from rating_events e
    where e.rating_id = r.id and e.event in ('discounted', 'counted')
    order by e.at desc, e.id desc limit 1), false) as discounted
from ratings r;

-- Ratings that a person of the team must look at.
create table rating_cases (
  id uuid primary key,
  booking_id uuid not null references bookings (id),
  kind text not null
    check (kind in ('not_together', 'same_device', 'same_payment', 'same_plate')),
  -- Who said that they did not travel together, and why; null for what a job found.
  opened_by uuid references users (id),
  statement text,
  opened_at timestamptz not null,
  outcome text check (outcome in ('count', 'exclude')),
  note text,
  resolved_by uuid references users (id),
  resolved_at timestamptz,
  constraint rating_cases_one_of_a_kind unique (booking_id, kind),
  check (num_nulls(outcome, note, resolved_by, resolved_at) in (0, 4))
);
create index rating_cases_open on rating_cases (opened_at) where resolved_at is null;

-- Numbers by which people judge somebody they do not know: a projection of bookings, their events
-- and ratings, made again every night.
create table user_standing (
  user_id uuid primary key references users (id),
  -- How many ratings of 1, 2, 3, 4 and 5 stars.
  stars integer[] not null default '{0,0,0,0,0}' check (cardinality(stars) = 5),
  -- Trips driven with somebody aboard, and bookings travelled.
  trips_driven integer not null default 0,
  trips_ridden integer not null default 0,
  requests_answered integer not null default 0,
  requests_missed integer not null default 0,
  -- Median minutes until a request was answered.
  response_minutes integer,
  -- Agreed bookings that are over, on both sides, and how many of them this person cancelled.
  agreed integer not null default 0,
  cancelled integer not null default 0,
  -- Average that counts five imaginary ratings too, hundredths of a star: for sorting.
  weighted_rating smallint not null default 450,
  level text not null default 'new' check (level in ('new', 'regular', 'trusted', 'outstanding')),
  computed_at timestamptz not null
);

create trigger ratings_immutable before update or delete on ratings
  for each row execute function refuse_change();
create trigger ratings_no_truncate before truncate on ratings
  for each statement execute function refuse_change();
create trigger rating_events_immutable before update or delete on rating_events
  for each row execute function refuse_change();
create trigger rating_events_no_truncate before truncate on rating_events
  for each statement execute function refuse_change();
create trigger rating_replies_immutable before update or delete on rating_replies
  for each row execute function refuse_change();
create trigger rating_replies_no_truncate before truncate on rating_replies
  for each statement execute function refuse_change();
