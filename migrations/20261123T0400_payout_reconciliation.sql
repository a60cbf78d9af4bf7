-- Payouts compared with the list of who pays them and with statements of the bank, and two people
-- for every decision that moves money.

-- Statements of the bank that finance uploaded, for withdrawals that were paid by hand.
create table bank_statements (
  id uuid primary key,
  -- Days of Bogotá that the file covers, both included.
  from_day date not null,
  until_day date not null check (until_day >= from_day),
  uploaded_by uuid not null references users (id),
  uploaded_at timestamptz not null,
  -- SHA-256 of the file as it came.
  file_digest bytea not null check (length(file_digest) = 32),
  lines integer not null check (lines >= 0),
  matched integer not null check (matched between 0 and lines),
  -- Cases that were opened.
  opened integer not null check (opened >= 0)
);
create index bank_statements_uploaded on bank_statements (uploaded_at desc, id);
create trigger bank_statements_immutable before update or delete on bank_statements
  for each row execute function refuse_change();
create trigger bank_statements_no_truncate before truncate on bank_statements
  for each statement execute function refuse_change();

-- Withdrawals that whoever paid them has shown to have left. One line pays one withdrawal.
create table payout_matches (
  withdrawal_id uuid primary key references withdrawals (id),
  -- The transaction of the provider, or a digest of the line of a statement.
  line text not null unique,
  -- Null: the list of the provider. The statement is written after its matches, with its counts.
  statement_id uuid references bank_statements (id) deferrable initially deferred,
  matched_at timestamptz not null
);
create trigger payout_matches_immutable before update or delete on payout_matches
  for each row execute function refuse_change();
create trigger payout_matches_no_truncate before truncate on payout_matches
  for each statement execute function refuse_change();

alter table reconciliations
  -- Payouts of the provider's list that were compared; null: none was configured.
  add column payouts integer;

-- What one person proposes and another one confirms, before money moves. A refused proposal is
-- empty again; the trail of the team keeps it.
-- under traffic: cases are few, and the new columns are empty
alter table payment_cases
  add column proposed_by uuid references users (id),
  add column proposed_at timestamptz,
  add column proposal_note text,
  add column confirmed_by uuid references users (id),
  add constraint payment_cases_proposed check (
    num_nulls(proposed_by, proposed_at, proposal_note) in (0, 3)) not valid,
  add constraint payment_cases_two_people check (
    confirmed_by is null or proposed_by is not null and confirmed_by <> proposed_by) not valid;

-- Neither of the two is the person whose money it is, and nobody replaces a proposal with the
-- confirmation.
create function payment_case_decided() returns trigger language plpgsql as $$
declare
  owner uuid;
begin
  if (new.proposed_by, new.confirmed_by) is not distinct from (old.proposed_by, old.confirmed_by)
  then
    return new;
  end if;
  select coalesce((select p.user_id from payments p where p.reference = new.reference),
    (select w.user_id from withdrawals w where w.reference = new.reference)) into owner;
  if owner in (new.proposed_by, new.confirmed_by) then
    raise exception 'case %: its owner decides nothing', old.id using errcode = 'check_violation';
  end if;
  if old.confirmed_by is not null
     or new.confirmed_by is not null and new.proposed_by is distinct from old.proposed_by then
    raise exception 'case %: a confirmed proposal stays as it is', old.id
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger payment_cases_decided before update on payment_cases
  for each row execute function payment_case_decided();
