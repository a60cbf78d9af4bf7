-- Searches read the primary (docs/decisions/0191), so no process measures the age of a replica.
drop table replica_beats;
