-- Pesos of a withdrawal by origin, shown to finance.
create or replace function ledger_withdrawal_origins(p_withdrawal uuid)
returns table (origin text, pesos bigint)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select l.origin, sum(l.pesos)::bigint from ledger_transfers h
  join ledger_accounts a on a.id = h.debit_account
  cross join lateral ledger_hold_lots(a.owner_id, h.id, h.amount) as l
  where h.id = derived_id('withdrawal.hold', p_withdrawal::text)
  group by l.origin
$$;
