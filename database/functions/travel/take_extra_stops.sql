-- Takes the extra stops of a booking that is sold at once, at ends that are no stops of the driver.
-- Returns false when they are no longer sold so. The caller has taken its seats, and so locked the
-- trip's row of trip_seats: of two bookings for the last extra stop one gets it.
create or replace function take_extra_stops(b bookings) returns boolean language plpgsql as $$
begin
  if b.expires_at is not null or exists (select from trips t
    where t.id = b.trip_id and array[b.from_seq, b.to_seq] <@ t.declared_seqs) then return true;
  end if;
  if not sold_at_once(b.trip_id, b.from_seq, b.to_seq, b.created_at) then return false; end if;
  update trip_seats s set extra_stops = array(
    select unnest(s.extra_stops) union
    select seq from unnest(array[b.from_seq, b.to_seq]) as seq where seq <> all (t.declared_seqs)
    order by 1)
  from trips t
  where s.trip_id = b.trip_id and t.id = b.trip_id;
  return true;
end $$;
