-- Telephone numbers encrypted, and proved by a code that was sent to them.

alter table users
  add column phone_sealed bytea,
  -- Blind index of the number: finds equal ones without storing them.
  add column phone_index bytea check (length(phone_index) = 32),
  add column phone_proved_at timestamptz,
  add constraint users_phone_proved check (phone_proved_at is null
    or (phone_sealed is not null and phone_index is not null));

-- A number is one person's once it is proved; until then anybody may claim it.
create unique index users_phone_taken on users (phone_index) where phone_proved_at is not null;

comment on column users.phone_number is
  'Of accounts from before numbers were encrypted; emptied by a job.';

create table phone_codes (
  user_id uuid primary key references users (id),
  -- The number that the code was sent to, encrypted for this person.
  phone_sealed bytea not null,
  -- Keyed digest of person, number and code.
  code_hash bytea not null check (length(code_hash) = 32),
  tries smallint not null default 0 check (tries >= 0),
  expires_at timestamptz not null
);

-- Whether codes can be sent, as the server was started: without a channel nobody could book.
create table phone_policy (
  id smallint primary key default 1 check (id = 1),
  proof_needed boolean not null
);
insert into phone_policy (proof_needed) values (false);

-- As before, with encrypted numbers, and 'phone_proof' for a number that was not proved where
-- codes can be sent.
create or replace function missing_of(p users) returns text language sql stable as $$
  select concat_ws(',',
    case when coalesce(p.first_name, '') = '' then 'name' end,
    case when coalesce(p.phone_number, '') = '' and p.phone_sealed is null then 'phone'
      when p.phone_proved_at is null and (select proof_needed from phone_policy)
        then 'phone_proof' end)
$$;
