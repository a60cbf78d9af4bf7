-- Prices of fuel and tolls that somebody of the team entered; a second person confirms each before
-- it counts. Never about a day that is over.
create table price_proposals (
  id uuid primary key,
  kind text not null check (kind in ('fuel', 'toll')),
  -- A municipality (CO: national average) or a station.
  subject_id text not null check (length(subject_id) between 1 and 60),
  valid_from date not null,
  pesos bigint not null check (pesos > 0),
  source text not null check (length(source) between 1 and 200),
  proposed_by uuid not null references users (id),
  proposed_at timestamptz not null,
  decided_by uuid references users (id),
  decided_at timestamptz,
  outcome text check (outcome in ('confirmed', 'rejected')),
  constraint price_proposals_not_past
    check (valid_from >= (proposed_at at time zone 'America/Bogota')::date),
  -- The second person is another one. Who entered a price may only take it back.
  constraint price_proposals_second_person
    check (outcome <> 'confirmed' or decided_by <> proposed_by),
  check ((outcome is null) = (decided_by is null) and (outcome is null) = (decided_at is null))
);
create unique index price_proposals_open on price_proposals (kind, subject_id, valid_from)
  where outcome is null;
create index price_proposals_decided on price_proposals (decided_at desc)
  where outcome is not null;

-- What was entered stays as it was; a decision is made once.
create function keep_price_proposal() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.outcome is not null
    or (old.kind, old.subject_id, old.valid_from, old.pesos, old.source, old.proposed_by,
        old.proposed_at)
      is distinct from
       (new.kind, new.subject_id, new.valid_from, new.pesos, new.source, new.proposed_by,
        new.proposed_at)
  then
    raise exception 'a price that was entered never changes'
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger price_proposals_kept before update or delete on price_proposals
  for each row execute function keep_price_proposal();
create trigger price_proposals_no_truncate before truncate on price_proposals
  for each statement execute function refuse_change();
