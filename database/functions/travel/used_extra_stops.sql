-- Ends of the bookings of a trip that were sold at once without being stops of the driver.
create or replace function used_extra_stops(p_trip uuid) returns smallint[]
language sql stable as $$
  select array(
  select distinct seq from trips t
  join bookings b on b.trip_id = t.id and b.expires_at is null
    and b.status in ('confirmed', 'checked_in', 'completed', 'no_show')
  cross join unnest(array[b.from_seq, b.to_seq]) as seq
  where t.id = p_trip and seq <> all (t.declared_seqs) order by seq)
$$;
