-- Whether the cause of a hold allows it to end in this way.
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
  -- A due hold is returned whatever it was for: the time is checked with the row.
  if p_kind = 'expire' then return true; end if;
  if p_cause_kind = 'operator' then return ledger_called_by_owner(); end if;
  if p_cause_kind = 'withdrawal' then
    return coalesce(ledger_withdrawal_ends(hold, p_id, p_kind, p_taken, p_cause_id::uuid), false);
  end if;
  if hold.code = 'topup_refund' then
    return coalesce(ledger_refund_ends(hold, p_id, p_kind, p_taken), false);
  end if;
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
