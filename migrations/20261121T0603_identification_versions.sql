-- Documents prove the identification number that was on file when they were uploaded: another
-- number has another version, and what was approved before says nothing about it.

alter table users add column identification_version integer not null default 1;
alter table documents add column identification_version integer not null default 1;
