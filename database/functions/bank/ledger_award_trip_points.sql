-- Gives a person points for a travelled booking, once, if the boarding was witnessed. Locks the
-- booking's row, so that a decision that undoes the trip is seen here, or takes the points back.
create or replace function ledger_award_trip_points(
  p_booking uuid, p_user uuid, p_points bigint, p_now timestamptz
) returns text language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  b record;
begin
  select status, passenger_id, driver_id, checked_in_by into b
    from bookings where id = p_booking for share;
  if not found or b.status <> 'completed' or not boarding_witnessed(b.checked_in_by)
     or p_user not in (b.passenger_id, b.driver_id) or p_points not between 1 and 10000
     or exists (select from disputes d where d.booking_id = p_booking and d.resolved_at is null)
     or exists (select from reward_reviews r where r.kind = 'trip' and r.subject_id = p_booking
       and r.outcome is distinct from 'pay') then
    return 'refused:cause_unsuitable';
  end if;
  return ledger_give_points(derived_id('points.trip', p_booking::text, p_user::text), p_user,
    p_points, 'points_trip', 'booking', p_booking, p_now);
end $$;
