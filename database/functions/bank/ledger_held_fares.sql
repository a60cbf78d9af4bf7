-- Fares in a driver's wallet that finance must decide, with the remaining pesos of each.
create or replace function ledger_held_fares(p_user uuid, p_now timestamptz)
returns table (booking text, pesos bigint)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select l.cause, l.pesos from ledger_wallet_lots(p_user, p_now) as l where l.held
$$;
