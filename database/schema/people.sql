-- Tables of the module users.

create table users (
  id uuid primary key,
  email text not null,
  -- Lower-case address that identifies the account at sign-in.
  email_key text not null,
  username text,
  username_key text constraint users_username_taken unique,
  first_name text,
  last_name text,
  identification_type text check (identification_type in ('CC', 'CE', 'PAS', 'PPT')),
  -- National id (AES-256-GCM, associated data: the row), and the blind index that finds duplicates.
  identification_sealed bytea,
  identification_index bytea,
  birth_date date,
  identity_verified_at timestamptz,
  roles text[] not null default '{passenger}',
  terms_accepted_at timestamptz,
  terms_version text,
  created_at timestamptz not null,
  -- First characters of the image's digest: browsers see that there is a photo, and when it is new.
  photo_version text,
  email_confirmed_at timestamptz,
  identification_version integer not null default 1,
  name_version integer not null default 1,
  -- Phone number, encrypted like the document number.
  phone_sealed bytea,
  -- Blind index of the number: finds equal numbers without storing them.
  phone_index bytea check (length(phone_index) = 32),
  phone_proved_at timestamptz,
  -- Version of the document number that an operator confirmed at the server, for a second admin.
  identity_confirmed_version integer,
  constraint users_phone_proved check (phone_proved_at is null
    or (phone_sealed is not null and phone_index is not null))
);
create unique index users_email_taken on users (email_key) where email_confirmed_at is not null;
create index users_email on users (email_key);
create unique index users_identification_taken on users (identification_index)
  where identity_verified_at is not null;
create index users_identification on users (identification_index)
  where identification_index is not null;
-- A number belongs to one person when it is proved; until then anybody may claim it.
create unique index users_phone_taken on users (phone_index) where phone_proved_at is not null;
create index users_words on users using gin (to_tsvector('simple',
  translate(lower(coalesce(first_name, '') || ' ' || coalesce(last_name, '')),
    'áéíóúüñ', 'aeiouun')));
create index users_phone on users (phone_index) where phone_index is not null;
-- Index for the accounts created on a day. A BRIN index costs almost nothing per write.
create index users_created on users using brin (created_at);
-- The desk lists people, the newest first.
create index users_newest on users (created_at desc, id desc);
create index users_confirmed on users (id) where identity_confirmed_version is not null;
create index users_roles on users using gin (roles);
create trigger users_barred after update of identity_verified_at, phone_proved_at on users
  for each row when (new.identity_verified_at is distinct from old.identity_verified_at
    or new.phone_proved_at is distinct from old.phone_proved_at)
  execute function follow_barred();

create table user_photos (
  user_id uuid primary key references users (id),
  image bytea not null,
  content_type text not null,
  updated_at timestamptz not null,
  -- Photo of 128 px for cards and lists; null: the photo is sent in full size.
  small bytea
);

-- Review of the profile photo of a driver, and the time of drivers who were approved before a photo
-- was required (docs/decisions/0025).
create table driver_photos (
  user_id uuid primary key references users (id),
  -- Last day on which a driver approved before the rule can publish without a photo.
  due_on date,
  -- Time from which the photo waits for a verifier; null when none waits.
  waiting_since timestamptz,
  -- Version of the photo that a verifier accepted.
  accepted_version text,
  -- Reason of a verifier for removing the photo; null once the person set another.
  removed_reason text
);
create index driver_photos_waiting on driver_photos (waiting_since)
  where waiting_since is not null;

-- Whether codes can be sent; without a channel no proof is required, else nobody could book.
create table phone_policy (
  id smallint primary key default 1 check (id = 1),
  proof_needed boolean not null
);

-- People who declared that they are women. Used only for trips for women.
create table women_declarations (
  user_id uuid primary key references users (id),
  declared_at timestamptz not null
);

-- Tables of the module access.

create table credentials (
  user_id uuid primary key references users (id),
  password_hash text not null,
  updated_at timestamptz not null,
  -- Whether the hash has a salt from the address, so that one hash finds its account among several.
  address_salt boolean not null default false
);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id),
  refresh_hash bytea not null,
  previous_hash bytea,
  rotated_at timestamptz not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_reason text,
  user_agent text,
  proved_at timestamptz,
  -- Time at which the person of a session last proved a second factor.
  second_factor_at timestamptz,
  -- Whether the refresh token travels in bodies, as in the app, or in a cookie. Null: both.
  mobile boolean,
  -- `google` or `apple` if it opened the session.
  provider text,
  -- Keyed digests of networks and browser: a second factor counts only where it was proved.
  second_factor_networks bytea[],
  second_factor_device bytea
) with (fillfactor = 70);
create index sessions_user on sessions (user_id) where revoked_at is null;
create index sessions_expiring on sessions (expires_at);
create index sessions_revoked on sessions (revoked_at) where revoked_at is not null;
create index sessions_of_person on sessions (user_id);

create table step_up_codes (
  session_id uuid primary key references sessions (id) on delete cascade,
  code_hash bytea not null,
  tries integer not null default 0,
  expires_at timestamptz not null
);

-- Browsers of an account, by the digest of a random cookie. Deleted when unused for 180 days.
create table user_devices (
  user_id uuid not null references users (id),
  device_index bytea not null check (length(device_index) = 32),
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (user_id, device_index)
);
create index user_devices_same on user_devices (device_index);
create index user_devices_seen on user_devices (last_seen_at);

create table account_links (
  id uuid primary key,
  user_id uuid not null references users (id),
  purpose text not null
    check (purpose in ('recovery', 'email_change', 'email_undo', 'email_confirm')),
  token_hash bytea not null unique,
  -- recovery: hash of the new password, which takes effect when the link is used.
  password_hash text check ((password_hash is not null) = (purpose = 'recovery')),
  -- email_change: the new address; email_undo: the previous address.
  email text check ((email is null) = (purpose = 'recovery')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Whether a session or a known device requested it: its mails have a separate rate limit.
  asked_by_owner boolean not null default false,
  -- SHA-256 of a secret that the requesting browser keeps as a cookie. The password typed with the
  -- request takes effect only in that browser; null: the link asks for a password.
  browser_hash bytea,
  -- Keyed digest of the six digits mailed beside the link, and the attempts to type them.
  code_hash bytea check (code_hash is null or purpose in ('email_change', 'email_confirm')),
  code_tries integer not null default 0
);
create index account_links_user on account_links (user_id);
create index account_links_age on account_links (expires_at);
create unique index account_links_newest on account_links (user_id, purpose)
  where purpose not in ('email_undo', 'recovery');

-- Tables of the module access.

create table identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null references users (id),
  -- Last known address from the issuer; never used as a key.
  email text,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  -- Apple's refresh token of a person, encrypted; used to tell Apple that the account was closed.
  refresh_sealed bytea,
  primary key (issuer, subject)
);
-- One account of each provider: a person unlinks it before another one is linked.
create unique index identities_one_each on identities (user_id, issuer);

-- One row per sign-in attempt, from leaving for the provider until our one-time code is redeemed.
create table oauth_flows (
  id uuid primary key,
  provider text not null check (provider in ('google', 'apple')),
  state_hash bytea not null unique,
  -- SHA-256 of the secret that the browser keeps in a cookie.
  browser_hash bytea not null,
  nonce text not null,
  code_verifier text not null,
  -- Our origin to which the provider redirects back.
  callback_origin text not null,
  redirect_url text not null,
  -- State of the client, with which it recognises its own sign-in.
  client_state text,
  mobile boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  answered_at timestamptz,
  user_id uuid references users (id),
  is_new_user boolean,
  code_hash bytea unique,
  code_expires_at timestamptz,
  redeemed_at timestamptz,
  -- SHA-256 of the verifier that the native app sends with its code (PKCE, RFC 7636), base64url.
  code_challenge text,
  -- Session of a person who links the account; `user_id` is then set from the start.
  session_id uuid
);
create index oauth_flows_age on oauth_flows (expires_at);

-- Tables of the module access.

create table phone_codes (
  user_id uuid primary key references users (id),
  -- Phone number to which the code was sent, encrypted and bound to this person.
  phone_sealed bytea not null,
  -- Keyed digest of person, number and code.
  code_hash bytea not null check (length(code_hash) = 32),
  tries smallint not null default 0 check (tries >= 0),
  expires_at timestamptz not null
);

-- Tables of the module access.

-- Authenticator apps (RFC 6238). The secret is encrypted; each code is accepted once.
create table totp_secrets (
  user_id uuid primary key references users (id),
  sealed bytea not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  -- Newest time step of 30 s whose code was accepted.
  last_step bigint not null default 0
);

-- Public keys of passkeys (WebAuthn).
create table passkeys (
  id uuid primary key,
  user_id uuid not null references users (id),
  credential_id text not null unique check (length(credential_id) between 1 and 1400),
  public_key bytea not null,
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  name text not null check (length(name) between 1 and 60),
  created_at timestamptz not null,
  used_at timestamptz
);
create index passkeys_of_person on passkeys (user_id, created_at);

-- Challenges that a browser has to sign, once, within five minutes.
create table passkey_challenges (
  session_id uuid primary key references sessions (id) on delete cascade,
  purpose text not null check (purpose in ('register', 'prove')),
  challenge text not null,
  expires_at timestamptz not null
);

-- Digests of single-use codes for people who lost their other second factors.
create table recovery_codes (
  user_id uuid not null references users (id),
  code_hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- Tables of the module verification.

create table vehicles (
  id uuid primary key,
  owner_id uuid not null references users (id),
  plate text not null check (plate ~ '^[A-Z]{3}[0-9]{3}$'),
  brand text not null,
  model text not null,
  color text not null,
  year smallint not null,
  seats smallint not null check (seats between 2 and 9),
  created_at timestamptz not null,
  -- Number of photos required when the car was registered.
  photos_asked smallint not null
  check (photos_asked in (1, 4)) default 4,
  -- False for cars of drivers who were approved before insurance was asked.
  insurance_asked boolean not null default true,
  constraint vehicles_plate_taken unique (owner_id, plate)
);
-- Publishing looks for other trips with this plate, whoever registered the car.
create index vehicles_plate on vehicles (plate);

create table documents (
  id uuid primary key,
  owner_id uuid not null references users (id),
  vehicle_id uuid references vehicles (id),
  kind text not null,
  status text not null check (status in ('pending', 'approved', 'rejected', 'superseded')),
  expires_on date,
  birth_date date,
  storage_key text not null,
  content_type text not null,
  sha256 bytea not null,
  created_at timestamptz not null,
  reviewed_by uuid references users (id),
  reviewed_at timestamptz,
  reason text,
  identification_version integer not null default 1,
  -- Version of the owner's name with which the document was last decided.
  name_version integer not null default 1,
  -- Scaled standard deviation of a Laplacian, and mean grey, 0 to 255. Null: not measured.
  sharpness real,
  brightness real,
  -- `PaperCheck`: what the text of a PDF says otherwise than the person. Null: no text was read.
  paper jsonb,
  -- `Policy` of an insurance: insurer and number.
  policy jsonb,
  -- Time at which the photo was deleted; the row stays as the record of the decision.
  file_deleted_at timestamptz
);
create index documents_owner on documents (owner_id, kind, created_at desc);
create index documents_queue on documents (created_at) where status = 'pending';
create unique index documents_one_pending
  on documents (owner_id, kind, coalesce(vehicle_id, '00000000-0000-0000-0000-000000000000'))
  where status = 'pending';
-- The sweep of files without a document searches by the name of the file.
create index documents_file on documents (storage_key);
-- Finds the same photo sent for another document, or by another person.
create index documents_photo on documents (sha256);
create index documents_with_file on documents (status, created_at) where file_deleted_at is null;
create index documents_reviewed on documents (reviewed_at)
  where reviewed_at is not null;
create index documents_by_status on documents (status, created_at);
create index documents_expiring on documents (expires_on) where status = 'approved';

-- Decisions of reviewers that are not applied yet: a job applies them 30 seconds later, and deletes
-- the row. An undo deletes it before. A person has at most one.
create table document_decisions (
  id uuid primary key,
  owner_id uuid not null unique references users (id),
  decided_by uuid not null references users (id),
  applies_at timestamptz not null,
  -- List of `Verdict` (verification/decisions.queries.ts).
  verdicts jsonb not null,
  -- `PhotoVerdict` about the profile photo; null without one.
  photo jsonb
);
create index document_decisions_reviewer on document_decisions (decided_by, applies_at);

-- Tables of the module standing.

-- Public figures of a person, recomputed every night from bookings, events and ratings.
create table user_reputation (
  user_id uuid primary key references users (id),
  -- Number of ratings with 1, 2, 3, 4 and 5 stars.
  stars integer[] not null default '{0,0,0,0,0}' check (cardinality(stars) = 5),
  -- Trips driven with a passenger aboard, and bookings travelled.
  trips_driven integer not null default 0,
  trips_ridden integer not null default 0,
  requests_answered integer not null default 0,
  requests_missed integer not null default 0,
  -- Median minutes until the person answered a request.
  response_minutes integer,
  -- Agreed bookings that are over, and the number that this person cancelled.
  agreed integer not null default 0,
  cancelled integer not null default 0,
  -- Bayesian average with a prior of five ratings of 4.5, in hundredths of a star, for sorting.
  weighted_rating smallint not null default 450,
  level text not null default 'new' check (level in ('new', 'regular', 'trusted', 'outstanding')),
  computed_at timestamptz not null
);

-- Events of sanctions that the team imposed on a person. Append-only.
create table sanction_events (
  id uuid primary key,
  -- Id of the sanction; its first event has the same id.
  sanction_id uuid not null,
  user_id uuid not null references users (id),
  kind text not null check (kind in ('paused', 'warned', 'suspended', 'expelled', 'lifted')),
  at timestamptz not null,
  -- End of a suspension.
  ends_at timestamptz,
  -- Reason of the sanction, as the person reads it.
  reason text not null check (length(reason) between 1 and 1000),
  -- Person who decided; null: an automatic rule.
  decided_by uuid references users (id),
  -- Cause of the sanction; a repeat of the same decision adds no row.
  cause text not null check (length(cause) between 1 and 100),
  check ((kind = 'suspended') = (ends_at is not null)),
  check ((kind = 'lifted') = (sanction_id <> id)),
  check (ends_at > at),
  unique (user_id, kind, cause)
);
create unique index sanction_events_lifted_once on sanction_events (sanction_id)
  where kind = 'lifted';
create index sanction_events_of_person on sanction_events (user_id, at);
create trigger sanction_events_immutable before update or delete on sanction_events
  for each row execute function refuse_change();
create trigger sanction_events_no_truncate before truncate on sanction_events
  for each statement execute function refuse_change();
create trigger sanction_events_followed after insert on sanction_events
  for each row execute function follow_sanctions();

-- Current sanctions of a person. No row: never sanctioned.
create table user_standing (
  user_id uuid primary key references users (id),
  expelled boolean not null,
  -- End of the longest valid suspension; it can be in the past.
  suspended_until timestamptz,
  -- Time of the last valid sanction, which no longer counts a year later.
  sanctioned_at timestamptz
);
create index user_standing_expelled on user_standing (user_id) where expelled;

-- Blind indexes of document and phone that people gave up, or left behind, under a sanction.
create table barred_identities (
  index bytea not null,
  user_id uuid not null references users (id),
  -- End of the suspension; null: expelled.
  until timestamptz,
  noted_at timestamptz not null,
  primary key (index, user_id)
);

-- Public marks of drivers. Append-only.
create table driver_marks (
  id uuid primary key,
  driver_id uuid not null references users (id),
  kind text not null
    check (kind in ('late', 'cancelled', 'unfounded_no_show', 'moved', 'did_not_come')),
  -- Id of the booking or the trip that caused the mark.
  cause_id uuid not null,
  created_at timestamptz not null
);
create index driver_marks_driver on driver_marks (driver_id, created_at);
create trigger driver_marks_immutable before update or delete on driver_marks
  for each row execute function refuse_change();
create trigger driver_marks_no_truncate before truncate on driver_marks
  for each statement execute function refuse_change();

-- Tables of the module users.

-- Blocks: neither of the two people can find, book or write to the other.
create table blocks (
  user_id uuid not null references users (id),
  blocked_id uuid not null references users (id),
  created_at timestamptz not null,
  primary key (user_id, blocked_id),
  check (user_id <> blocked_id)
);
create index blocks_of_the_blocked on blocks (blocked_id, user_id);

-- Both directions of each block, which applies to both people alike.
create view blocked_pairs with (security_invoker = true) as
  select user_id, blocked_id as other_id from blocks
  union all
  select blocked_id, user_id from blocks;
