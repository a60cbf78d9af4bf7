-- Tables of the module platform.

create table jobs (
  id uuid primary key,
  name text not null,
  payload jsonb not null,
  -- At most one open job per key; null for jobs that can repeat.
  key text,
  run_at timestamptz not null,
  attempts smallint not null default 0,
  locked_until timestamptz,
  last_error text,
  dead_at timestamptz,
  created_at timestamptz not null
) with (fillfactor = 70);
create unique index jobs_open_key on jobs (key) where key is not null;
-- Each lane of the worker claims its own jobs by name, without reading the due jobs of the others.
create index jobs_due_by_name on jobs (name, run_at) where dead_at is null;
create index jobs_dead on jobs (dead_at, id) where dead_at is not null;

create table idempotency_keys (
  actor_id uuid not null,
  operation text not null,
  key text not null,
  request_hash text not null,
  resource_id uuid not null,
  created_at timestamptz not null,
  primary key (actor_id, operation, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- Rate-limit counts. Losing them in a crash is harmless, so they skip the write-ahead log.
create unlogged table rate_limits (
  key text primary key,
  window_ends_at timestamptz not null,
  hits integer not null
) with (fillfactor = 50);

-- Largest distance between the time of a movement of money and the time of the database.
create table clock_limit (
  one boolean primary key default true check (one),
  -- Null: money moves on any date, in tests and demonstrations. Only the owner can write it.
  tolerance_seconds integer check (tolerance_seconds > 0)
);

-- Whether the configured keys are those with which the data were written.
create table key_checks (
  -- Name of the variable.
  name text primary key check (length(name) between 1 and 40),
  -- Sealed text or keyed digest that only this key opens or repeats.
  proof bytea not null,
  written_at timestamptz not null
);

-- Audit trail. Append-only, kept for ten years.
create table audit_entries (
  id uuid primary key,
  at timestamptz not null,
  -- Person who acted; null: the system, or a visitor without a session.
  actor_id uuid,
  action text not null,
  -- The subject is a row of any table, so its id is a text and not a foreign key.
  subject_kind text not null,
  subject_id text not null,
  details jsonb not null default '{}'
);
create index audit_entries_subject on audit_entries (subject_kind, subject_id, at);
-- Index for views of documents, which are listed by time and counted per member of the team.
create index audit_entries_document_views on audit_entries (at, actor_id)
  where action = 'document.viewed';
create trigger audit_entries_immutable before update or delete on audit_entries
  for each row execute function refuse_change();
create trigger audit_entries_no_truncate before truncate on audit_entries
  for each statement execute function refuse_change();

-- Caller of a function that checks session and rate limit itself (`refuse_callers`).
create type checked_caller as (
  session uuid, person uuid, limit_key text, limit_max integer, limit_seconds integer
);

-- Columns that other modules may write. A view instead of a function, which would be one more
-- statement for each booking. security_invoker: the view gives the app's role no extra right on the
-- table.
create view new_jobs with (security_invoker = true) as
  select id, name, payload, run_at, created_at from jobs;

create view new_idempotency_keys with (security_invoker = true) as
  select actor_id, operation, key, request_hash, resource_id, created_at from idempotency_keys;

-- Tables of the module notifications.

create table live_events (
  id uuid primary key,
  user_id uuid not null,
  type text not null check (
  type in ('message', 'read', 'typing', 'notification', 'trip', 'position', 'alarm',
    'session')),
  -- Id of the conversation, notification or trip of the event.
  ref uuid not null,
  created_at timestamptz not null default now(),
  -- Readers resume by transaction number, so that they do not miss a row that commits late.
  tx xid8 not null default pg_current_xact_id()
);
create index live_events_order on live_events (tx);

-- Tables of the module notifications.

create table notifications (
  id uuid primary key,
  user_id uuid not null references users (id),
  -- Name of the template of the message.
  kind text not null check (length(kind) between 1 and 40),
  -- Text as it was sent: a later change of the template does not change it.
  title text not null check (length(title) between 1 and 200),
  body text not null check (length(body) <= 1000),
  -- Path on this site that the message links to.
  path text not null check (path ~ '^/(?!/)'),
  -- Event that caused the message, so that a repeated job sends no second message.
  cause text not null check (length(cause) between 1 and 100),
  created_at timestamptz not null,
  read_at timestamptz,
  -- Trip of news whose repeats wait, when it was sent, and when later news took its place.
  batch text check (length(batch) between 1 and 100),
  mailed_at timestamptz,
  replaced_at timestamptz,
  unique (user_id, kind, cause)
);
create index notifications_newest on notifications (user_id, created_at desc, id desc);
create index notifications_unread on notifications (user_id) where read_at is null;
create index notifications_unmailed on notifications (user_id, kind, batch)
  where batch is not null and mailed_at is null;
create index notifications_of_terms on notifications (cause)
  where kind = 'terms_coming';

-- Channels that a person switched on or off; without a row the channel's default applies.
create table notification_preferences (
  user_id uuid not null references users (id),
  topic text not null check (topic ~ '^[a-z]{3,20}$'),
  channel text not null check (channel in ('mail', 'push', 'whatsapp', 'sms')),
  enabled boolean not null,
  changed_at timestamptz not null,
  primary key (user_id, topic, channel)
);

-- Texts to telephones, for the limit per booking, the cost per month, and "no más".
create table sent_texts (
  -- One text has its tries and the SMS in place of a WhatsApp message; also the code of its links.
  id text primary key check (length(id) between 1 and 40),
  -- Null for a code, a contact without an account, and after erasure.
  user_id uuid references users (id),
  -- Keyed digest of the number.
  phone_index bytea check (length(phone_index) = 32),
  channel text not null check (channel in ('whatsapp', 'sms')),
  path text not null check (path ~ '^/(?!/)'),
  -- What it cost, by the price at that time.
  pesos integer not null check (pesos >= 0),
  sent_at timestamptz not null
);
create index sent_texts_of_page on sent_texts (user_id, path);
create index sent_texts_of_number on sent_texts (phone_index);
create index sent_texts_order on sent_texts (sent_at);

-- A browser that agreed to push messages (RFC 8030). It belongs to a session and ends with it.
create table push_subscriptions (
  session_id uuid primary key references sessions (id),
  user_id uuid not null references users (id),
  endpoint text not null check (length(endpoint) <= 1000),
  -- SHA-256 of the endpoint: a browser used by another person gets a new owner.
  endpoint_hash bytea not null unique check (length(endpoint_hash) = 32),
  -- Public key and secret of the browser, base64url (RFC 8291).
  p256dh text not null check (length(p256dh) between 80 and 100),
  auth text not null check (length(auth) between 16 and 40),
  created_at timestamptz not null,
  -- SHA-256 of our public key at the subscription. A 403 deletes the row if the key has changed.
  vapid_hash bytea
);
create index push_subscriptions_user on push_subscriptions (user_id);

-- Phones with the app that get push messages through Firebase (docs/decisions/0010).
create table push_devices (
  session_id uuid primary key references sessions (id),
  user_id uuid not null references users (id),
  -- Firebase's token of the app on that phone: an address that gives no access to anything.
  token text not null check (length(token) between 20 and 1000),
  -- SHA-256 of the token: a phone used by another person gets a new owner.
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_at timestamptz not null
);
create index push_devices_user on push_devices (user_id);

-- Addresses that a mail server refused: no mail is sent there for 30 days (docs/decisions/0010).
create table mail_suppressions (
  -- Keyed digest of the address; for people without an account it is the only data here.
  address_hash bytea primary key check (length(address_hash) = 32),
  -- Person who owns the address.
  user_id uuid references users (id),
  -- SMTP reply code with the enhanced status of RFC 3463, such as `550 5.1.1`.
  reply text not null check (reply ~ '^[0-9][0-9. ]{2,14}$'),
  -- Null: Apple does not forward to this address until it says that it does again.
  refused_at timestamptz
);
create index mail_suppressions_user on mail_suppressions (user_id);

-- Tables of the module staff-actions.

-- Actions of the team, with the reason and the request. Append-only.
create table staff_actions (
  id uuid primary key,
  at timestamptz not null,
  actor_id uuid not null references users (id),
  action text not null check (length(action) between 1 and 60),
  subject_kind text not null check (length(subject_kind) between 1 and 40),
  subject_id text not null check (length(subject_id) between 1 and 80),
  reason text check (length(reason) between 1 and 4000),
  request_id text check (length(request_id) between 1 and 80)
);
create index staff_actions_newest on staff_actions (at desc, id desc);
create index staff_actions_of_actor on staff_actions (actor_id, at desc, id desc);
create index staff_actions_of_subject on staff_actions (subject_id, at desc, id desc);
create index staff_actions_action on staff_actions (action);
create trigger staff_actions_immutable before update or delete on staff_actions
  for each row execute function refuse_change();
create trigger staff_actions_no_truncate before truncate on staff_actions
  for each statement execute function refuse_change();

-- Tables of the module switches.

-- Changes of the switches. The newest row is the state; a switch without a row is on.
create table switch_changes (
  id uuid primary key,
  switch text not null check (length(switch) between 1 and 40),
  is_on boolean not null,
  at timestamptz not null,
  actor_id uuid not null references users (id),
  reason text not null check (length(reason) between 1 and 500)
);
create index switch_changes_newest on switch_changes (switch, id desc);
create trigger switch_changes_immutable before update or delete on switch_changes
  for each row execute function refuse_change();
create trigger switch_changes_no_truncate before truncate on switch_changes
  for each statement execute function refuse_change();

-- Tables of the module users.

-- Consents given and withdrawn, as proof (Ley 1581 de 2012, art. 9). Append-only; the last counts.
create table consents (
  id uuid primary key,
  user_id uuid not null references users (id),
  purpose text not null
  check (purpose in (
    'terms', 'privacy', 'selfie', 'profile_photo', 'marketing', 'list_purchase')),
  -- Version of the text that the person read: contract/consent-texts.ts.
  version text not null check (version ~ '^\d{4}-\d{2}-\d{2}$'),
  given boolean not null,
  at timestamptz not null,
  -- Circumstances of the consent, without data that would have to be erased with the account.
  facts jsonb not null default '{}'
);
create index consents_of_person on consents (user_id, purpose, at desc, id desc);
create trigger consents_immutable before update or delete on consents
  for each row execute function refuse_change();
create trigger consents_no_truncate before truncate on consents
  for each statement execute function refuse_change();

-- Tables of the module files.

-- Errors of pages, without personal data (docs/decisions/0050). Deleted after 30 days.
create table browser_errors (
  -- Day in Bogotá.
  day date not null,
  -- SHA-256 of kind, page, message, release and frame.
  group_hash text not null check (group_hash ~ '^[0-9a-f]{64}$'),
  kind text not null check (kind in ('error', 'rejection', 'render')),
  -- Pattern of the page's address, such as /trips/:tripId, or `other`.
  page text not null,
  -- Scrubbed error message; empty in the row that counts all groups beyond the daily limit.
  message text not null check (char_length(message) <= 200),
  release text not null check (char_length(release) <= 40),
  -- File, line and column in our own bundle.
  frame text not null check (char_length(frame) <= 120),
  occurrences integer not null check (occurrences > 0),
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (day, group_hash)
);

-- Page views per day, by the web vitals thresholds of web.dev.
create table browser_vitals (
  day date not null,
  page text not null,
  metric text not null check (metric in ('LCP', 'INP', 'CLS', 'FCP', 'TTFB')),
  good integer not null check (good >= 0),
  needs_improvement integer not null check (needs_improvement >= 0),
  poor integer not null check (poor >= 0),
  primary key (day, page, metric)
);
