-- People are heard in both rooms, and a long suspension takes two people (decisions 241 and 242).

-- Drivers of open disputes have the whole time to answer from now on.
alter table disputes add column asked_at timestamptz not null default now();

create table dispute_words (
  booking_id uuid references disputes (booking_id),
  author_id uuid references users (id),
  answer text check (answer in ('not_there', 'travelled', 'other')),
  words text not null check (length(words) between 1 and 1000),
  said_at timestamptz not null,
  primary key (booking_id, author_id)
);
create index dispute_words_of_author on dispute_words (author_id);

create table hearing_photos (
  id uuid primary key,
  subject_id uuid not null,
  author_id uuid not null references users (id),
  sealed bytea not null,
  created_at timestamptz not null
);
create index hearing_photos_of_subject on hearing_photos (subject_id);
create index hearing_photos_of_author on hearing_photos (author_id);
create index hearing_photos_age on hearing_photos (created_at);

alter table conduct_cases
  add column proposed_outcome text check (proposed_outcome in ('suspension', 'expulsion')),
  add column proposed_days integer check (proposed_days > 0),
  drop constraint conduct_cases_proposal;
-- Before, only expulsions were proposed; one person could decide the rest over a proposal.
update conduct_cases set proposed_outcome = 'expulsion'
where proposed_by is not null and proposed_outcome is null;
update conduct_cases set proposed_by = null, proposed_at = null, proposal_note = null,
  proposed_outcome = null
where outcome = 'suspension' and decided_by = proposed_by;
alter table conduct_cases add constraint conduct_cases_proposal check (
  num_nulls(proposed_by, proposed_at, proposal_note) in (0, 3)
  and (proposed_by is null or decided_by is null or decided_by <> proposed_by
    or outcome not in ('suspension', 'expulsion')));
