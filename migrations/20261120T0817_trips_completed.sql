-- How many trips a driver has completed is shown beside every search result.
create index trips_completed on trips (driver_id) where status = 'completed';
