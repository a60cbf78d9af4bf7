-- Pesos of a top-up that the team returned or is about to return; refused refunds do not count.
create or replace function ledger_refunded(p_payment uuid) returns bigint
language sql stable as $$
  select coalesce(sum(pesos), 0)::bigint from money_acts
  where payment_id = p_payment and outcome is distinct from 'refused'
$$;
