-- Lots of a wallet, by replaying its rows of the last 90 days, or since the first credit by the
-- team. The balance before is one lot, a top-up of the first day: it has matured, and is spent
-- before younger lots. p_before: only rows before this number.
create or replace function ledger_wallet_lots(
  p_user uuid, p_now timestamptz, p_before bigint default null, p_hops integer default 0
) returns setof wallet_lot language plpgsql stable as $$
declare
  v_wallet uuid := derived_id('ledger.wallet.COP', p_user::text);
  v_since timestamptz;
  v_free bigint;
  v_taken jsonb := '{}';
  v_key text;
  v_part jsonb;
  lots wallet_lot[];
  r record;
begin
  select credits_posted - debits_posted - debits_pending into v_free
    from ledger_accounts where id = v_wallet;
  if not found then return; end if;
  select least(p_now - interval '90 days', min(created_at) - interval '1 second') into v_since
    from ledger_transfers
    where credit_account = v_wallet and cause_kind in ('operator', 'money_act')
      and kind = 'transfer';
  select v_free - coalesce(sum(case when w.incoming then w.pesos
      when w.kind in ('transfer', 'pending') then -w.pesos else w.freed end), 0)
    into v_free from ledger_wallet_rows(v_wallet, v_since) w;
  lots := array[row('earlier', null, v_since, v_since + interval '30 days', false, false,
    v_free)::wallet_lot];
  for r in select * from ledger_wallet_rows(v_wallet, v_since) loop
    exit when r.seq >= p_before;
    v_key := case when r.code in ('commission', 'commission_return') then 'commission'
      else 'fare' end || r.cause;
    if r.incoming and r.code in ('fare_return', 'fare_debt', 'commission_return') then
      select * into lots, v_part from ledger_give_back(lots, v_taken -> v_key, r.pesos);
      v_taken := v_taken || jsonb_build_object(v_key, v_part);
    elsif r.incoming then
      lots := lots || ledger_new_lot(r.id, r.code, r.cause_kind, r.cause, r.hold, r.pesos, r.at,
        p_now, p_hops);
    elsif r.kind in ('transfer', 'pending') then
      select * into lots, v_part from ledger_take(lots, r.pesos, r.at, r.code = 'withdrawal',
        case when r.kind = 'transfer' or r.code = 'topup_refund' then r.cause end);
      v_taken := v_taken || jsonb_build_object(
        case r.kind when 'pending' then r.hold::text else v_key end, v_part);
    else
      select * into lots, v_part
        from ledger_give_back(lots, v_taken -> r.hold::text, r.freed);
      v_taken := v_taken - r.hold::text || jsonb_build_object(v_key, v_part);
    end if;
  end loop;
  return query select l.* from unnest(lots) as l where l.pesos <> 0;
end $$;
