-- Returns the credits "for travelling only" that are left in the wallet of a closed account to the
-- company, or to the guarantee fund if it paid them, one transfer for each credit. Refused (null)
-- before the closing has started. Locks the fund and the wallet. Safe to repeat; returns the pesos
-- that lapsed.
create or replace function ledger_lapse_credits(p_user uuid, p_now timestamptz) returns bigint
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_wallet uuid := derived_id('ledger.wallet.COP', p_user::text);
  v_sum bigint := 0;
  r record;
begin
  if not exists (
    select from account_closings where user_id = p_user and started_at is not null
  ) then
    return null;
  end if;
  -- A first top-up that is being credited opens the wallet too: one waits for the other.
  perform ledger_open_wallet(p_user, p_now);
  perform ledger_lock(v_wallet, '00000000-0000-7000-8000-000000000007');
  for r in
    select t.id, t.cause_kind, t.cause_id, sum(l.pesos)::bigint as pesos
    from ledger_wallet_lots(p_user, p_now) as l
    join lateral (
      select c.id, c.cause_kind, c.cause_id from ledger_transfers c
      where c.credit_account = v_wallet and c.kind = 'transfer' and c.cause_id = l.cause
        and c.cause_kind in ('operator', 'money_act', 'rescue')
      order by c.seq limit 1) as t on true
    where l.origin = 'team' and l.matures_at = 'infinity' and l.pesos > 0
    group by t.id, t.cause_kind, t.cause_id
  loop
    if r.cause_kind = 'rescue' then
      perform fund_write_return(
        derived_id('rescue.return', r.cause_id, fund_returned(rescues)::text), v_wallet, r.pesos,
        r.cause_id, p_now, p_now)
      from rescues where booking_id = r.cause_id::uuid;
      v_sum := v_sum + r.pesos;
      continue;
    end if;
    insert into ledger_transfers (id, kind, debit_account, credit_account, amount, currency, code,
        cause_kind, cause_id, created_at, happened_at)
      select derived_id('money_act.lapsed', r.id::text, count(*)::text), 'transfer', v_wallet,
        '00000000-0000-7000-8000-000000000006', r.pesos, 'COP', 'credit_lapsed', r.cause_kind,
        r.cause_id, p_now, p_now
      from ledger_transfers e
      where e.debit_account = v_wallet and e.code = 'credit_lapsed' and e.cause_id = r.cause_id;
    update ledger_accounts set debits_posted = debits_posted + r.pesos where id = v_wallet;
    v_sum := v_sum + r.pesos;
  end loop;
  return v_sum;
end $$;
