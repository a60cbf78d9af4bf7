-- Each lane of the worker claims its own jobs by name; with the old index it had to read past all
-- the due jobs of the other lanes.
create index jobs_due_by_name on jobs (name, run_at) where dead_at is null;
drop index jobs_due;
