-- What people ask the team, and the answers.
create table support_tickets (
  -- Named by the person's device: a repeat is the same ticket.
  id uuid primary key,
  -- Null: somebody without a session, who is reached by mail.
  user_id uuid references users (id),
  -- Name and address of somebody without a session; encrypted, bound to the id.
  guest_sealed bytea,
  -- Keyed digest of that address.
  guest_index bytea,
  kind text not null check (kind in ('safety', 'money', 'booking', 'account', 'other')),
  about_kind text check (about_kind in ('trip', 'booking', 'movement', 'payment')),
  about_id uuid,
  -- What the trip, booking, movement or payment was then; encrypted, bound to the id.
  about_sealed bytea,
  -- `unconfirmed`: the mail was not answered. `open`: the team's turn. `waiting`: the person's.
  status text not null check (status in ('unconfirmed', 'open', 'waiting', 'resolved')),
  created_at timestamptz not null,
  -- The last message that both sides see.
  last_at timestamptz not null,
  -- Until when the team answers; null while it is not its turn.
  due_at timestamptz,
  -- When the alarm for being late was raised, in this turn.
  overdue_at timestamptz,
  first_answered_at timestamptz,
  assigned_to uuid references users (id),
  incident_id uuid references incidents (id),
  resolved_at timestamptz,
  reopened_at timestamptz,
  rating smallint check (rating between 1 and 5),
  -- Encrypted, bound to the id.
  rating_sealed bytea,
  rated_at timestamptz,
  check ((user_id is null) = (guest_index is not null)),
  check ((about_kind is null) = (about_id is null)),
  check ((status = 'open') = (due_at is not null)),
  check ((status = 'resolved') = (resolved_at is not null)),
  check ((rating is null) = (rated_at is null))
);
create index support_tickets_open on support_tickets (due_at, id) where status = 'open';
create index support_tickets_answered on support_tickets (last_at desc, id)
  where status in ('waiting', 'resolved');
create index support_tickets_unconfirmed on support_tickets (created_at)
  where status = 'unconfirmed';
create index support_tickets_of_person on support_tickets (user_id, last_at desc);

create table support_messages (
  -- Named by the device of its author: a repeat is the same message.
  id uuid primary key,
  ticket_id uuid not null references support_tickets (id),
  -- Their order in the ticket, from 1; given with the ticket locked.
  seq integer not null,
  -- `note`: of the team for the team.
  kind text not null check (kind in ('person', 'team', 'note')),
  -- Null: somebody without a session.
  author_id uuid references users (id),
  -- Encrypted, bound to the id; null once the person's account is closed.
  body_sealed bytea,
  created_at timestamptz not null,
  check (kind = 'person' or author_id is not null)
);
create unique index support_messages_of_ticket on support_messages (ticket_id, seq);

-- Photos and screenshots, drawn anew and encrypted for their row.
create table support_attachments (
  id uuid primary key,
  ticket_id uuid not null references support_tickets (id),
  message_id uuid not null references support_messages (id),
  sealed bytea not null,
  created_at timestamptz not null
);
create index support_attachments_of_ticket on support_attachments (ticket_id, id);
create index support_attachments_of_message on support_attachments (message_id);
