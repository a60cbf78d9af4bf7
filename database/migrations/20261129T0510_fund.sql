-- The guarantee fund: its account, its settings, and what the program proposes to pay from it.
insert into ledger_accounts (id, kind, code, currency, balanced, created_at) values
  ('00000000-0000-7000-8000-000000000007', 'fund', 'fund:guarantee', 'COP', true, now());

drop index ledger_transfers_by_operator;
create index ledger_transfers_by_operator on ledger_transfers (credit_account)
  where cause_kind in ('operator', 'money_act', 'rescue') and kind = 'transfer';

alter table price_proposals
  drop constraint price_proposals_kind_check,
  add constraint price_proposals_kind_check
    check (kind in ('fuel', 'toll', 'insurance', 'fund'));

alter table money_acts
  add column booking_id uuid references bookings (id),
  alter column proposed_by drop not null,
  drop constraint money_acts_kind_check,
  drop constraint money_acts_unpaid,
  add constraint money_acts_kind_check
    check (kind in ('credit', 'refund', 'connection_pay', 'stranded_aid')),
  add constraint money_acts_unpaid check (
    num_nulls(unpaid_by, unpaid_at, unpaid_proof) in (0, 3)
    and (kind = 'refund' or unpaid_by is null)
    and (kind <> 'credit' or taken_over_by is null)),
  add constraint money_acts_by_the_program check (
    (booking_id is null) = (kind in ('credit', 'refund'))
    and (booking_id is null) = (proposed_by is not null)),
  add constraint money_acts_large check (
    booking_id is null or outcome is distinct from 'done' or pesos <= 40000
    or taken_over_by is not null);

create unique index money_acts_of_booking on money_acts (kind, booking_id)
  where booking_id is not null;
