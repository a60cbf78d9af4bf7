-- Stores that a booking was refused for lack of money, so that the same id keeps failing. Returns
-- false and writes nothing when the money is there by now.
create or replace function ledger_refuse_booking(b bookings, h booking_hold, p_now timestamptz)
returns boolean language plpgsql as $$
begin
  if ledger_lock_hold(h) >= h.pesos then return false; end if;
  perform ledger_refuse(h.id, concat_ws('|', 'pending', h.debit, h.credit, h.pesos, h.code,
    'booking', b.id), 'insufficient_funds', p_now);
  return true;
end $$;
