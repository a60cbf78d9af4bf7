-- The claim to the money of a closed account is its wallet. A server of the release before that is
-- still running cannot finish a closing after this; the next run of the job does.
alter table account_closings
  drop constraint account_closings_check2,
  drop column claim_pesos,
  add column digests_erased_at timestamptz,
  add column claim_open boolean not null default false,
  add column claim_payable_from timestamptz,
  add column claim_given_by uuid references users (id),
  add column heir_by uuid references users (id),
  add column heir_at timestamptz,
  add constraint account_closings_claim check (
    (not claim_open or started_at is not null)
    and (claim_payable_from is null or claim_sealed is not null)
    and (heir_by is null) = (heir_at is null)
    and (heir_by is null or claim_sealed is not null));

-- The closings of the release before took the digests too.
update account_closings set digests_erased_at = erased_at;
update account_closings c set claim_open = true from ledger_accounts a
  where a.owner_id = c.user_id and a.kind = 'wallet' and a.currency = 'COP'
    and a.credits_posted > a.debits_posted and c.started_at is not null;
update payment_cases
  set closed_at = now(), note = 'La plata sigue en la billetera: ver Cuentas cerradas.'
  where kind = 'closed_account_balance' and closed_at is null;

create index account_closings_claims on account_closings (started_at, id) where claim_open;
create index account_closings_sealed on account_closings (id) where claim_sealed is not null;
create index account_closings_digests on account_closings (id)
  where erased_at is not null and digests_erased_at is null;
create or replace function follow_claim() returns trigger language plpgsql as $$
begin
  update account_closings set claim_open = new.credits_posted > new.debits_posted
    where user_id = new.owner_id and started_at is not null;
  return null;
end $$;
create trigger ledger_accounts_claim after update on ledger_accounts for each row
  when (new.kind = 'wallet' and new.currency = 'COP'
    and (new.credits_posted > new.debits_posted) <> (old.credits_posted > old.debits_posted))
  execute function follow_claim();

alter table ledger_transfers add column same_hands boolean;
