-- What the gateway answered when it was asked, and what was decided then. Only ever added to. It
-- names nobody: who paid, and with which card, is not kept here.
create table gateway_answers (
  id uuid primary key,
  at timestamptz not null,
  asked text not null check (asked in ('reference', 'transaction')),
  -- Null: no payment of ours.
  payment_id uuid references payments (id),
  reference text,
  transaction_id text,
  status text,
  amount_in_cents bigint,
  currency text,
  method text,
  -- As the settlement says; `none`: no transaction yet; `failed:<why>`: no answer.
  outcome text not null check (length(outcome) between 1 and 60),
  check (reference is not null or transaction_id is not null)
);
create index gateway_answers_of_payment on gateway_answers (payment_id, at, id);
create index gateway_answers_of_transaction on gateway_answers (transaction_id, at, id);
create trigger gateway_answers_immutable before update or delete on gateway_answers
  for each row execute function refuse_change();
create trigger gateway_answers_no_truncate before truncate on gateway_answers
  for each statement execute function refuse_change();
