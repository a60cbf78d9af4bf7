-- True while the asked driver can say yes: the asked trip is on sale, and the passenger has no
-- other journey at the time of the failed car or of the asked one.
create or replace function ask_stands(p_ask rescue_asks) returns boolean language sql stable as $$
  select exists (
    select from trips t join corridors c on c.id = t.corridor_id
    join bookings b on b.id = p_ask.booking_id
    where t.id = p_ask.trip_id and t.status = 'published'
      and not exists (select from crossing_of(
        b.passenger_id, null, b.picks_up_at, b.drops_off_at))
      and not exists (select from crossing_of(b.passenger_id, null,
        t.departs_at + make_interval(mins => c.minutes[p_ask.from_seq + 1]),
        t.departs_at + make_interval(mins => c.minutes[p_ask.to_seq + 1]))))
$$;
