-- What the gateway answered, by month, as 0722 does it for the audit trail. The months have no
-- foreign key to `payments`: making and dropping one would lock that table against everybody. The
-- app copies the id from `payments`, where no row is ever deleted.

-- under traffic: a lock for some milliseconds, waited for one second; the key's index exists
do $$
declare
  v_until timestamptz := (select past_until::timestamp at time zone 'America/Bogota'
    from month_tables where name = 'gateway_answers');
begin
  lock table gateway_answers in access exclusive mode;
  drop trigger gateway_answers_immutable on gateway_answers;
  alter table gateway_answers drop constraint gateway_answers_pkey;
  alter table gateway_answers rename to gateway_answers_past;
  alter table gateway_answers_past add constraint gateway_answers_past_pkey
    primary key using index gateway_answers_at_id;
  alter index gateway_answers_of_payment rename to gateway_answers_past_of_payment;
  alter index gateway_answers_of_transaction rename to gateway_answers_past_of_transaction;

  create table gateway_answers (
    id uuid not null,
    at timestamptz not null,
    asked text not null
      constraint gateway_answers_asked_check check (asked in ('reference', 'transaction')),
    payment_id uuid,
    reference text,
    transaction_id text,
    status text,
    amount_in_cents bigint,
    currency text,
    method text,
    outcome text not null
      constraint gateway_answers_outcome_check check (length(outcome) between 1 and 60),
    constraint gateway_answers_check check (reference is not null or transaction_id is not null),
    primary key (at, id)
  ) partition by range (at);
  create index gateway_answers_of_payment on gateway_answers (payment_id, at, id);
  create index gateway_answers_of_transaction on gateway_answers (transaction_id, at, id);
  execute format('alter table gateway_answers attach partition gateway_answers_past
    for values from (minvalue) to (%L)', v_until);
  alter table gateway_answers_past drop constraint gateway_answers_past;

  create trigger gateway_answers_immutable before update or delete on gateway_answers
    for each row execute function refuse_change();
  create trigger gateway_answers_no_truncate before truncate on gateway_answers
    for each statement execute function refuse_change();
  perform months_make_other('gateway_answers');
  perform months_ahead();
  if exists (select from pg_roles where rolname = 'cupo_app') then
    grant select, insert on gateway_answers to cupo_app;
  end if;
end $$;
