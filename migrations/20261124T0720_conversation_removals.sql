-- The driver removes somebody from the group of a trip, and may let them back. The booking stays.

create table conversation_removals (
  id uuid primary key,
  conversation_id uuid not null references conversations (id) on delete cascade,
  user_id uuid not null references users (id),
  -- The person does not see messages after this one …
  after_seq integer not null check (after_seq >= 0),
  -- … up to this one, which was the last when the driver let them back.
  until_seq integer check (until_seq >= after_seq),
  removed_at timestamptz not null,
  returned_at timestamptz,
  check (num_nulls(until_seq, returned_at) in (0, 2))
);
create unique index conversation_removals_open on conversation_removals (conversation_id, user_id)
  where until_seq is null;
create index conversation_removals_of on conversation_removals (user_id, conversation_id);
