-- Opens an empty wallet in pesos for a person; returns its id. Safe to repeat.
create or replace function ledger_open_wallet(p_user uuid, p_now timestamptz) returns uuid
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  wallet uuid := derived_id('ledger.wallet.COP', p_user::text);
begin
  insert into ledger_accounts (id, kind, owner_id, currency, balanced, created_at)
    values (wallet, 'wallet', p_user, 'COP', true, p_now)
    on conflict do nothing;
  return wallet;
end $$;
