-- A person who proves the document or number of an account that was closed while suspended gets the
-- same suspension. After an expulsion or a pause the person is paused and the team decides, because
-- a document or a number can have a new owner. Nothing follows from a sanction that was lifted
-- after the closing.
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
    select distinct on (i.user_id) i.user_id,
      case when not s.expelled then nullif(s.suspended_until, 'infinity') end as until
    from barred_identities i join user_standing s on s.user_id = i.user_id
      and (s.expelled or s.suspended_until is not null)
    where (i.index = new.identification_index and new.identity_verified_at is not null)
      or (i.index = new.phone_index and new.phone_proved_at is not null)
    order by i.user_id) as b
  cross join lateral (
    select greatest(new.identity_verified_at, new.phone_proved_at) as at) as seen
  cross join lateral (
    select derived_id('sanction.barred', b.user_id::text, new.id::text) as id) as e
  where b.user_id <> new.id and (b.until is null or b.until > seen.at)
  on conflict do nothing;
  return null;
end $$;
