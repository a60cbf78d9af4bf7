-- A pause is stored as a suspension until 'infinity', so that code that compares dates needs no
-- special case.
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
