-- For drivers who failed one passenger again: few of the bookings that ended in 90 days.
create index bookings_failed on bookings (closed_at)
  where status in ('cancelled_by_driver', 'trip_cancelled');
