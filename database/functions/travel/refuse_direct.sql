-- In `directo` nothing is paid ahead, so that one person has only so many seats (p_limits: open),
-- and none on a trip whose seats they returned that often (p_limits: returns) by their own choice:
-- before the pick-up, while the driver had moved it by less than movedMs. Null when that holds.
create or replace function refuse_direct(b bookings, p_limits jsonb) returns text
language plpgsql stable as $$
declare
  v_open bigint;
  v_returned bigint;
begin
  select count(*) filter (where payment_mode = 'directo' and status in ('requested', 'confirmed')),
    count(*) filter (where trip_id = b.trip_id and status = 'cancelled_by_passenger'
      and closed_at < picks_up_at and moved_ms < (p_limits ->> 'movedMs')::bigint)
    into v_open, v_returned from bookings where passenger_id = b.passenger_id;
  if v_open >= (p_limits ->> 'open')::int then return 'too_many_open_bookings'; end if;
  return case when v_returned >= (p_limits ->> 'returns')::int then 'returns_limit' end;
end $$;
