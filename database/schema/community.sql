-- Tables of the module ratings.

create table ratings (
  id uuid primary key,
  booking_id uuid not null references bookings (id),
  rater_id uuid not null references users (id),
  rated_id uuid not null references users (id),
  -- Role of the rated person in the booking.
  rated_as text not null check (rated_as in ('driver', 'passenger')),
  -- `cancelled`: cancelled after the driver had accepted.
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
create trigger ratings_immutable before update or delete on ratings
  for each row execute function refuse_change();
create trigger ratings_no_truncate before truncate on ratings
  for each statement execute function refuse_change();

-- Moderation events of ratings. The rating itself never changes.
create table rating_events (
  id uuid primary key,
  rating_id uuid not null references ratings (id),
  at timestamptz not null,
  -- Person who acted; null: a job.
  actor_id uuid,
  event text not null check (event in ('revealed', 'hidden', 'shown', 'discounted', 'counted')),
  details jsonb not null default '{}'
);
create index rating_events_rating on rating_events (rating_id, at);
create trigger rating_events_immutable before update or delete on rating_events
  for each row execute function refuse_change();
create trigger rating_events_no_truncate before truncate on rating_events
  for each statement execute function refuse_change();

-- Reply to a rating: the rated person may answer once.
create table rating_replies (
  rating_id uuid primary key references ratings (id),
  text text not null check (length(text) between 1 and 600),
  created_at timestamptz not null
);
create trigger rating_replies_immutable before update or delete on rating_replies
  for each row execute function refuse_change();
create trigger rating_replies_no_truncate before truncate on rating_replies
  for each statement execute function refuse_change();

-- Ratings that the team must review.
create table rating_cases (
  id uuid primary key,
  booking_id uuid not null references bookings (id),
  kind text not null
    check (kind in ('not_together', 'same_device', 'same_payment', 'same_plate')),
  -- Person who reported the rating, with the reason; null when a job opened the case.
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
create index rating_cases_resolved on rating_cases (resolved_at desc, id)
  where resolved_at is not null;

-- State of each rating, from its events. Only public ratings count.
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

-- Tables of the module conversations.

create table conversations (
  id uuid primary key,
  trip_id uuid not null references trips (id),
  driver_id uuid not null references users (id),
  -- Passenger of the conversation with the driver; null: the group of everybody aboard.
  passenger_id uuid references users (id),
  -- Number of messages. Its row lock makes numbers follow the order of the commits, without gaps.
  last_seq integer not null default 0 check (last_seq >= 0),
  last_at timestamptz,
  created_at timestamptz not null,
  check (driver_id <> passenger_id)
);
create unique index conversations_direct on conversations (trip_id, passenger_id);
create unique index conversations_group on conversations (trip_id) where passenger_id is null;

-- Conversations of each person, and the last message that the person has read.
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
  -- Id chosen by the sender's device, so that a repeated request stores no second message.
  client_id uuid not null,
  kind text not null check (kind in ('text', 'position')),
  -- Encrypted text or position (associated data: the id). Null when a position is no longer shown.
  body_sealed bytea,
  -- Whether the text has contact data, which are hidden until a booking is confirmed.
  has_contact boolean not null,
  -- Time at which the team removed the message after a report.
  removed_at timestamptz,
  created_at timestamptz not null,
  unique (conversation_id, seq),
  unique (conversation_id, sender_id, client_id)
);
create index conversation_messages_positions on conversation_messages (created_at)
  where kind = 'position' and body_sealed is not null;

create table conversation_removals (
  id uuid primary key,
  conversation_id uuid not null references conversations (id) on delete cascade,
  user_id uuid not null references users (id),
  -- Number of the last message that the removed person sees.
  after_seq integer not null check (after_seq >= 0),
  -- Number of the last message before the driver readmitted the person, who sees later messages.
  until_seq integer check (until_seq >= after_seq),
  removed_at timestamptz not null,
  returned_at timestamptz,
  check (num_nulls(until_seq, returned_at) in (0, 2))
);
create unique index conversation_removals_open on conversation_removals (conversation_id, user_id)
  where until_seq is null;
create index conversation_removals_of on conversation_removals (user_id, conversation_id);

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

-- Tables of the module safety.

-- Links with which a person without an account follows a trip.
create table trip_shares (
  id uuid primary key,
  user_id uuid not null references users (id),
  trip_id uuid not null references trips (id),
  -- Booking of the passenger who shares; null: the driver shares.
  booking_id uuid references bookings (id),
  -- SHA-256 of the secret in the link; the secret itself is not stored.
  token_hash bytea not null unique check (length(token_hash) = 32),
  -- Name of the recipient as the sharer typed it, encrypted with the id as associated data.
  name_sealed bytea not null,
  created_at timestamptz not null
);
create index trip_shares_of on trip_shares (trip_id, user_id);
create index trip_shares_user on trip_shares (user_id);
create index trip_shares_booking on trip_shares (booking_id) where booking_id is not null;

-- Last position of a person who shares a trip. Deleted with the end of the trip or its last link.
create table shared_positions (
  id uuid primary key,
  user_id uuid not null references users (id),
  trip_id uuid not null references trips (id),
  -- Position, encrypted with the id as associated data.
  sealed bytea not null,
  at timestamptz not null,
  unique (trip_id, user_id)
);
create index shared_positions_user on shared_positions (user_id);

-- A trusted contact: a person without an account who is told about somebody's trips.
create table trusted_contacts (
  user_id uuid primary key references users (id),
  -- A new id for each phone number or address, because the contact must consent again.
  id uuid not null unique,
  -- Name, phone number and address of the contact, encrypted with the id as associated data.
  sealed bytea not null,
  status text not null check (status in ('invited', 'agreed')),
  -- Whether the contact is told when the person boards and arrives.
  tells boolean not null,
  invited_at timestamptz not null,
  answered_at timestamptz,
  check ((status = 'agreed') = (answered_at is not null))
);

-- Contacts who refused permanently, as keyed digests.
create table trusted_contact_refusals (
  user_id uuid not null references users (id),
  contact_index bytea not null check (length(contact_index) = 32),
  at timestamptz not null,
  primary key (user_id, contact_index)
);
create trigger trusted_contact_refusals_immutable before update or delete
  on trusted_contact_refusals for each row execute function refuse_change();
create trigger trusted_contact_refusals_no_truncate before truncate on trusted_contact_refusals
  for each statement execute function refuse_change();

-- Messages to a contact about a trip; each is sent once.
create table trusted_contact_news (
  user_id uuid not null references users (id),
  trip_id uuid not null references trips (id),
  event text not null check (event in ('boarded', 'arrived', 'not_aboard', 'emergency')),
  at timestamptz not null,
  primary key (trip_id, user_id, event)
);
create index trusted_contact_news_user on trusted_contact_news (user_id);

-- A request for help on a trip, or a report of feeling unsafe.
create table incidents (
  -- Id chosen by the person's device, so that a repeated request stores no second incident.
  id uuid primary key,
  user_id uuid not null references users (id),
  trip_id uuid not null references trips (id),
  -- Booking of the passenger who asks for help; null: the driver of the trip.
  booking_id uuid references bookings (id),
  kind text not null check (kind in ('emergency', 'felt_unsafe')),
  -- Text and position of the request, encrypted with the id as associated data.
  sealed bytea not null,
  -- Time on the device when the button was pressed; the device may have been offline for hours.
  pressed_at timestamptz not null,
  created_at timestamptz not null,
  -- Deadline for the team's first look.
  due_at timestamptz not null,
  -- Time of the alarm about the passed deadline.
  overdue_at timestamptz,
  taken_by uuid references users (id),
  taken_at timestamptz,
  outcome text check (outcome in ('helped', 'authorities', 'sanctioned', 'no_danger')),
  answer text check (length(answer) between 1 and 1000),
  closed_by uuid references users (id),
  closed_at timestamptz,
  -- Presses of one person on one trip are one emergency: number of presses, and time of the last.
  presses integer not null default 1 check (presses > 0),
  last_pressed_at timestamptz,
  check ((taken_by is null) = (taken_at is null)),
  check ((closed_at is null) = (outcome is null)),
  check ((closed_at is null) = (answer is null))
);
create index incidents_open on incidents (created_at, id) where closed_at is null;
create index incidents_closed on incidents (closed_at desc, id) where closed_at is not null;
create index incidents_due on incidents (due_at) where closed_at is null and overdue_at is null;
create index incidents_of_person on incidents (user_id, created_at desc);
create index incidents_trip on incidents (trip_id);
create index incidents_taken on incidents (taken_at) where taken_at is not null;

-- Notes of the team about an incident. Append-only.
create table incident_notes (
  id uuid primary key,
  incident_id uuid not null references incidents (id),
  author_id uuid not null references users (id),
  body text not null check (length(body) between 1 and 1000),
  at timestamptz not null
);
create index incident_notes_of on incident_notes (incident_id, at);
create trigger incident_notes_immutable before update or delete on incident_notes
  for each row execute function refuse_change();
create trigger incident_notes_no_truncate before truncate on incident_notes
  for each statement execute function refuse_change();

-- Tables of the module conduct.

-- Cases of conduct: reports by people, and signals of the rules against paid transport.
create table conduct_cases (
  id uuid primary key,
  kind text not null check (kind in ('report', 'signal')),
  -- The person whose conduct is judged.
  user_id uuid not null references users (id),
  reporter_id uuid references users (id),
  subject_kind text not null check (subject_kind in ('user', 'trip', 'message', 'rating')),
  subject_id uuid not null,
  -- One of the reasons of the form, or the name of the rule.
  reason text not null check (length(reason) between 1 and 40),
  statement text check (length(statement) <= 1000),
  -- Figures of the rule, or text of the reported message at that time.
  facts jsonb not null default '{}',
  -- Identifies the cause of a signal, so that it is stored once.
  cause text unique check (length(cause) between 1 and 100),
  created_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid references users (id),
  outcome text check (outcome in ('nothing', 'hidden', 'warning', 'suspension', 'expulsion')),
  note text check (length(note) between 1 and 1000),
  sanction_id uuid,
  -- Hearing: the person of a case is heard before the team decides. An expulsion needs two people.
  hearing_asked_at timestamptz,
  -- Question of the team, as the person reads it.
  hearing_note text check (length(hearing_note) between 1 and 1000),
  hearing_text text check (length(hearing_text) between 1 and 1000),
  heard_at timestamptz,
  -- Sanction event that paused the person; null: not paused.
  pause_id uuid references sanction_events (id),
  -- First signature of an expulsion or a long suspension; another human being signs second.
  proposed_by uuid references users (id),
  proposed_at timestamptz,
  proposal_note text check (length(proposal_note) between 1 and 1000),
  proposed_outcome text check (proposed_outcome in ('suspension', 'expulsion')),
  -- Length of the proposed suspension.
  proposed_days integer check (proposed_days > 0),
  -- Time of the alarm about a pause that nobody decided on.
  alarmed_at timestamptz,
  check ((kind = 'report') = (reporter_id is not null)),
  check (reporter_id <> user_id),
  check ((decided_at is null) = (outcome is null)),
  constraint conduct_cases_hearing check (
    num_nulls(hearing_asked_at, hearing_note) in (0, 2)
    and num_nulls(heard_at, hearing_text) in (0, 2)
    and (heard_at is null or hearing_asked_at is not null)),
  constraint conduct_cases_proposal check (
    num_nulls(proposed_by, proposed_at, proposal_note) in (0, 3)
    and (proposed_by is null or decided_by is null or decided_by <> proposed_by
      or outcome not in ('suspension', 'expulsion')))
);
create index conduct_cases_open on conduct_cases (created_at, id) where decided_at is null;
create index conduct_cases_decided on conduct_cases (decided_at desc, id)
  where decided_at is not null;
create index conduct_cases_of_person on conduct_cases (user_id, created_at);
create index conduct_cases_of_reporter on conduct_cases (reporter_id, created_at);
-- A person has at most one open report about the same subject.
create unique index conduct_cases_one_open on conduct_cases (reporter_id, subject_kind, subject_id)
  where decided_at is null;
create index conduct_cases_sanction on conduct_cases (sanction_id)
  where sanction_id is not null;

-- Photos of a report, re-encoded, encrypted and bound to their row.
create table conduct_photos (
  id uuid primary key,
  case_id uuid not null references conduct_cases (id),
  sealed bytea not null,
  created_at timestamptz not null
);
create index conduct_photos_of_case on conduct_photos (case_id);

-- Appeals against sanctions, one per sanction.
create table sanction_appeals (
  sanction_id uuid primary key references sanction_events (id),
  user_id uuid not null references users (id),
  statement text not null check (length(statement) between 1 and 1000),
  created_at timestamptz not null,
  answered_at timestamptz,
  answered_by uuid references users (id),
  is_upheld boolean,
  answer text check (length(answer) between 1 and 1000),
  check ((answered_at is null) = (is_upheld is null))
);
create index sanction_appeals_open on sanction_appeals (created_at) where answered_at is null;
create index sanction_appeals_of_person on sanction_appeals (user_id);
create index sanction_appeals_answered on sanction_appeals (answered_at desc)
  where answered_at is not null;

-- Photos that a person sends with an appeal, encrypted.
create table appeal_photos (
  id uuid primary key,
  sanction_id uuid not null references sanction_appeals (sanction_id),
  sealed bytea not null,
  created_at timestamptz not null
);
create index appeal_photos_of_appeal on appeal_photos (sanction_id);

-- Photos of people who are heard, about a case or a dispute; re-encoded and encrypted.
create table hearing_photos (
  id uuid primary key,
  -- Id of a case of conduct, or of the booking of a dispute.
  subject_id uuid not null,
  author_id uuid not null references users (id),
  sealed bytea not null,
  created_at timestamptz not null
);
create index hearing_photos_of_subject on hearing_photos (subject_id);
create index hearing_photos_of_author on hearing_photos (author_id);
create index hearing_photos_age on hearing_photos (created_at);

-- Tables of the module conduct.

create table disputes (
  booking_id uuid primary key references bookings (id),
  opened_by uuid not null references users (id),
  opened_at timestamptz not null,
  statement text not null,
  -- When the driver was last asked for their version; nobody decides before the answer or deadline.
  asked_at timestamptz not null default now(),
  outcome text check (outcome in ('passenger', 'driver')),
  note text,
  resolved_by uuid references users (id),
  resolved_at timestamptz,
  -- Decision of the first person, where a second person must agree.
  proposed_outcome text check (proposed_outcome in ('passenger', 'driver')),
  proposed_note text,
  proposed_by uuid references users (id),
  proposed_at timestamptz,
  check ((outcome is null) = (resolved_at is null)),
  constraint disputes_proposed_whole
    check (num_nulls(proposed_outcome, proposed_note, proposed_by, proposed_at) in (0, 4)),
  constraint disputes_two_people
    check (resolved_by is null or resolved_by is distinct from proposed_by)
);
create index disputes_open on disputes (opened_at) where resolved_at is null;
create index disputes_resolved on disputes (resolved_at desc) where resolved_at is not null;

-- Version of the driver, and what the passenger added to the statement; one row for each person.
create table dispute_words (
  booking_id uuid references disputes (booking_id),
  author_id uuid references users (id),
  -- What the driver answers; null: the passenger wrote it.
  answer text check (answer in ('not_there', 'travelled', 'other')),
  words text not null check (length(words) between 1 and 1000),
  said_at timestamptz not null,
  primary key (booking_id, author_id)
);
create index dispute_words_of_author on dispute_words (author_id);

-- Tables of the module rewards.

-- Rewards that points can buy. The team loads the single-use codes of partners.
create table reward_items (
  id uuid primary key,
  kind text not null check (kind in ('event_discount', 'fuel_voucher', 'gift', 'vip_event')),
  title text not null check (length(title) between 1 and 80),
  description text not null check (length(description) between 1 and 600),
  partner text not null check (length(partner) between 1 and 80),
  points integer not null check (points between 1 and 1000000),
  -- Number of redemptions allowed per person.
  per_person smallint not null check (per_person between 1 and 100),
  gold_only boolean not null,
  -- First and last day of the reward in Bogotá, both included.
  valid_from date not null,
  valid_until date not null,
  created_by uuid not null references users (id),
  created_at timestamptz not null,
  retired_at timestamptz,
  check (valid_from <= valid_until)
);

-- Codes of rewards, encrypted and bound to their row; the keyed digest finds repeated codes.
create table reward_codes (
  id uuid primary key,
  item_id uuid not null references reward_items (id),
  code_sealed bytea not null,
  code_index bytea not null check (length(code_index) = 32),
  loaded_by uuid not null references users (id),
  loaded_at timestamptz not null,
  constraint reward_codes_once unique (item_id, code_index)
);

-- Redemptions with one code each: the unique constraint prevents selling a code twice.
create table reward_redemptions (
  id uuid primary key,
  item_id uuid not null references reward_items (id),
  user_id uuid not null references users (id),
  code_id uuid not null unique references reward_codes (id),
  points integer not null check (points > 0),
  created_at timestamptz not null
);
create index reward_redemptions_of_person on reward_redemptions (user_id, created_at desc);
create index reward_redemptions_of_item on reward_redemptions (item_id, user_id);
create trigger reward_redemptions_immutable before update or delete on reward_redemptions
  for each row execute function refuse_change();
create trigger reward_redemptions_no_truncate before truncate on reward_redemptions
  for each statement execute function refuse_change();

-- Trips and referrals whose two people may be the same person: no points until the team decides.
create table reward_reviews (
  id uuid primary key,
  kind text not null check (kind in ('trip', 'referral')),
  -- Id of the booking or the referral.
  subject_id uuid not null,
  -- The person who gets the points, and the other person of the trip or referral.
  first_id uuid not null references users (id),
  second_id uuid not null references users (id),
  signs text[] not null check (cardinality(signs) > 0),
  opened_at timestamptz not null,
  outcome text check (outcome in ('pay', 'refuse')),
  note text check (length(note) between 1 and 1000),
  resolved_by uuid references users (id),
  resolved_at timestamptz,
  constraint reward_reviews_once unique (kind, subject_id),
  check (num_nulls(outcome, note, resolved_by, resolved_at) in (0, 4))
);
create index reward_reviews_open on reward_reviews (opened_at, id) where outcome is null;
create index reward_reviews_resolved on reward_reviews (resolved_at desc, id)
  where outcome is not null;

-- Membership card of a person as of the last night or completed trip, with the facts behind it.
create table membership_cards (
  user_id uuid primary key references users (id),
  card text check (card in ('green', 'gold')),
  facts jsonb not null,
  since timestamptz not null,
  computed_at timestamptz not null
);

-- Cards gained and lost; a null card is no card.
create table card_events (
  id uuid primary key,
  user_id uuid not null references users (id),
  at timestamptz not null,
  before text check (before in ('green', 'gold')),
  after text check (after in ('green', 'gold')),
  check (before is distinct from after)
);
create index card_events_of_person on card_events (user_id, at);
create trigger card_events_immutable before update or delete on card_events
  for each row execute function refuse_change();
create trigger card_events_no_truncate before truncate on card_events
  for each statement execute function refuse_change();

-- Tables of the module rewards.

create table referral_codes (
  user_id uuid primary key references users (id),
  code text not null constraint referral_codes_taken unique
    check (code ~ '^[23456789ABCDEFGHJKMNPQRSTUVWXYZ]{8}$'),
  created_at timestamptz not null
);

create table referrals (
  id uuid primary key,
  friend_id uuid not null constraint referrals_one_each unique references users (id),
  referrer_id uuid not null references users (id),
  status text not null check (status in ('waiting', 'review', 'paid', 'refused', 'undone')),
  claimed_at timestamptz not null,
  -- First trip that counts for the referral.
  booking_id uuid references bookings (id),
  settled_at timestamptz,
  check (friend_id <> referrer_id),
  check ((status = 'waiting') = (booking_id is null))
);
create index referrals_of_referrer on referrals (referrer_id, claimed_at desc);
create index referrals_by_booking on referrals (booking_id) where booking_id is not null;

-- Tables of the module support.

-- Questions of people to the team, and the answers.
create table support_tickets (
  -- Id chosen by the person's device, so that a repeated request stores no second ticket.
  id uuid primary key,
  -- Number by which people and the team name the ticket. Has gaps.
  number integer not null generated always as identity (start with 1001),
  -- Person who wrote; null: a visitor without a session, who gets answers by mail.
  user_id uuid references users (id),
  -- Name and address of a visitor without a session, encrypted with the id as associated data.
  guest_sealed bytea,
  -- Keyed digest of the visitor's address.
  guest_index bytea,
  kind text not null check (kind in ('safety', 'money', 'booking', 'account', 'other')),
  about_kind text check (about_kind in ('trip', 'booking', 'movement', 'payment')),
  about_id uuid,
  -- Trip, booking, movement or payment in question as it was, encrypted (associated data: the id).
  about_sealed bytea,
  -- `unconfirmed`: of an unproved mail address. `open`: for the team. `waiting`: for the person.
  status text not null check (status in ('unconfirmed', 'open', 'waiting', 'resolved')),
  created_at timestamptz not null,
  -- Time of the last message that both sides see.
  last_at timestamptz not null,
  -- Deadline for the team's answer; null while the team waits for the person.
  due_at timestamptz,
  -- Whether the person was promised an answer by then; false: no time is left before a departure.
  is_promised boolean not null default true,
  -- Time of the alarm about the passed deadline.
  overdue_at timestamptz,
  first_answered_at timestamptz,
  assigned_to uuid references users (id),
  incident_id uuid references incidents (id),
  resolved_at timestamptz,
  reopened_at timestamptz,
  rating smallint check (rating between 1 and 5),
  -- Person's rating of the support, encrypted with the id as associated data.
  rating_sealed bytea,
  rated_at timestamptz,
  check ((user_id is null) = (guest_index is not null)),
  check ((about_kind is null) = (about_id is null)),
  check ((status = 'open') = (due_at is not null)),
  check ((status = 'resolved') = (resolved_at is not null)),
  check ((rating is null) = (rated_at is null))
);
create unique index support_tickets_number on support_tickets (number);
create index support_tickets_of_guest on support_tickets (guest_index)
  where guest_index is not null;
create index support_tickets_open on support_tickets (due_at, id) where status = 'open';
create index support_tickets_answered on support_tickets (last_at desc, id)
  where status in ('waiting', 'resolved');
create index support_tickets_unconfirmed on support_tickets (created_at)
  where status = 'unconfirmed';
create index support_tickets_of_person on support_tickets (user_id, last_at desc);
create index support_tickets_first on support_tickets (first_answered_at)
  where first_answered_at is not null;
create index support_tickets_of_incident on support_tickets (incident_id)
  where incident_id is not null;
create index support_tickets_by_status on support_tickets (status, due_at);
create index support_tickets_rated on support_tickets (rated_at)
  where rated_at is not null;

create table support_messages (
  -- Id chosen by the author's device, so that a repeated request stores no second message.
  id uuid primary key,
  ticket_id uuid not null references support_tickets (id),
  -- Number of the message in its ticket, from 1; assigned while the ticket is locked.
  seq integer not null,
  -- `note`: an internal note that only the team sees. `held`: an answer that its author can still
  -- take back; `undone`: one that was taken back, kept so that its id answers nothing again.
  kind text not null check (kind in ('person', 'team', 'note', 'held', 'undone')),
  -- Author; null: a visitor without a session.
  author_id uuid references users (id),
  -- Encrypted text (associated data: the id); null when the person's account is closed.
  body_sealed bytea,
  created_at timestamptz not null,
  -- Colleague to whom this note handed the ticket over.
  handed_to uuid,
  check (kind = 'person' or author_id is not null),
  constraint support_messages_handed_to
  foreign key (handed_to) references users (id),
  constraint support_messages_handover
  check (handed_to is null or kind = 'note')
);
create unique index support_messages_of_ticket on support_messages (ticket_id, seq);
create index support_messages_held on support_messages (ticket_id) where kind = 'held';

-- Photos and screenshots of a ticket, re-encoded, encrypted and bound to their row.
create table support_attachments (
  id uuid primary key,
  ticket_id uuid not null references support_tickets (id),
  message_id uuid not null references support_messages (id),
  sealed bytea not null,
  created_at timestamptz not null
);
create index support_attachments_of_ticket on support_attachments (ticket_id, id);
create index support_attachments_of_message on support_attachments (message_id);

-- Tables of the module safety.

-- Members of the team that an emergency calls first, by the hour; one entry per person and hour.
create table duty_hours (
  user_id uuid not null references users (id),
  hour timestamptz not null check (extract(epoch from hour)::bigint % 3600 = 0),
  -- Whether this person is called two minutes later, if nobody answers.
  is_backup boolean not null,
  -- Shift: hours that were entered together. Series: shifts that were entered together.
  shift_id uuid not null,
  series_id uuid not null,
  set_by uuid not null references users (id),
  set_at timestamptz not null,
  primary key (user_id, hour)
);
create index duty_hours_hour on duty_hours (hour);
create index duty_hours_shift on duty_hours (shift_id);
create index duty_hours_series on duty_hours (series_id);

-- Calls for help about an emergency, or drills. The same incident can ring again later.
create table duty_alarms (
  id uuid primary key,
  -- Incident of the alarm; null: a drill.
  incident_id uuid references incidents (id),
  -- Person who started the drill.
  started_by uuid references users (id),
  -- People of the trip who also work for Cupo: they are neither called nor shown.
  not_for uuid[] not null,
  pressed_at timestamptz not null,
  raised_at timestamptz not null,
  answered_by uuid references users (id),
  answered_at timestamptz,
  check ((incident_id is null) = (started_by is not null)),
  check ((answered_by is null) = (answered_at is null))
);
create unique index duty_alarms_ringing on duty_alarms (incident_id) where answered_at is null;
create index duty_alarms_raised on duty_alarms (raised_at desc);
create index duty_alarms_of_incident on duty_alarms (incident_id, raised_at desc)
  where incident_id is not null;

-- Messages of an alarm to people on duty. Append-only.
create table duty_calls (
  id uuid primary key,
  alarm_id uuid not null references duty_alarms (id),
  -- Minutes after the alarm was raised.
  minute smallint not null check (minute in (0, 2, 5)),
  -- Person called; null: the company's phone.
  user_id uuid references users (id),
  channel text not null check (channel in ('push', 'mail', 'whatsapp', 'sms')),
  at timestamptz not null
);
create unique index duty_calls_once on duty_calls (alarm_id, minute, user_id, channel)
  nulls not distinct;
create trigger duty_calls_immutable before update or delete on duty_calls
  for each row execute function refuse_change();
create trigger duty_calls_no_truncate before truncate on duty_calls
  for each statement execute function refuse_change();
