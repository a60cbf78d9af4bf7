-- Time from which a driver may withdraw a fare: 24 hours after it was posted. A fare paid with card
-- money that could still be charged back, or with a credit for travelling only, waits 7 days,
-- unless the driver scanned the ticket or typed its code, and has done so on 5 trips or more. If
-- passenger and driver shared a card, a device or an account when it was posted, such a fare is
-- held until finance closes its case. p_hops counts the earlier earnings through which the money
-- was followed.
create or replace function ledger_earning(
  p_booking uuid, p_hold uuid, p_pesos bigint, p_at timestamptz, p_now timestamptz, p_hops integer,
  out matures_at timestamptz, out disputed boolean, out held boolean
) language plpgsql stable as $$
declare
  b bookings;
  v_scanned boolean;
begin
  matures_at := p_at + interval '24 hours';
  disputed := false;
  held := false;
  select * into b from bookings where id = p_booking;
  if not found then return; end if;
  disputed := exists (select from disputes where booking_id = b.id and resolved_at is null);
  -- Posts from before the answer was written have none.
  held := coalesce((select t.same_hands from ledger_transfers t
      where t.pending_id = p_hold and t.kind = 'post'),
    ledger_same_hands(b.driver_id, b.passenger_id)) and not exists (
    select from payment_cases c where c.kind = 'shared_fare' and c.transaction_id = p_booking::text
      and c.closed_at is not null);
  v_scanned := coalesce(b.checked_in_by in ('ticket', 'code'), false) and 5 <= (
    select count(*) from (
      select distinct trip_id from bookings o where o.driver_id = b.driver_id
        and o.checked_in_by in ('ticket', 'code') and o.checked_in_at <= p_at limit 5) as trips);
  if not held and (v_scanned or p_at + interval '7 days' <= p_now) then return; end if;
  if not ledger_paid_young(b.passenger_id, p_hold, p_pesos, p_hops) then
    held := false;
    return;
  end if;
  if not v_scanned then matures_at := p_at + interval '7 days'; end if;
end $$;
