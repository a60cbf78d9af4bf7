-- SafePoints that one of the two people of a booking proposed by a message of their conversation.
create table meeting_proposals (
  message_id uuid primary key references conversation_messages (id) on delete cascade,
  booking_id uuid not null references bookings (id),
  proposed_by uuid not null references users (id),
  -- Where the passenger gets on (`from`) or off (`to`), and its position on the corridor.
  place_end text not null check (place_end in ('from', 'to')),
  stop_seq smallint not null check (stop_seq >= 0),
  safe_point_id uuid not null references safe_points (id),
  -- Null while it waits for an answer; `replaced` by a newer proposal for the same place.
  answer text check (answer in ('accepted', 'declined', 'withdrawn', 'replaced')),
  answered_at timestamptz,
  check ((answer is null) = (answered_at is null))
);
create unique index meeting_proposals_open on meeting_proposals (booking_id, place_end)
  where answer is null;
create index meeting_proposals_booking on meeting_proposals (booking_id);
create index meeting_proposals_by on meeting_proposals (proposed_by);
