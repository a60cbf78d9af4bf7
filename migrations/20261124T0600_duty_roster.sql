-- Who of the team is on duty, hour by hour: an emergency calls them first. The key keeps a person
-- from being there twice in one hour.
create table duty_hours (
  user_id uuid not null references users (id),
  hour timestamptz not null check (extract(epoch from hour)::bigint % 3600 = 0),
  -- Called two minutes later, if nobody answers.
  is_backup boolean not null,
  -- Hours that were entered as one shift, and shifts that were entered together.
  shift_id uuid not null,
  series_id uuid not null,
  set_by uuid not null references users (id),
  set_at timestamptz not null,
  primary key (user_id, hour)
);
create index duty_hours_hour on duty_hours (hour);
create index duty_hours_shift on duty_hours (shift_id);
create index duty_hours_series on duty_hours (series_id);

-- A call for help of an emergency, or a drill. The same incident may ring again later.
create table duty_alarms (
  id uuid primary key,
  -- Null: a drill.
  incident_id uuid references incidents (id),
  -- Who began the drill.
  started_by uuid references users (id),
  -- People of the trip who also work for Cupo: not called, and not shown.
  not_for uuid[] not null,
  pressed_at timestamptz not null,
  raised_at timestamptz not null,
  answered_by uuid references users (id),
  answered_at timestamptz,
  check ((incident_id is null) = (started_by is not null)),
  check ((answered_by is null) = (answered_at is null))
);
create unique index duty_alarms_ringing on duty_alarms (incident_id) where answered_at is null;
create index duty_alarms_raised on duty_alarms (raised_at desc);

-- What was sent to whom. Only ever added to.
create table duty_calls (
  id uuid primary key,
  alarm_id uuid not null references duty_alarms (id),
  -- Minutes after the alarm was raised.
  minute smallint not null check (minute in (0, 2, 5)),
  -- Null: the company's phone.
  user_id uuid references users (id),
  channel text not null check (channel in ('push', 'mail', 'whatsapp', 'sms')),
  at timestamptz not null
);
create unique index duty_calls_once on duty_calls (alarm_id, minute, user_id, channel)
  nulls not distinct;
create trigger duty_calls_immutable before update or delete on duty_calls
  for each row execute function refuse_change();
create trigger duty_calls_no_truncate before truncate on duty_calls
  for each statement execute function refuse_change();

-- Presses of one person on one trip are one emergency: how often, and when last.
alter table incidents add column presses integer not null default 1 check (presses > 0);
alter table incidents add column last_pressed_at timestamptz;

-- Open screens of the team hear of an alarm.
alter table live_events drop constraint live_events_type_check;
alter table live_events add constraint live_events_type_check
  check (type in ('message', 'read', 'typing', 'notification', 'trip', 'position', 'alarm'))
  not valid;
