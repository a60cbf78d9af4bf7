-- Pays a debt from the free pesos of a wallet, less p_keep. The caller has locked the wallet; the
-- receivable account is always locked after it. p_by is the movement that freed the money.
create or replace function ledger_repay(
  p_wallet uuid, p_by uuid, p_keep bigint, p_cause_kind text, p_cause_id text,
  p_now timestamptz, p_happened_at timestamptz
) returns void language plpgsql as $$
declare
  wallet ledger_accounts;
  debt ledger_accounts;
  paid bigint;
begin
  select * into wallet from ledger_accounts where id = p_wallet;
  if not wallet.owes then return; end if;
  select * into strict debt from ledger_accounts
    where owner_id = wallet.owner_id and kind = 'receivable' and currency = wallet.currency
    for no key update;
  paid := least(
    wallet.credits_posted - wallet.debits_posted - wallet.debits_pending - p_keep,
    debt.debits_posted - debt.credits_posted);
  if paid <= 0 then return; end if;
  insert into ledger_transfers (id, kind, debit_account, credit_account, amount, currency, code,
      cause_kind, cause_id, created_at, happened_at)
    values (derived_id('ledger.repayment', p_by::text, p_wallet::text), 'transfer', wallet.id,
      debt.id, paid, wallet.currency, 'debt_repayment', p_cause_kind, p_cause_id, p_now,
      p_happened_at);
  update ledger_accounts set credits_posted = credits_posted + paid where id = debt.id;
  update ledger_accounts set debits_posted = debits_posted + paid,
      owes = debt.debits_posted > debt.credits_posted + paid
    where id = wallet.id;
end $$;
