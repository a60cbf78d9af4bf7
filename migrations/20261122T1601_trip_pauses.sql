-- Trips that are not sold while a document that they need is not valid on their date.
create table trip_pauses (
  trip_id uuid not null references trips (id),
  paused_at timestamptz not null,
  -- Kinds of documents.
  lacking text[] not null,
  ended_at timestamptz,
  -- Why it ended: the documents are in order, the trip was cancelled for it, or it is over.
  outcome text check (outcome in ('resumed', 'cancelled', 'over')),
  primary key (trip_id, paused_at),
  check ((ended_at is null) = (outcome is null))
);
create unique index trip_pauses_open on trip_pauses (trip_id) where ended_at is null;
