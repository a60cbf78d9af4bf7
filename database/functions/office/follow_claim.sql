-- Trigger of ledger_accounts: the claim of a closed account is open while its wallet has pesos.
create or replace function follow_claim() returns trigger language plpgsql as $$
begin
  update account_closings set claim_open = new.credits_posted > new.debits_posted
    where user_id = new.owner_id and started_at is not null;
  return null;
end $$;
