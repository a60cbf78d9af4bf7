-- Takes the seats of a booking whose passenger keeps seats. A keep of exactly these seats becomes
-- the booking's; another keep is released, and the seats are taken as by `take_seats`. Answers as
-- `take_seats`.
create or replace function take_kept_seats(
  p_keep uuid, p_passenger uuid, p_trip uuid, p_from integer, p_to integer, p_seats integer,
  p_revision integer, p_now timestamptz
) returns boolean language plpgsql as $$
declare
  v_keep seat_keeps;
begin
  update seat_keeps k
  set closed_at = p_now, status = case
    when expires_at <= p_now then 'expired'
    when (from_seq, to_seq, seats, revision) = (p_from, p_to, p_seats, p_revision) then 'used'
    else 'released' end
  where id = p_keep and passenger_id = p_passenger and trip_id = p_trip and status = 'open'
  returning * into v_keep;
  if v_keep.status = 'used' then
    -- The keep has taken the seats; the lock holds revision and open sales until the end.
    perform from trip_seats where trip_id = p_trip and open and revision = p_revision
      for no key update;
    return found;
  end if;
  if v_keep.id is not null then
    perform return_seats(p_trip, v_keep.from_seq, v_keep.to_seq, v_keep.seats);
  end if;
  return take_seats(p_trip, p_from, p_to, p_seats, p_revision);
end $$;
