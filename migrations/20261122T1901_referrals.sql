-- Who invited whom. Both get points when the friend has travelled with somebody else.

create table referral_codes (
  user_id uuid primary key references users (id),
  code text not null constraint referral_codes_taken unique
    check (code ~ '^[23456789ABCDEFGHJKMNPQRSTUVWXYZ]{8}$'),
  created_at timestamptz not null
);

create table referrals (
  id uuid primary key,
  friend_id uuid not null constraint referrals_one_each unique references users (id),
  referrer_id uuid not null references users (id),
  status text not null check (status in ('waiting', 'review', 'paid', 'refused', 'undone')),
  claimed_at timestamptz not null,
  -- The first trip that counts.
  booking_id uuid references bookings (id),
  settled_at timestamptz,
  check (friend_id <> referrer_id),
  check ((status = 'waiting') = (booking_id is null))
);
create index referrals_of_referrer on referrals (referrer_id, claimed_at desc);
create index referrals_by_booking on referrals (booking_id) where booking_id is not null;

-- Points of one of the two people of a referral, once: the friend has completed a trip with
-- somebody who is not the referrer.
create function ledger_award_referral_points(
  p_referral uuid, p_user uuid, p_points bigint, p_now timestamptz
) returns text language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  r referrals;
  b record;
begin
  select * into r from referrals where id = p_referral;
  select status, passenger_id, driver_id into b from bookings where id = r.booking_id for share;
  if not found or r.status <> 'paid' or p_user not in (r.friend_id, r.referrer_id)
     or b.status <> 'completed' or r.friend_id not in (b.passenger_id, b.driver_id)
     or r.referrer_id in (b.passenger_id, b.driver_id) or p_points not between 1 and 10000 then
    return 'refused:cause_unsuitable';
  end if;
  return ledger_give_points(derived_id('points.referral', p_referral::text, p_user::text), p_user,
    p_points, 'points_referral', 'referral', p_referral, p_now);
end $$;

-- Takes them back once that trip no longer counts as travelled.
create function ledger_take_referral_points(
  p_referral uuid, p_user uuid, p_now timestamptz,
  out outcome text, out taken bigint, out missing bigint
) language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_status text;
begin
  select b.status into v_status from referrals r join bookings b on b.id = r.booking_id
    where r.id = p_referral for share of b;
  if not found or v_status = 'completed' then
    outcome := 'refused:cause_unsuitable';
    taken := 0;
    missing := 0;
    return;
  end if;
  select u.outcome, u.taken, u.missing into outcome, taken, missing
  from ledger_undo_points(derived_id('points.referral', p_referral::text, p_user::text),
    derived_id('points.referral_undone', p_referral::text, p_user::text), p_now) u;
end $$;
