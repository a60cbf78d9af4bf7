-- Why the trip is not for this person: its driver takes only women, or only verified people. Of a
-- group nothing is known of the others, so that each of them books their own seat. A table of one
-- row, so that PostgreSQL makes it part of the statement that asks.
create or replace function audience_of_trip(p users, p_trip uuid, p_seats integer)
returns table (answer text) language sql stable as $$
  select case
    when (t.preferences ->> 'womenOnly')::boolean and (p.identity_verified_at is null
      or not exists (select from women_declarations w where w.user_id = p.id)) then 'women_only'
    when (t.preferences ->> 'verifiedOnly')::boolean and p.identity_verified_at is null
      then 'verified_only'
    when p_seats > 1 and ((t.preferences ->> 'womenOnly')::boolean
      or (t.preferences ->> 'verifiedOnly')::boolean) then 'one_seat_each'
  end
  from trips t where t.id = p_trip
$$;
