-- A copy of everything that a person gave, encrypted for its row, until it expires.
create table data_exports (
  id uuid primary key,
  user_id uuid not null references users (id),
  asked_at timestamptz not null,
  ready_at timestamptz,
  expires_at timestamptz,
  json_sealed bytea,
  pdf_sealed bytea,
  check (num_nulls(ready_at, expires_at, json_sealed, pdf_sealed) in (0, 4))
);
create index data_exports_of_person on data_exports (user_id, asked_at desc);
create unique index data_exports_one_open on data_exports (user_id) where ready_at is null;

-- Who asked to close their account. Until due_at they may take it back.
create table account_closings (
  id uuid primary key,
  user_id uuid not null references users (id),
  asked_at timestamptz not null,
  due_at timestamptz not null,
  reminded_at timestamptz,
  taken_back_at timestamptz,
  -- From here on nothing takes it back; erased_at once everything is gone.
  started_at timestamptz,
  erased_at timestamptz,
  -- What was left in the wallet, and whose it is, encrypted for this row.
  claim_pesos bigint check (claim_pesos > 0),
  claim_sealed bytea,
  check (due_at > asked_at),
  check (taken_back_at is null or started_at is null),
  check ((claim_pesos is null) = (claim_sealed is null))
);
create unique index account_closings_one on account_closings (user_id) where taken_back_at is null;
create index account_closings_due on account_closings (due_at)
  where taken_back_at is null and erased_at is null;

-- Somebody whose account is closing travels no more: nothing new is booked, published or looked
-- for. The error is `account_closing`; these tables are nearly always asked about nobody.
create function refuse_closing(p_user uuid) returns void language plpgsql stable as $$
begin
  if exists (
    select from account_closings where user_id = p_user and taken_back_at is null
  ) then
    raise exception 'the account is closing' using errcode = 'CU001';
  end if;
end $$;
create function refuse_closing_passenger() returns trigger language plpgsql as $$
begin
  perform refuse_closing(new.passenger_id);
  return new;
end $$;
create function refuse_closing_driver() returns trigger language plpgsql as $$
begin
  perform refuse_closing(new.driver_id);
  return new;
end $$;
create function refuse_closing_user() returns trigger language plpgsql as $$
begin
  perform refuse_closing(new.user_id);
  return new;
end $$;
create trigger bookings_of_open_accounts before insert on bookings
  for each row execute function refuse_closing_passenger();
create trigger seat_keeps_of_open_accounts before insert on seat_keeps
  for each row execute function refuse_closing_passenger();
create trigger trips_of_open_accounts before insert on trips
  for each row execute function refuse_closing_driver();
create trigger trip_series_of_open_accounts before insert on trip_series
  for each row execute function refuse_closing_driver();
create trigger ride_requests_of_open_accounts before insert on ride_requests
  for each row execute function refuse_closing_user();
create trigger trip_alerts_of_open_accounts before insert on trip_alerts
  for each row execute function refuse_closing_user();

-- Blind indexes of the document and the number of people who closed an account under a sanction.
create table barred_identities (
  index bytea not null,
  user_id uuid not null references users (id),
  -- Null: expelled.
  until timestamptz,
  noted_at timestamptz not null,
  primary key (index, user_id)
);

-- Whoever proves that document or that number again has the sanction again.
create function follow_barred() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into sanction_events (id, sanction_id, user_id, kind, at, ends_at, reason, cause)
  select e.id, e.id, new.id, case when b.until is null then 'expelled' else 'suspended' end,
    seen.at, b.until, 'Cerraste otra cuenta mientras tenía una sanción, que sigue vigente.',
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
create trigger users_barred after update of identity_verified_at, phone_proved_at on users
  for each row when (new.identity_verified_at is distinct from old.identity_verified_at
    or new.phone_proved_at is distinct from old.phone_proved_at)
  execute function follow_barred();
