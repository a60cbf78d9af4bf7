-- Whether a booking fits into the free seats plus the seats that its passenger keeps. One statement
-- reads both: a keep that ends between two statements has returned its seats to the free ones.
create or replace function has_kept_seats(b bookings, p_keep uuid) returns boolean
language plpgsql stable as $$
begin
  if p_keep is null then return false; end if;
  return coalesce((
    select cardinality(s.seats_left) >= b.to_seq and b.seats <= all (
      select leg.free + case when leg.no > k.from_seq and leg.no <= k.to_seq
                          then k.seats else 0 end
      from unnest(s.seats_left) with ordinality as leg (free, no)
      where leg.no > b.from_seq and leg.no <= b.to_seq)
    from trip_seats s
    left join seat_keeps k on k.trip_id = s.trip_id and k.id = p_keep
      and k.passenger_id = b.passenger_id and k.status = 'open'
    where s.trip_id = b.trip_id), false);
end $$;
