-- The debt of a fare that went back to its passenger is watched as that of a voided top-up.
drop index payment_cases_owing;
create index payment_cases_owing on payment_cases (opened_at)
  where kind in ('reversal_uncovered', 'fare_uncovered') and debt_paid_at is null;
