-- Whether a booking that its passenger left ended for a reason of others: another driver, or Cupo.
-- A cancellation by the team counts as a free return (decision 41), so it is none of them.
create or replace function left_for_others(p_booking uuid) returns boolean language sql stable as $$
  select exists (
    select from booking_events e
    where e.booking_id = p_booking and e.event in ('cancelled_by_passenger', 'seats_returned')
      and whose_choice(e.details) in ('others', 'cupo'))
$$;
