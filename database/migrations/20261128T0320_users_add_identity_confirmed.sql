alter table users add column identity_confirmed_version integer;
