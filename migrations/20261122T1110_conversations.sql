-- Messages between a driver and passengers of a trip. One conversation per trip and passenger: the
-- questions before booking and the booking itself. One group per trip.

create table conversations (
  id uuid primary key,
  trip_id uuid not null references trips (id),
  driver_id uuid not null references users (id),
  -- Null: the group of everybody aboard.
  passenger_id uuid references users (id),
  -- Number of messages so far. Whoever writes locks this row, so that numbers are given in the
  -- order of the commits: a reader who has seen number n has not missed a lower one.
  last_seq integer not null default 0 check (last_seq >= 0),
  last_at timestamptz,
  created_at timestamptz not null,
  check (driver_id <> passenger_id)
);
create unique index conversations_direct on conversations (trip_id, passenger_id);
create unique index conversations_group on conversations (trip_id) where passenger_id is null;

-- Whose list shows it, and how far they have read.
create table conversation_members (
  conversation_id uuid not null references conversations (id) on delete cascade,
  user_id uuid not null references users (id),
  read_seq integer not null default 0 check (read_seq >= 0),
  primary key (user_id, conversation_id)
);
create index conversation_members_of on conversation_members (conversation_id);

create table conversation_messages (
  id uuid primary key,
  conversation_id uuid not null references conversations (id) on delete cascade,
  seq integer not null check (seq > 0),
  sender_id uuid not null references users (id),
  -- Named by the sender's device: a repeat is the same message.
  client_id uuid not null,
  kind text not null check (kind in ('text', 'position')),
  -- Encrypted, bound to the id. Null once a position is no longer shown.
  body_sealed bytea,
  -- It has contact data, which are hidden until a booking is confirmed.
  has_contact boolean not null,
  -- The team removed it after a report.
  removed_at timestamptz,
  created_at timestamptz not null,
  unique (conversation_id, seq),
  unique (conversation_id, sender_id, client_id)
);
create index conversation_messages_positions on conversation_messages (created_at)
  where kind = 'position' and body_sealed is not null;
