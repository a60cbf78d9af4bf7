-- An account that Google or Apple opened has accepted nothing yet: its person is asked once. Null
-- until then; those from before keep what was noted of them.
alter table users alter column terms_accepted_at drop not null;
alter table users alter column terms_version drop not null;
