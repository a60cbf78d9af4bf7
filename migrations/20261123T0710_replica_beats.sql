-- One row per server process that reads a replica. The process writes the number of its newest beat
-- and finds it on the replica: what was committed before that beat was sent is there too.
create table replica_beats (
  process_id uuid primary key,
  beat bigint not null,
  beat_at timestamptz not null
) with (fillfactor = 50);
