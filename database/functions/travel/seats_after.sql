-- Free seats on each leg after bookings that take p_seats each, from p_from up to p_to.
create or replace function seats_after(
  p_left smallint[], p_from integer[], p_to integer[], p_seats integer[]
) returns smallint[] language sql immutable as $$
  select array_agg((leg.free - coalesce(taken.seats, 0))::smallint order by leg.no)
  from unnest(p_left) with ordinality as leg (free, no)
  left join lateral (
    select sum(b.seats) as seats from unnest(p_from, p_to, p_seats) as b (from_seq, to_seq, seats)
    where leg.no > b.from_seq and leg.no <= b.to_seq) as taken on true
$$;
