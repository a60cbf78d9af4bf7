-- What the team looks at: what people report, and what the rules against paid transport notice.
create table conduct_cases (
  id uuid primary key,
  kind text not null check (kind in ('report', 'signal')),
  -- Whom it is about.
  user_id uuid not null references users (id),
  reporter_id uuid references users (id),
  subject_kind text not null check (subject_kind in ('user', 'trip', 'message', 'rating')),
  subject_id uuid not null,
  -- One of the reasons of the form, or the name of the rule.
  reason text not null check (length(reason) between 1 and 40),
  statement text check (length(statement) <= 1000),
  -- The numbers of a rule, or the words of a reported message as they were then.
  facts jsonb not null default '{}',
  -- Of a signal: the same one is noted once.
  cause text unique check (length(cause) between 1 and 100),
  created_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid references users (id),
  outcome text check (outcome in ('nothing', 'hidden', 'warning', 'suspension', 'expulsion')),
  note text check (length(note) between 1 and 1000),
  sanction_id uuid,
  check ((kind = 'report') = (reporter_id is not null)),
  check (reporter_id <> user_id),
  check ((decided_at is null) = (outcome is null))
);
create index conduct_cases_open on conduct_cases (created_at, id) where decided_at is null;
create index conduct_cases_decided on conduct_cases (decided_at desc, id)
  where decided_at is not null;
create index conduct_cases_of_person on conduct_cases (user_id, created_at);
create index conduct_cases_of_reporter on conduct_cases (reporter_id, created_at);
-- One open report of a person about the same thing.
create unique index conduct_cases_one_open on conduct_cases (reporter_id, subject_kind, subject_id)
  where decided_at is null;

-- Photos of a report, drawn anew and encrypted for their row.
create table conduct_photos (
  id uuid primary key,
  case_id uuid not null references conduct_cases (id),
  sealed bytea not null,
  created_at timestamptz not null
);
create index conduct_photos_of_case on conduct_photos (case_id);

-- One per sanction.
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
