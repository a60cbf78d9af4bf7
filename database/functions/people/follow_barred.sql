-- Carries a sanction to the next account of a document or number. What a barred person has proved
-- and gives up is kept in `barred_identities`, as when an account closes. A person who proves one
-- of a suspended person gets the same suspension. After an expulsion or a pause the person is
-- paused and the team decides, because a document or a number can have a new owner. Nothing follows
-- from a sanction that was lifted since.
create or replace function follow_barred() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into barred_identities (index, user_id, until, noted_at)
  select given_up.index, old.id,
    case when not s.expelled then nullif(s.suspended_until, 'infinity') end,
    (select max(e.at) from sanction_events e where e.user_id = old.id)
  from user_standing s cross join lateral (
    select old.identification_index where old.identity_verified_at is not null
      and new.identity_verified_at is null
    union all
    select old.phone_index where old.phone_proved_at is not null
      and new.phone_index is distinct from old.phone_index) as given_up (index)
  where s.user_id = old.id and (s.expelled or s.suspended_until is not null)
  on conflict do nothing;

  insert into sanction_events (id, sanction_id, user_id, kind, at, ends_at, reason, cause)
  select e.id, e.id, new.id, case when b.until is null then 'paused' else 'suspended' end,
    seen.at, b.until, case when b.until is null
      then 'Tu documento o tu celular son de otra cuenta, que tiene una sanción.'
      else 'Tu documento o tu celular son de otra cuenta, y su sanción sigue vigente.' end,
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
