-- Reason why a person may not book the trip: the driver takes only women, or only verified people.
-- The other people of a group are unknown, so on such trips each person must book one seat. Returns
-- a table of one row, so that PostgreSQL inlines the function into the calling statement.
create or replace function audience_of_trip(p users, p_trip uuid, p_seats integer)
returns table (answer text) language sql stable as $$
  select case
    when trip_prefers(t.preferences, 'womenOnly') and (p.identity_verified_at is null
      or not exists (select from women_declarations w where w.user_id = p.id)) then 'women_only'
    when trip_prefers(t.preferences, 'verifiedOnly') and p.identity_verified_at is null
      then 'verified_only'
    when p_seats > 1 and (trip_prefers(t.preferences, 'womenOnly')
      or trip_prefers(t.preferences, 'verifiedOnly')) then 'one_seat_each'
  end
  from trips t where t.id = p_trip
$$;
