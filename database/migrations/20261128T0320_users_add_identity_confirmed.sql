alter table users add column identity_confirmed_version integer;
create index users_confirmed on users (id) where identity_confirmed_version is not null;
