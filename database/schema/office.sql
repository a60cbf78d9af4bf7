-- Tables of the module desk.

-- Members of the team who saw unmasked data of a person, and the reason. Append-only.
create table data_reveals (
  id uuid primary key,
  at timestamptz not null,
  -- Person whose data was shown.
  user_id uuid not null references users (id),
  actor_id uuid not null references users (id),
  field text not null check (field in ('email', 'phone', 'identification')),
  reason text check (length(reason) between 10 and 500),
  -- Ticket or report for which the data was shown, instead of a written reason.
  about_kind text check (about_kind in ('ticket', 'case')),
  about_id uuid,
  check ((about_kind is null) = (about_id is null)),
  check ((reason is null) <> (about_id is null)),
  check (user_id <> actor_id)
);
create index data_reveals_of_person on data_reveals (user_id, at desc, id desc);
create trigger data_reveals_immutable before update or delete on data_reveals
  for each row execute function refuse_change();
create trigger data_reveals_no_truncate before truncate on data_reveals
  for each statement execute function refuse_change();

-- Tables of the module statistics.

-- Figures per day in Bogotá, written by the recurring job `statistics.count`.
create table daily_statistics (
  metric text not null check (length(metric) between 1 and 40),
  day date not null,
  -- Split of the figure, such as `from>to` for corridors; empty for the total.
  key text not null check (length(key) <= 40),
  value bigint not null,
  primary key (metric, day, key)
);

-- Progress of the job: everything before `next_day` is counted.
create table statistics_progress (
  part text primary key check (part in ('events', 'people')),
  first_day date not null,
  next_day date not null check (next_day >= first_day)
);

-- Tables of the module books.

-- Time until which one process has claimed the hourly verification.
create table integrity_watch (
  one boolean primary key default true check (one),
  claimed_until timestamptz not null
);

-- Tables of the module books.

-- Comparisons of the gateway's data with our record. Differences are in payment_cases.
create table reconciliations (
  id uuid primary key,
  -- First and last day in Bogotá whose transactions were compared, both included.
  from_day date not null,
  until_day date not null check (until_day >= from_day),
  -- Person who started the comparison; null: the daily job.
  started_by uuid references users (id),
  started_at timestamptz not null,
  ended_at timestamptz not null,
  -- Number of compared transactions of the gateway.
  transactions integer not null,
  -- Number of cases opened by the comparison.
  opened integer not null,
  -- Number of compared payouts in the provider's list; null: no provider was configured.
  payouts integer
);
create index reconciliations_ended on reconciliations (ended_at desc, id);
create trigger reconciliations_immutable before update or delete on reconciliations
  for each row execute function refuse_change();
create trigger reconciliations_no_truncate before truncate on reconciliations
  for each statement execute function refuse_change();

-- Statements of the bank that finance uploaded, for withdrawals that were paid by hand.
create table bank_statements (
  id uuid primary key,
  -- First and last day in Bogotá that the file covers, both included.
  from_day date not null,
  until_day date not null check (until_day >= from_day),
  uploaded_by uuid not null references users (id),
  uploaded_at timestamptz not null,
  -- SHA-256 of the uploaded file.
  file_digest bytea not null check (length(file_digest) = 32),
  lines integer not null check (lines >= 0),
  matched integer not null check (matched between 0 and lines),
  -- Number of cases opened by the statement.
  opened integer not null check (opened >= 0),
  -- Lines of the file that sum up others, which are not compared.
  skipped integer not null default 0 check (skipped >= 0)
);
create index bank_statements_uploaded on bank_statements (uploaded_at desc, id);
create trigger bank_statements_immutable before update or delete on bank_statements
  for each row execute function refuse_change();
create trigger bank_statements_no_truncate before truncate on bank_statements
  for each statement execute function refuse_change();

-- Withdrawals that the provider's list or a bank statement shows as paid, one per line.
create table payout_matches (
  withdrawal_id uuid primary key references withdrawals (id),
  -- Transaction of the provider, or a digest of the line of a statement.
  line text not null unique,
  matched_at timestamptz not null
);
create trigger payout_matches_immutable before update or delete on payout_matches
  for each row execute function refuse_change();
create trigger payout_matches_no_truncate before truncate on payout_matches
  for each statement execute function refuse_change();

-- Sources that show the line of a match. Several statements may: one proves nothing if its uploader
-- enters the result of the payment later.
create table payout_proofs (
  withdrawal_id uuid not null references payout_matches (withdrawal_id),
  -- Null: the list of the provider. A statement is written after its proofs, because it contains
  -- their counts.
  statement_id uuid references bank_statements (id) deferrable initially deferred,
  unique nulls not distinct (withdrawal_id, statement_id)
);
create trigger payout_proofs_immutable before update or delete on payout_proofs
  for each row execute function refuse_change();
create trigger payout_proofs_no_truncate before truncate on payout_proofs
  for each statement execute function refuse_change();

-- Tables of the module books.

-- Signed reports of a month: written once, never changed.
create table month_closings (
  -- First day of the month (Bogotá).
  month date primary key check (extract(day from month) = 1),
  closed_at timestamptz not null,
  closed_by uuid not null references users (id),
  -- First transaction number that is not in the report: rows written later are in the next report.
  upto_tx bigint not null check (upto_tx > 0),
  -- Signed JSON, byte for byte.
  report text not null check (report::jsonb is not null),
  signature bytea not null check (length(signature) = 64),
  -- Start of the SHA-256 of the public key that verifies the report, and the key (SPKI, DER).
  key_id text not null check (key_id ~ '^[0-9a-f]{8}$'),
  public_key bytea not null
);
create trigger month_closings_immutable before update or delete on month_closings
  for each row execute function refuse_change();
create trigger month_closings_no_truncate before truncate on month_closings
  for each statement execute function refuse_change();
create trigger month_closings_follow before insert on month_closings
  for each row execute function month_closing_follows();

-- Tables of the module privacy.

-- Copies of a person's data, encrypted and bound to their row, until they expire.
create table data_exports (
  id uuid primary key,
  user_id uuid not null references users (id),
  asked_at timestamptz not null,
  ready_at timestamptz,
  expires_at timestamptz,
  json_sealed bytea,
  pdf_sealed bytea,
  check (num_nulls(ready_at, expires_at, json_sealed, pdf_sealed) in (0, 4))
);
create index data_exports_of_person on data_exports (user_id, asked_at desc);
create unique index data_exports_one_open on data_exports (user_id) where ready_at is null;

-- Requests to close an account. The person may withdraw a request until due_at.
create table account_closings (
  id uuid primary key,
  user_id uuid not null references users (id),
  asked_at timestamptz not null,
  due_at timestamptz not null,
  reminded_at timestamptz,
  taken_back_at timestamptz,
  -- Start of the erasure, after which it cannot be undone; erased_at is set at its end.
  started_at timestamptz,
  erased_at timestamptz,
  -- Digests that tell whether two people are the same hands go later than the other data.
  digests_erased_at timestamptz,
  -- Whether the wallet of the closed account has pesos. Written by `follow_claim` only.
  claim_open boolean not null default false,
  -- Owner, and the account to which the money is paid, encrypted and bound to this row; cleared
  -- when nothing is left and nothing can arrive.
  claim_sealed bytea,
  -- Time from which the money is paid to that account; null: the account is not known.
  claim_payable_from timestamptz,
  -- Member of the team who entered the account; null: the owner gave it before the closing.
  claim_given_by uuid references users (id),
  -- Who entered another account from the papers of heirs; another person confirms or refuses it.
  heir_by uuid references users (id),
  heir_at timestamptz,
  check (due_at > asked_at),
  check (taken_back_at is null or started_at is null),
  constraint account_closings_claim check (
    (not claim_open or started_at is not null)
    and (claim_payable_from is null or claim_sealed is not null)
    and (heir_by is null) = (heir_at is null)
    and (heir_by is null or claim_sealed is not null))
);
create unique index account_closings_one on account_closings (user_id) where taken_back_at is null;
create index account_closings_due on account_closings (due_at)
  where taken_back_at is null and erased_at is null;
create index account_closings_of_person on account_closings (user_id);
create index account_closings_claims on account_closings (started_at, id) where claim_open;
create index account_closings_sealed on account_closings (id) where claim_sealed is not null;
create index account_closings_digests on account_closings (id)
  where erased_at is not null and digests_erased_at is null;

-- Tables of the module desk.

-- Invitations to the team. Roles of finance and administration need signatures of two admins.
create table team_invitations (
  id uuid primary key,
  email text not null check (length(email) between 3 and 320),
  email_key text not null,
  roles text[] not null check (
    cardinality(roles) > 0 and roles <@ array['verifier', 'support', 'finance', 'admin']),
  reason text not null check (length(reason) between 1 and 500),
  proposed_by uuid not null references users (id),
  proposed_at timestamptz not null,
  -- Whether the only admin sent it: the person who accepts is then the second human being.
  by_only_admin boolean not null,
  signed_by uuid references users (id),
  signed_at timestamptz,
  -- Digest of the secret in the mailed link; null until the mail is sent.
  token_hash bytea check (length(token_hash) = 32),
  expires_at timestamptz not null,
  outcome text check (outcome in ('accepted', 'closed')),
  closed_by uuid references users (id),
  closed_at timestamptz,
  constraint team_invitations_second_person check (signed_by <> proposed_by),
  constraint team_invitations_two_people check (
    outcome is distinct from 'accepted' or by_only_admin or signed_by is not null
    or not roles && array['finance', 'admin']),
  constraint team_invitations_not_oneself check (
    outcome is distinct from 'accepted'
    or (closed_by <> proposed_by and closed_by is distinct from signed_by)),
  check ((signed_by is null) = (signed_at is null)),
  check ((outcome is null) = (closed_at is null) and (outcome is null) = (closed_by is null))
);
create unique index team_invitations_open on team_invitations (email_key) where outcome is null;
create unique index team_invitations_token on team_invitations (token_hash);
create index team_invitations_expired on team_invitations (expires_at);

-- Tables of the module desk.

-- Internal notes of the team on a person, trip, booking or top-up. Nobody else reads them.
create table desk_notes (
  id uuid primary key,
  subject_kind text not null check (subject_kind in ('user', 'trip', 'booking', 'payment')),
  subject_id uuid not null,
  -- Person whom the note is about: of a trip its driver, of a booking its passenger.
  user_id uuid not null references users (id),
  actor_id uuid not null references users (id),
  text text not null check (length(text) between 10 and 1000),
  at timestamptz not null
);
create index desk_notes_subject on desk_notes (subject_id, at desc, id desc);
create index desk_notes_of_person on desk_notes (user_id);
create index desk_notes_at on desk_notes (at);

-- Credits to a wallet and refunds of a top-up: one person proposes, a second signs or refuses.
create table money_acts (
  id uuid primary key,
  -- `connection_pay` and `stranded_aid` are paid by the guarantee fund; the program proposes them.
  kind text not null
    check (kind in ('credit', 'refund', 'connection_pay', 'stranded_aid')),
  user_id uuid not null references users (id),
  -- Top-up that a refund returns.
  payment_id uuid references payments (id),
  pesos bigint not null check (pesos > 0),
  cause text not null check (length(cause) between 1 and 40),
  -- Whether the person can take the credit to their bank; otherwise it is for travelling only.
  withdrawable boolean not null,
  -- Reference of the refund in the gateway's dashboard.
  gateway_reference text check (length(gateway_reference) between 4 and 64),
  reason text not null check (length(reason) between 10 and 500),
  proposed_by uuid references users (id),
  proposed_at timestamptz not null,
  outcome text check (outcome in ('done', 'refused', 'lapsed')),
  decided_by uuid references users (id),
  decided_at timestamptz,
  -- Who gave the first signature anew, after the proposer of a refund could no longer sign; or the
  -- first one of what the program proposed and two people sign.
  taken_over_by uuid references users (id),
  -- Who said, with what proof, that the gateway did not pay a refund; a second person confirms.
  unpaid_by uuid references users (id),
  unpaid_at timestamptz,
  unpaid_proof text check (length(unpaid_proof) between 10 and 500),
  -- Of what the fund pays: the second driver's booking, or the part that the passenger travelled.
  booking_id uuid references bookings (id),
  check ((kind = 'refund') = (payment_id is not null)),
  check ((kind = 'refund') = (gateway_reference is not null)),
  check (kind = 'credit' or not withdrawable),
  -- Nobody decides that a proposal lapses, and a refund never does: the gateway may have paid it.
  constraint money_acts_decided check (
    (outcome is null) = (decided_at is null)
    and (decided_by is null) = (outcome is null or outcome = 'lapsed')
    and (kind = 'credit' or outcome is distinct from 'lapsed')),
  constraint money_acts_two_people check (
    outcome is distinct from 'done'
    or decided_by <> proposed_by and decided_by is distinct from taken_over_by),
  constraint money_acts_unpaid check (
    num_nulls(unpaid_by, unpaid_at, unpaid_proof) in (0, 3)
    and (kind = 'refund' or unpaid_by is null)
    and (kind <> 'credit' or taken_over_by is null)),
  constraint money_acts_by_the_program check (
    (booking_id is null) = (kind in ('credit', 'refund'))
    and (booking_id is null) = (proposed_by is not null)),
  -- One person signs up to 40,000 pesos.
  constraint money_acts_large check (
    booking_id is null or outcome is distinct from 'done' or pesos <= 40000
    or taken_over_by is not null),
  constraint money_acts_not_oneself check (
    user_id <> proposed_by and (outcome is distinct from 'done' or user_id <> decided_by)
    and user_id is distinct from taken_over_by and user_id is distinct from unpaid_by)
);
create index money_acts_of_person on money_acts (user_id, proposed_at desc);
create index money_acts_of_payment on money_acts (payment_id) where payment_id is not null;
create unique index money_acts_of_booking on money_acts (kind, booking_id)
  where booking_id is not null;
create index money_acts_open on money_acts (proposed_at) where outcome is null;
create unique index money_acts_one_open on money_acts (kind, user_id) where outcome is null;
create index money_acts_reference_bare on money_acts (upper(gateway_reference));
create unique index money_acts_reference on money_acts (gateway_reference)
  where outcome is distinct from 'refused';
create trigger money_acts_decided before update on money_acts
  for each row execute function money_act_decided();
create trigger money_acts_no_truncate before truncate on money_acts
  for each statement execute function refuse_change();

-- Tables of the module desk.

-- Signatures that lapsed or whose signer may no longer sign. What they stood on waits again, first
-- in line.
create table signature_lapses (
  id uuid primary key,
  kind text not null check (length(kind) between 1 and 40),
  subject_id uuid not null,
  signer_id uuid not null references users (id),
  why text not null check (why in ('time', 'authority')),
  at timestamptz not null
);
create index signature_lapses_of_subject on signature_lapses (subject_id);
create index signature_lapses_of_signer on signature_lapses (signer_id);
create index signature_lapses_at on signature_lapses (at);
