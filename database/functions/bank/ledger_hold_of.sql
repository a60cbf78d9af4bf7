-- Hold that a booking needs: the fare from the passenger, or in `directo` the commission from the
-- driver. All null while nothing is held: before the driver accepts, or without commission.
create or replace function ledger_hold_of(b bookings) returns booking_hold
language plpgsql stable as $$
declare
  driver uuid := derived_id('ledger.wallet.COP', b.driver_id::text);
  commission bigint := (b.fare_pesos * b.commission_bp + 5000) / 10000;
begin
  if b.payment_mode = 'billetera' then
    return row(derived_id('booking.hold', b.id::text),
      derived_id('ledger.wallet.COP', b.passenger_id::text), driver, b.fare_pesos, 'fare'::text);
  elsif b.status <> 'requested' and commission > 0 then
    return row(derived_id('booking.hold', b.id::text), driver,
      '00000000-0000-7000-8000-000000000002'::uuid, commission, 'commission'::text);
  end if;
  return null;
end $$;
