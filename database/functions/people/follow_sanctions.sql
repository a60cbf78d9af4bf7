-- The app's role cannot write user_standing: only a new sanction event changes it.
create or replace function follow_sanctions() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  -- Booking and publishing lock this row first. They either commit before the sanction, which then
  -- acts on their result, or they see the new standing.
  perform from users where id = new.user_id for no key update;
  insert into user_standing (user_id, expelled, suspended_until, sanctioned_at)
  select new.user_id, s.expelled, s.suspended_until, s.sanctioned_at from standing_of(new.user_id) s
  on conflict (user_id) do update set expelled = excluded.expelled,
    suspended_until = excluded.suspended_until, sanctioned_at = excluded.sanctioned_at;
  return null;
end $$;
