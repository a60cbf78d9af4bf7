-- Hints for open screens: something of this person's changed. They hold no content; what changed is
-- read by the ordinary calls. Kept for an hour, so that a phone that lost its network catches up.
-- No foreign key: its check would wait for whoever holds the person's row, such as a booking.

create table live_events (
  id uuid primary key,
  user_id uuid not null,
  type text not null
    check (type in ('message', 'read', 'typing', 'notification', 'trip', 'position')),
  -- What it is about: a conversation, a notification, a trip.
  ref uuid not null,
  created_at timestamptz not null default now(),
  -- Readers resume by transaction: a row that commits late has a number that no reader has passed.
  tx xid8 not null default pg_current_xact_id()
);
create index live_events_order on live_events (tx);
