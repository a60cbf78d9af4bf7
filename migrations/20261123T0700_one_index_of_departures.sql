-- `trips_departing` has the same order and more: every trip that is published writes both.
drop index if exists trips_departs;
