-- Whether a booking justifies this movement, with these accounts and this amount.
create or replace function ledger_booking_fits(
  p_id uuid, p_kind text, payer ledger_accounts, payee ledger_accounts, p_amount bigint,
  p_code text, p_booking uuid
) returns boolean language plpgsql as $$
declare
  b record;
begin
  select id, passenger_id, driver_id, fare_pesos, commission_bp, payment_mode, status, hold_id
    into b from bookings where id = p_booking;
  if not found or payer.kind <> 'wallet' then return false; end if;
  if p_kind = 'pending' and b.payment_mode = 'billetera' then
    return p_id = derived_id('booking.hold', p_booking::text) and p_code = 'fare'
      and b.status in ('requested', 'confirmed') and payer.owner_id = b.passenger_id
      and payee.kind = 'wallet' and payee.owner_id = b.driver_id and p_amount = b.fare_pesos;
  end if;
  -- The remaining case is Cupo's commission: held for a fare paid outside Cupo, taken after a fare
  -- paid here.
  if p_code <> 'commission' or payer.owner_id <> b.driver_id
     or payee.code is distinct from 'revenue:commission' then
    return false;
  end if;
  if p_kind = 'pending' then
    return p_id = derived_id('booking.hold', p_booking::text)
      and b.status in ('requested', 'confirmed')
      and p_amount = (b.fare_pesos * b.commission_bp + 5000) / 10000;
  end if;
  return p_id = derived_id('booking.commission', p_booking::text)
    and b.payment_mode = 'billetera' and p_amount = (
      select (t.amount * b.commission_bp + 5000) / 10000 from ledger_transfers t
      where t.pending_id = b.hold_id and t.kind = 'post');
end $$;
