-- When the passenger said "Ya voy a bordo" and has not undone it: the fare is paid some minutes
-- later (decision 153). Kept after the check-in as a record of when it was said.
alter table bookings add column aboard_said_at timestamptz;

-- What the passenger said and time has not paid yet.
-- under traffic: made by hand with `concurrently` before the release (decision 105).
create index if not exists bookings_aboard_said on bookings (aboard_said_at)
  where status = 'confirmed' and aboard_said_at is not null;
