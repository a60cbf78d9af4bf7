-- Pays the cover of a rescue that is being taken into the wallet of its passenger, for travelling
-- only; returns its pesos. Locks the fund and the wallets of all who may be paid next, by id. The
-- caller has locked the rescue and books in the same transaction.
create or replace function fund_pay_cover(p_booking uuid, p_fare bigint, p_now timestamptz)
returns bigint language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  v_fund uuid := '00000000-0000-7000-8000-000000000007';
  v_people uuid[];
  v_cover bigint;
begin
  if fund_cover(p_booking, p_fare, p_now) = 0 or not clock_fits(p_now) then return 0; end if;
  select fund_drivers(offer) || person_id into v_people from rescues where booking_id = p_booking;
  perform from ledger_accounts
  where id = v_fund or id = any (array(
    select derived_id('ledger.wallet.COP', one::text) from unnest(v_people) as one))
  order by id for no key update;
  -- Again behind the lock: another rescue may have taken what was left.
  v_cover := fund_cover(p_booking, p_fare, p_now);
  if v_cover = 0 then return 0; end if;
  if ledger_move(derived_id('rescue.credit', p_booking::text), 'transfer', v_fund,
      derived_id('ledger.wallet.COP', v_people[cardinality(v_people)]::text), v_cover,
      'rescue_credit', 'rescue', p_booking::text, null, p_now) <> 'created' then
    raise exception 'rescue %: its cover was not paid', p_booking;
  end if;
  update rescues set cover_pesos = v_cover where booking_id = p_booking;
  return v_cover;
end $$;
