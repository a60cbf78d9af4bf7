-- A trip may move while it is booked. What each passenger had agreed to stays known: it decides
-- what leaving costs, and is shown beside the new hour.

alter table bookings
  -- The pick-up as it was booked; null while the trip never moved.
  add column agreed_pickup_at timestamptz,
  -- Milliseconds by which the driver moved it since, there and back alike.
  add column moved_ms bigint not null default 0 check (moved_ms >= 0),
  -- When the driver last moved it.
  add column trip_changed_at timestamptz;

-- Moving a trip by hours on the last day is no less public than cancelling it.
alter table driver_marks
  drop constraint driver_marks_kind_check,
  add constraint driver_marks_kind_check
    check (kind in ('late', 'cancelled', 'unfounded_no_show', 'moved'));

-- Days of a series that were refused are tried again while they are ahead, the oldest try first.
create index trip_series_days_refused on trip_series_days (decided_at) where trip_id is null;
