-- Missing parts of a profile, separated by commas: 'name', 'phone', or 'phone_proof' for an
-- unproved number where codes can be sent; '' when nothing is missing.
create or replace function missing_of(p users) returns text language sql stable as $$
  select concat_ws(',',
    case when coalesce(p.first_name, '') = '' then 'name' end,
    case when p.phone_sealed is null then 'phone'
      when p.phone_proved_at is null and (select proof_needed from phone_policy)
        then 'phone_proof' end)
$$;
