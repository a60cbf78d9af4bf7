-- Whether a passenger cancelled a booking by choice: before the pick-up, while the driver had moved
-- it by less than p_moved_ms and not the meeting point, while its other part stood, and for no
-- reason of others.
create or replace function left_by_choice(b bookings, p_moved_ms bigint) returns boolean
language sql stable as $$
  select b.status = 'cancelled_by_passenger' and b.closed_at < b.picks_up_at
    and b.moved_ms < p_moved_ms and not b.meeting_moved and b.connection_broken_at is null
    and not left_for_others(b.id)
$$;
