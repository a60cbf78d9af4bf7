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
