-- Saved searches, and the trips published since that fit them.

create table trip_alerts (
  id uuid primary key,
  user_id uuid not null references users (id),
  from_place text not null references places (id),
  to_place text not null references places (id),
  -- First and last day of boarding, in Bogotá.
  since date not null,
  until date not null,
  seats smallint not null check (seats between 1 and 4),
  -- The most that one seat may cost; null for any price.
  max_price bigint check (max_price > 0),
  status text not null check (status in ('active', 'stopped')),
  created_at timestamptz not null,
  stopped_at timestamptz,
  -- When the last message left, and when the next one may while matches wait for it.
  mailed_at timestamptz,
  mail_due_at timestamptz,
  check (from_place <> to_place),
  check (since <= until),
  check ((status = 'stopped') = (stopped_at is not null)),
  check (status = 'active' or mail_due_at is null)
);
create index trip_alerts_places on trip_alerts (from_place, to_place) where status = 'active';
create index trip_alerts_until on trip_alerts (until) where status = 'active';
create index trip_alerts_user on trip_alerts (user_id, created_at desc);
create index trip_alerts_due on trip_alerts (mail_due_at) where mail_due_at is not null;

create table trip_alert_matches (
  alert_id uuid not null references trip_alerts (id),
  trip_id uuid not null references trips (id),
  matched_at timestamptz not null,
  -- When a message named it, or left it out because nobody could book it any more.
  settled_at timestamptz,
  primary key (alert_id, trip_id)
);
