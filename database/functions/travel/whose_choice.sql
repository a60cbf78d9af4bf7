-- Whose choice ended a booking, or gave back seats of it, by the details of the event: 'driver' of
-- the booking; 'others' for another driver, or a trip that cannot be sold; 'team' for a member of
-- Cupo; 'cupo' for a job. Null when it was the choice of the person who pressed, or of time.
-- The rules: `refundRules` in refund-policy.ts, `withdraw-passenger.ts`.
create or replace function whose_choice(p_details jsonb) returns text
language sql immutable parallel safe as $$
  select case
    when p_details ->> 'by' = 'team' then 'team'
    when p_details ->> 'rule' in ('driver_late', 'trip_changed') then 'driver'
    when p_details ->> 'rule' in ('trip_paused', 'trip_crosses', 'connection_broken') then 'others'
    when p_details ->> 'rule' in ('sanction', 'untold') then 'cupo'
  end
$$;
