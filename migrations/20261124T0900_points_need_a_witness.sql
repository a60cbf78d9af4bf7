-- Points need somebody who was there (decision 162): a scanned ticket, its code, or the passenger's
-- word. A boarding that time or a decision recorded earns none.
create function boarding_witnessed(p_checked_in_by text) returns boolean
language sql immutable as $$
  select coalesce(p_checked_in_by in ('ticket', 'code', 'passenger'), false)
$$;

-- As before, and only for a boarding that somebody witnessed.
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
