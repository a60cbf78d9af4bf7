-- Frees the extra stops of a trip that no booking uses any more, or that have become stops of the
-- driver. The caller has locked the trip's row of trip_seats before: what others sold is seen, and
-- what they still sell waits.
create or replace function free_extra_stops(p_trip uuid) returns void language plpgsql as $$
begin
  update trip_seats s set extra_stops = array(
    select seq from unnest(s.extra_stops) as seq
    where seq = any (used_extra_stops(p_trip)) order by seq)
  where s.trip_id = p_trip and cardinality(s.extra_stops) > 0;
end $$;
