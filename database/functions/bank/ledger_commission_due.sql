-- Commission on a fare in pesos, rounded half up; the payee pays it in the next step.
create or replace function ledger_commission_due(p_code text, p_cause_kind text, p_cause_id text,
  p_pesos bigint) returns bigint language sql stable as $$
  select coalesce((
    select (p_pesos * b.commission_bp + 5000) / 10000 from bookings b
    where p_code = 'fare'
      and b.id = case when p_cause_kind = 'booking' then p_cause_id::uuid end), 0)
$$;
