-- Cases reach a person: who closed one, with what words, and which debts were paid since.
alter table payment_cases
  add column resolved_by uuid references users (id),
  add column note text,
  -- Of a void that left a debt: when the owner was told that it is paid.
  add column debt_paid_at timestamptz;
create index payment_cases_open on payment_cases (opened_at) where closed_at is null;
create index payment_cases_closed on payment_cases (closed_at desc) where closed_at is not null;
create index payment_cases_reference on payment_cases (reference);
create index payment_cases_owing on payment_cases (opened_at)
  where kind = 'reversal_uncovered' and debt_paid_at is null;

-- Second charges from before there was a suspense account: they wait there to be given back.
select ledger_suspend_topup(p.id, c.transaction_id, now())
from payment_cases c join payments p on p.reference = c.reference
where c.kind = 'double_charge' and c.closed_at is null;
