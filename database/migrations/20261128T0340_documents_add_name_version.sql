-- Names are counted like document numbers, and a document is approved for one name.
alter table users add column name_version integer not null default 1;
alter table documents add column name_version integer not null default 1;
