-- Proposals lapse, a recorded refund ends by two people, and lapsed signatures are recorded.
alter table money_acts
  add column taken_over_by uuid references users (id),
  add column unpaid_by uuid references users (id),
  add column unpaid_at timestamptz,
  add column unpaid_proof text check (length(unpaid_proof) between 10 and 500),
  drop constraint money_acts_outcome_check,
  drop constraint money_acts_check,
  drop constraint money_acts_two_people,
  drop constraint money_acts_not_oneself,
  add constraint money_acts_outcome_check check (outcome in ('done', 'refused', 'lapsed')),
  add constraint money_acts_decided check (
    (outcome is null) = (decided_at is null)
    and (decided_by is null) = (outcome is null or outcome = 'lapsed')
    and (kind = 'credit' or outcome is distinct from 'lapsed')),
  add constraint money_acts_two_people check (
    outcome is distinct from 'done'
    or decided_by <> proposed_by and decided_by is distinct from taken_over_by),
  add constraint money_acts_unpaid check (
    num_nulls(unpaid_by, unpaid_at, unpaid_proof) in (0, 3)
    and (kind = 'refund' or num_nulls(unpaid_by, taken_over_by) = 2)),
  add constraint money_acts_not_oneself check (
    user_id <> proposed_by and (outcome is distinct from 'done' or user_id <> decided_by)
    and user_id is distinct from taken_over_by and user_id is distinct from unpaid_by);

create index money_acts_reference_bare on money_acts (upper(gateway_reference));

alter table price_proposals
  drop constraint price_proposals_outcome_check,
  drop constraint price_proposals_check,
  add constraint price_proposals_outcome_check
    check (outcome in ('confirmed', 'rejected', 'lapsed')),
  add constraint price_proposals_decided check (
    (outcome is null) = (decided_at is null)
    and (decided_by is null) = (outcome is null or outcome = 'lapsed'));

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
