-- Lot of a credit. Top-ups by PSE, Nequi or Bancolombia mature in 3 days, by other methods in 30.
-- Other credits are made by the team and can only be spent on trips, unless two people marked one
-- withdrawable.
create or replace function ledger_new_lot(
  p_id uuid, p_code text, p_cause_kind text, p_cause text, p_hold uuid, p_pesos bigint,
  p_at timestamptz, p_now timestamptz, p_hops integer
) returns wallet_lot language plpgsql stable as $$
declare
  v_method text;
  e record;
begin
  if p_code = 'fare' then
    select * into e from ledger_earning(
      case p_cause_kind when 'booking' then p_cause::uuid end, p_hold, p_pesos, p_at, p_now,
      p_hops);
    return row('earnings', p_cause, p_at, e.matures_at, e.disputed, e.held, p_pesos)::wallet_lot;
  end if;
  if p_code = 'topup' then
    select a.method into v_method from payment_attempts a
      where a.payment_id = p_cause::uuid and a.credit_transfer = p_id;
    if v_method in ('PSE', 'NEQUI', 'BANCOLOMBIA', 'BANCOLOMBIA_TRANSFER', 'BANCOLOMBIA_QR',
                    'BANCOLOMBIA_COLLECT') then
      return row('transfer', p_cause, p_at, p_at + interval '3 days', false, false,
        p_pesos)::wallet_lot;
    end if;
    return row('card', p_cause, p_at, p_at + interval '30 days', false, false,
      p_pesos)::wallet_lot;
  end if;
  if p_code = 'team_credit' and exists (
    select from money_acts m where m.id = p_cause::uuid and m.withdrawable)
  then
    return row('team', p_cause, p_at, p_at, false, false, p_pesos)::wallet_lot;
  end if;
  return row('team', p_cause, p_at, 'infinity', false, false, p_pesos)::wallet_lot;
end $$;
