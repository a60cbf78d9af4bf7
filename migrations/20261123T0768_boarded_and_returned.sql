-- What is asked of each booking is found without reading all bookings of its trip or passenger: by
-- those who boarded, whether the driver has passed its stop; by those who cancelled, how often its
-- passenger has returned seats of the trip.
-- under traffic: made by hand with `concurrently` before the release (decision 105).
create index if not exists bookings_boarded on bookings (trip_id, from_seq)
  where status in ('checked_in', 'completed');
-- under traffic: made by hand with `concurrently` before the release (decision 105).
create index if not exists bookings_returned on bookings (passenger_id, trip_id)
  where status = 'cancelled_by_passenger';
