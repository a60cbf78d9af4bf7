-- Where a passenger gets on and off exactly, at stops for which the driver chose no point: a vetted
-- point of the place, or null while it is to be agreed.

alter table bookings
  add column from_point_id uuid references safe_points (id),
  add column to_point_id uuid references safe_points (id);
create index bookings_from_point on bookings (from_point_id) where from_point_id is not null;
create index bookings_to_point on bookings (to_point_id) where to_point_id is not null;
