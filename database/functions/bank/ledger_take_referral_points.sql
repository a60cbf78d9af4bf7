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
