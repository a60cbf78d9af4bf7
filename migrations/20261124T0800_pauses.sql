-- A pause: somebody of the team stops a person at once while a report about them is looked at. It
-- bars as a suspension does, has no end of its own and is no sanction (docs/decisions/0160).
alter table sanction_events drop constraint sanction_events_kind_check;
alter table sanction_events add constraint sanction_events_kind_check
  check (kind in ('paused', 'warned', 'suspended', 'expelled', 'lifted')) not valid;

-- A pause is stored as a suspension until 'infinity', so that what compares dates stays as it is.
create or replace function standing_of(p_user uuid)
returns table (expelled boolean, suspended_until timestamptz, sanctioned_at timestamptz)
language sql stable as $$
  select coalesce(bool_or(e.kind = 'expelled'), false),
    max(case when e.kind = 'paused' then 'infinity' else e.ends_at end),
    max(e.at) filter (where e.kind <> 'paused')
  from sanction_events e
  where e.user_id = p_user and e.kind <> 'lifted' and not exists (
    select from sanction_events l where l.sanction_id = e.id and l.kind = 'lifted')
$$;

-- Whoever proves the document or number of an account that closed under a suspension has it again.
-- Of one that was expelled or paused: a pause, which the team looks at, because a document or a
-- number may have come into other hands.
create or replace function follow_barred() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into sanction_events (id, sanction_id, user_id, kind, at, ends_at, reason, cause)
  select e.id, e.id, new.id, case when b.until is null then 'paused' else 'suspended' end,
    seen.at, b.until, case when b.until is null
      then 'Tu documento o tu celular son de una cuenta que se cerró con una sanción.'
      else 'Cerraste otra cuenta mientras tenía una sanción, que sigue vigente.' end,
    'account:' || b.user_id::text
  from (
    select distinct on (user_id) user_id, until from barred_identities
    where (index = new.identification_index and new.identity_verified_at is not null)
      or (index = new.phone_index and new.phone_proved_at is not null)
    order by user_id) as b
  cross join lateral (
    select greatest(new.identity_verified_at, new.phone_proved_at) as at) as seen
  cross join lateral (
    select derived_id('sanction.barred', b.user_id::text, new.id::text) as id) as e
  where b.user_id <> new.id and (b.until is null or b.until > seen.at)
  on conflict do nothing;
  return null;
end $$;

-- A trip may be paused for two causes at once; it is sold when neither is left.
alter table trip_pauses add column cause text not null default 'documents'
  constraint trip_pauses_cause_check check (cause in ('documents', 'conduct'));
alter table trip_pauses alter column cause drop default;
drop index trip_pauses_open;
-- under traffic: a row for each trip that was ever paused, which are few.
create unique index trip_pauses_open on trip_pauses (trip_id, cause) where ended_at is null;
alter table trip_pauses drop constraint trip_pauses_pkey;
-- under traffic: as above.
alter table trip_pauses add primary key (trip_id, cause, paused_at);

-- The person of a case is heard before the team decides, and two people expel.
alter table conduct_cases
  add column hearing_asked_at timestamptz,
  -- What the team asks, as the person reads it.
  add column hearing_note text check (length(hearing_note) between 1 and 1000),
  add column hearing_text text check (length(hearing_text) between 1 and 1000),
  add column heard_at timestamptz,
  -- The event of the pause; null: the person was not paused.
  add column pause_id uuid references sanction_events (id),
  -- Who said that the person is expelled; another human being confirms it.
  add column proposed_by uuid references users (id),
  add column proposed_at timestamptz,
  add column proposal_note text check (length(proposal_note) between 1 and 1000),
  -- When an alarm was raised because nobody decided about a pause.
  add column alarmed_at timestamptz,
  add constraint conduct_cases_hearing check (
    num_nulls(hearing_asked_at, hearing_note) in (0, 2)
    and num_nulls(heard_at, hearing_text) in (0, 2)
    and (heard_at is null or hearing_asked_at is not null)),
  add constraint conduct_cases_proposal check (
    num_nulls(proposed_by, proposed_at, proposal_note) in (0, 3)
    and (proposed_by is null or decided_by is null or outcome <> 'expulsion'
      or decided_by <> proposed_by));
