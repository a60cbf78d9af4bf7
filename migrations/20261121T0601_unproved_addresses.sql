-- An address, and the number of an identity document, belong to whoever proves them: any number of
-- people may claim the same one before, and none of them keeps another one out.

alter table users drop constraint users_email_taken;
create unique index users_email_taken on users (email_key) where email_confirmed_at is not null;
create index users_email on users (email_key);

alter table users drop constraint users_identification_taken;
create unique index users_identification_taken on users (identification_index)
  where identity_verified_at is not null;
create index users_identification on users (identification_index)
  where identification_index is not null;

-- True for the hash of an account whose address was not proved when it signed up: its salt is made
-- from the address, so that one hash finds it among all that claim the address.
alter table credentials add column address_salt boolean not null default false;

-- Links that show whose the address of a sign-up is; `email` is the address they were mailed to.
alter table account_links drop constraint account_links_purpose_check;
alter table account_links add constraint account_links_purpose_check
  check (purpose in ('recovery', 'email_change', 'email_undo', 'email_confirm'));
