-- The calls; when they are the parts of a trip with one change, which are calls of one person, with
-- the seats that this person keeps on each trip.
create or replace function name_keeps(p_calls booking_call[]) returns booking_call[]
language plpgsql stable as $$
begin
  if (p_calls[1].booking).passenger_id = (p_calls[2].booking).passenger_id then
    for v_no in 1..cardinality(p_calls) loop
      p_calls[v_no].keep := coalesce(p_calls[v_no].keep, (
        select id from seat_keeps
        where passenger_id = (p_calls[v_no].booking).passenger_id and status = 'open'
          and rescue_of is null and trip_id = (p_calls[v_no].booking).trip_id));
    end loop;
  end if;
  return p_calls;
end $$;
