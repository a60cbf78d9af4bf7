-- Gives points to a person of a referral, once, when the friend travelled without the referrer.
create or replace function ledger_award_referral_points(
  p_referral uuid, p_user uuid, p_points bigint, p_now timestamptz
) returns text language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  r referrals;
  b record;
begin
  select * into r from referrals where id = p_referral;
  select status, passenger_id, driver_id, checked_in_by into b
    from bookings where id = r.booking_id for share;
  if not found or r.status <> 'paid' or p_user not in (r.friend_id, r.referrer_id)
     or b.status <> 'completed' or not boarding_witnessed(b.checked_in_by)
     or r.friend_id not in (b.passenger_id, b.driver_id)
     or r.referrer_id in (b.passenger_id, b.driver_id) or p_points not between 1 and 10000 then
    return 'refused:cause_unsuitable';
  end if;
  return ledger_give_points(derived_id('points.referral', p_referral::text, p_user::text), p_user,
    p_points, 'points_referral', 'referral', p_referral, p_now);
end $$;
