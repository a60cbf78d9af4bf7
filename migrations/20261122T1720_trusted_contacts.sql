-- The person who hears at home how somebody travels. They have no account.
create table trusted_contacts (
  user_id uuid primary key references users (id),
  -- Of this naming: another telephone or address is another one, and is asked again.
  id uuid not null unique,
  -- Name, telephone and address; encrypted, bound to the id.
  sealed bytea not null,
  status text not null check (status in ('invited', 'agreed')),
  -- Told when the person gets on and arrives.
  tells boolean not null,
  invited_at timestamptz not null,
  answered_at timestamptz,
  check ((status = 'agreed') = (answered_at is not null))
);

-- Who does not want to be the contact of this person: for good. Digests, with a key of their own.
create table trusted_contact_refusals (
  user_id uuid not null references users (id),
  contact_index bytea not null check (length(contact_index) = 32),
  at timestamptz not null,
  primary key (user_id, contact_index)
);
create trigger trusted_contact_refusals_immutable before update or delete
  on trusted_contact_refusals for each row execute function refuse_change();
create trigger trusted_contact_refusals_no_truncate before truncate on trusted_contact_refusals
  for each statement execute function refuse_change();

-- What a contact was told of a trip: each thing once.
create table trusted_contact_news (
  user_id uuid not null references users (id),
  trip_id uuid not null references trips (id),
  event text not null check (event in ('boarded', 'arrived', 'not_aboard', 'emergency')),
  at timestamptz not null,
  primary key (trip_id, user_id, event)
);
create index trusted_contact_news_user on trusted_contact_news (user_id);
