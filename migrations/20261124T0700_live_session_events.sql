-- Open screens of a person learn that a session of theirs ended, and the streams of that session
-- are closed.

alter table live_events drop constraint live_events_type_check;
alter table live_events add constraint live_events_type_check check (
  type in ('message', 'read', 'typing', 'notification', 'trip', 'position', 'alarm',
    'session')) not valid;
