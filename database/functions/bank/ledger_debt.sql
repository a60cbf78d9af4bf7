-- Debt of a person in pesos; 0 without a debt.
create or replace function ledger_debt(p_user uuid) returns bigint language sql stable as $$
  select coalesce((
    select debits_posted - credits_posted from ledger_accounts
    where owner_id = p_user and kind = 'receivable' and currency = 'COP'), 0)
$$;
