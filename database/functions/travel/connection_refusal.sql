-- Error code for which a person may book no trip with one change of car now, or null. Two stand
-- already besides p_connection, counted by their second parts; or the team decided twice within 90
-- days that the passenger missed the change by their own fault: then none for 90 days.
create or replace function connection_refusal(
  p_passenger uuid, p_connection uuid, p_now timestamptz
) returns text language sql stable as $$
  select case
    when (
      select count(*) from bookings o
      where o.passenger_id = p_passenger and o.connection_part = 2
        and o.connection_id is distinct from p_connection and o.connection_broken_at is null
        and o.status in ('requested', 'confirmed')) >= 2 then 'too_many_connections'
    when exists (
      select from (
        select d.resolved_at as at, lag(d.resolved_at) over (order by d.resolved_at) as earlier
        from bookings o join disputes d on d.booking_id = o.id
        where o.passenger_id = p_passenger and o.change_missed_at is not null
          and d.outcome = 'driver') as lost
      where at > p_now - interval '90 days' and earlier > at - interval '90 days')
    then 'connections_paused' end
$$;
