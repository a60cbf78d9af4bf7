-- Points: given once for what happened, spent once, taken back once.

-- Gives points, for the functions that award them. Outcomes as of ledger_move.
create or replace function ledger_give_points(
  p_id uuid, p_user uuid, p_points bigint, p_code text, p_cause_kind text, p_cause uuid,
  p_now timestamptz
) returns text language plpgsql as $$
declare
  issued constant uuid := '00000000-0000-7000-8000-000000000004';
  account uuid := derived_id('ledger.points.PTS', p_user::text);
  print text := concat_ws('|', 'transfer', issued, account, p_points, p_code, p_cause_kind,
                          p_cause);
  earlier text;
begin
  insert into ledger_accounts (id, kind, owner_id, currency, balanced, created_at)
    values (account, 'points', p_user, 'PTS', true, p_now)
    on conflict do nothing;
  perform ledger_lock(account, account);
  earlier := ledger_earlier(p_id, print);
  if earlier is not null then return earlier; end if;
  insert into ledger_transfers (id, kind, debit_account, credit_account, amount, currency, code,
      cause_kind, cause_id, created_at, happened_at)
    values (p_id, 'transfer', issued, account, p_points, 'PTS', p_code, p_cause_kind, p_cause::text,
      p_now, p_now);
  update ledger_accounts set credits_posted = credits_posted + p_points where id = account;
  return 'created';
end $$;

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

-- Takes the points of a booking back when it no longer counts as travelled.
create or replace function ledger_take_trip_points(
  p_booking uuid, p_user uuid, p_now timestamptz,
  out outcome text, out taken bigint, out missing bigint
) language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_status text;
begin
  select b.status into v_status from bookings b where b.id = p_booking for share;
  if not found or v_status = 'completed' then
    outcome := 'refused:cause_unsuitable';
    taken := 0;
    missing := 0;
    return;
  end if;
  select u.outcome, u.taken, u.missing into outcome, taken, missing
  from ledger_undo_points(derived_id('points.trip', p_booking::text, p_user::text),
    derived_id('points.trip_undone', p_booking::text, p_user::text), p_now) u;
end $$;

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

-- Takes referral points back when the trip of the friend no longer counts as travelled.
create or replace function ledger_take_referral_points(
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

-- Pays for a redemption with points, once: the amount and the person of its row.
create or replace function ledger_spend_points(p_redemption uuid, p_now timestamptz) returns text
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  issued constant uuid := '00000000-0000-7000-8000-000000000004';
  spent_id uuid := derived_id('points.redeemed', p_redemption::text);
  r reward_redemptions;
  account ledger_accounts;
begin
  select * into r from reward_redemptions where id = p_redemption;
  if not found then return 'refused:cause_unsuitable'; end if;
  perform ledger_lock(derived_id('ledger.points.PTS', r.user_id::text),
    derived_id('ledger.points.PTS', r.user_id::text));
  if exists (select from ledger_transfers where id = spent_id) then return 'same'; end if;
  select * into account from ledger_accounts
    where id = derived_id('ledger.points.PTS', r.user_id::text);
  if coalesce(account.credits_posted - account.debits_posted - account.debits_pending, 0) < r.points
  then
    return 'refused:insufficient_funds';
  end if;
  insert into ledger_transfers (id, kind, debit_account, credit_account, amount, currency, code,
      cause_kind, cause_id, created_at, happened_at)
    values (spent_id, 'transfer', account.id, issued, r.points, 'PTS', 'points_redeemed',
      'redemption', p_redemption::text, p_now, p_now);
  update ledger_accounts set debits_posted = debits_posted + r.points where id = account.id;
  return 'created';
end $$;

-- Takes given points back as far as the person has them, once; missing points are not owed.
create or replace function ledger_undo_points(
  p_award uuid, p_id uuid, p_now timestamptz, out outcome text, out taken bigint, out missing bigint
) language plpgsql as $$
declare
  award ledger_transfers;
  earlier bigint;
begin
  taken := 0;
  missing := 0;
  select * into award from ledger_transfers where id = p_award;
  if not found then
    outcome := 'refused:cause_unsuitable';
    return;
  end if;
  perform ledger_lock(award.credit_account, award.credit_account);
  select t.amount into earlier from ledger_transfers t where t.id = p_id;
  if found or exists (select from ledger_refusals r where r.transfer_id = p_id) then
    outcome := 'same';
    taken := coalesce(earlier, 0);
    missing := award.amount - taken;
    return;
  end if;
  select least(award.amount, a.credits_posted - a.debits_posted - a.debits_pending) into taken
    from ledger_accounts a where a.id = award.credit_account;
  missing := award.amount - taken;
  outcome := 'created';
  if taken = 0 then
    perform ledger_refuse(p_id, concat_ws('|', 'transfer', award.credit_account,
      award.debit_account, award.amount, 'points_undone', award.cause_kind, award.cause_id),
      'insufficient_funds', p_now);
    return;
  end if;
  insert into ledger_transfers (id, kind, debit_account, credit_account, amount, currency, code,
      cause_kind, cause_id, created_at, happened_at)
    values (p_id, 'transfer', award.credit_account, award.debit_account, taken, 'PTS',
      'points_undone', award.cause_kind, award.cause_id, p_now, p_now);
  update ledger_accounts set debits_posted = debits_posted + taken
    where id = award.credit_account;
end $$;
