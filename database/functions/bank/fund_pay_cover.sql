-- Pays what `fund_cover` answers, and returns it.
create or replace function fund_pay_cover(p_booking uuid, p_fare bigint, p_now timestamptz)
returns bigint language sql as $$ select fund_cover(p_booking, p_fare, p_now) $$;
