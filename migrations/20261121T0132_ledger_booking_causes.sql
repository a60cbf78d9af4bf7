-- Money moves for a booking only as its row says: held once from whom pays it, taken or returned
-- when the booking has come to that, and the commission on what was taken.

create function ledger_booking_fits(
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
  -- The rest is Cupo's commission: held for a fare paid outside, taken after one paid here.
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

create or replace function ledger_cause_fits(
  p_id uuid, p_kind text, payer ledger_accounts, payee ledger_accounts, p_amount bigint,
  p_code text, p_cause_kind text, p_cause_id text
) returns boolean language plpgsql as $$
begin
  return coalesce(case p_cause_kind
    when 'payment' then p_kind = 'transfer'
      and ledger_payment_fits(p_id, payer, payee, p_amount, p_code, p_cause_id::uuid)
    when 'booking' then
      ledger_booking_fits(p_id, p_kind, payer, payee, p_amount, p_code, p_cause_id::uuid)
    when 'operator' then ledger_called_by_owner()
  end, false);
end $$;

create or replace function ledger_ending_fits(
  hold ledger_transfers, p_id uuid, p_kind text, p_taken bigint, p_code text, p_cause_kind text,
  p_cause_id text
) returns boolean language plpgsql as $$
declare
  b record;
begin
  if (hold.cause_kind, hold.cause_id, hold.code) <> (p_cause_kind, p_cause_id, p_code) then
    return ledger_called_by_owner();
  end if;
  -- Due holds are returned whatever they were for: the time is checked with the row.
  if p_kind = 'expire' then return true; end if;
  if p_cause_kind = 'operator' then return ledger_called_by_owner(); end if;
  if p_cause_kind <> 'booking' then return false; end if;
  select status, payment_mode, hold_id, charged_pesos, closed_at
    into b from bookings where id = p_cause_id::uuid;
  if not found or b.hold_id is distinct from hold.id
     or p_id <> derived_id('booking.' || p_kind, p_cause_id) then
    return false;
  end if;
  if p_kind = 'void' then
    return coalesce(b.charged_pesos, 0) = 0 and b.closed_at is not null
      and b.status not in ('requested', 'confirmed', 'checked_in', 'completed');
  end if;
  return b.status not in ('requested', 'confirmed') and case b.payment_mode
    when 'billetera' then coalesce(b.charged_pesos = p_taken, false)
    else b.status in ('checked_in', 'completed') end;
end $$;
