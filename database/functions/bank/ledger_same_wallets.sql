-- Whether the owners of two wallets are the same hands, see ledger_same_hands.
create or replace function ledger_same_wallets(p_one uuid, p_other uuid) returns boolean
language sql stable as $$
  select ledger_same_hands(o.owner_id, t.owner_id) from ledger_accounts o, ledger_accounts t
  where o.id = p_one and t.id = p_other
$$;
