-- Passengers without another car, searched for again when a trip has seats.
create index rescues_none on rescues (closed_at) where status = 'none';
