-- Who may book parts of a trip without the driver's answer and pay them from the wallet: all
-- people, some (only women, or verified people), or none.
create or replace function sold_at_once_to(t trips) returns text language sql immutable as $$
  select case when not t.instant or not ('billetera' = any (t.payment_modes)) then 'none'
    when trip_prefers(t.preferences, 'womenOnly') or trip_prefers(t.preferences, 'verifiedOnly')
      then 'some' else 'all' end
$$;
