-- What the fund would pay now of a fare of p_fare pesos for the rescue of the booking: nothing.
create or replace function fund_cover(p_booking uuid, p_fare bigint, p_now timestamptz)
returns bigint language sql stable as $$ select 0::bigint $$;
