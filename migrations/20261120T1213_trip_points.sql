-- Where exactly a trip stops: the vetted point that the driver chose for a place of its corridor.

create table trip_stop_points (
  trip_id uuid not null references trips (id),
  -- Position on the corridor.
  seq smallint not null check (seq >= 0),
  safe_point_id uuid not null references safe_points (id),
  primary key (trip_id, seq)
);
create index trip_stop_points_point on trip_stop_points (safe_point_id);
