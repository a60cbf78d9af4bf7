-- Who is to get roles of the team, by an invitation to an address. Finance and administration take
-- the signatures of two admins.
create table team_invitations (
  id uuid primary key,
  email text not null check (length(email) between 3 and 320),
  email_key text not null,
  roles text[] not null check (
    cardinality(roles) > 0 and roles <@ array['verifier', 'support', 'finance', 'admin']),
  reason text not null check (length(reason) between 1 and 500),
  proposed_by uuid not null references users (id),
  proposed_at timestamptz not null,
  -- Asked for by the only admin: who accepts is the second human.
  by_only_admin boolean not null,
  signed_by uuid references users (id),
  signed_at timestamptz,
  -- Of the secret in the mailed link; null until it is mailed.
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
