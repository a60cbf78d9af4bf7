-- The money of a booking, moved as its row says, in one statement for the locks and one for the
-- writes. Booking, cancelling and boarding call these functions with the row that they have just
-- written: it is the cause, so nothing is looked up twice. The app's role cannot call them; what it
-- calls by itself, ledger_move and ledger_resolve, asks for a cause first.

-- The same as derived_id of any number of parts, for a namespace and one part: a single expression,
-- which takes a tenth of the time. Stable and not immutable because convert_to is.
create function derived_id(namespace text, part text) returns uuid
language sql stable strict parallel safe as $$
  -- Version 8 is the upper half of byte 6, and byte 8 starts with the bits 10. Bits are counted
  -- from the lowest of each byte.
  select encode(
    set_bit(set_bit(set_bit(set_bit(set_bit(set_bit(
      substr(sha256(convert_to(namespace, 'UTF8') || '\x00'::bytea || convert_to(part, 'UTF8')),
             1, 16),
      55, 1), 54, 0), 53, 0), 52, 0), 71, 1), 70, 0), 'hex')::uuid
$$;

create type booking_hold as (id uuid, debit uuid, credit uuid, pesos bigint, code text);

-- What a booking holds, by wallet or not: of the passenger the fare, of the driver the commission.
-- All null while nothing is held: `directo` before the driver accepts, or without commission.
create function ledger_hold_of(b bookings) returns booking_hold language plpgsql stable as $$
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

-- Locks the wallets of a hold by id and answers what its payer has free now.
create function ledger_lock_hold(h booking_hold) returns bigint language plpgsql as $$
begin
  return (
    select max(locked.free) filter (where locked.id = h.debit) from (
      select id, credits_posted - debits_posted - debits_pending as free from ledger_accounts
      where id in (h.debit, h.credit) and balanced order by id for no key update) as locked);
end $$;

-- Holds the money of a booking that was just written. False when the payer has not enough free, or
-- the hold is there already.
create function ledger_hold_booking(b bookings, h booking_hold, p_now timestamptz) returns boolean
language plpgsql as $$
declare
  v_held boolean;
begin
  if ledger_lock_hold(h) < h.pesos then return false; end if;
  with held as (
    insert into ledger_transfers (id, kind, debit_account, credit_account, amount, currency, code,
      cause_kind, cause_id, created_at, happened_at)
    values (h.id, 'pending', h.debit, h.credit, h.pesos, 'COP', h.code, 'booking', b.id::text,
      p_now, p_now)
    on conflict do nothing returning id
  ), wallets as (
    update ledger_accounts a set
      debits_pending = a.debits_pending + case a.id when h.debit then h.pesos else 0 end,
      credits_pending = a.credits_pending + case a.id when h.credit then h.pesos else 0 end
    from held where a.id in (h.debit, h.credit) and a.balanced
  )
  select exists (select from held) into v_held;
  return v_held;
end $$;

-- Pins that a booking was refused for lack of money: the same id keeps failing. False, and nothing
-- is written, when the money is there by now.
create function ledger_refuse_booking(b bookings, h booking_hold, p_now timestamptz)
returns boolean language plpgsql as $$
begin
  if ledger_lock_hold(h) >= h.pesos then return false; end if;
  perform ledger_refuse(h.id, concat_ws('|', 'pending', h.debit, h.credit, h.pesos, h.code,
    'booking', b.id), 'insufficient_funds', p_now);
  return true;
end $$;

-- Ends the hold of a booking that has just ended or boarded, as its row says: what is charged is
-- taken, the rest returns to the payer. Of a fare Cupo's commission is taken in the same step. In
-- `directo` the hold is the commission: taken of who travelled, returned of who did not.
-- p_at is when that happened, p_now when it is written.
create function ledger_end_hold(b bookings, p_at timestamptz, p_now timestamptz) returns void
language plpgsql as $$
declare
  hold ledger_transfers;
  v_taken bigint;
  v_commission bigint := 0;
  v_kind text := 'void';
  v_id uuid;
  v_happened timestamptz;
  v_payer_owes boolean;
  v_payee_owes boolean;
  v_ended boolean;
begin
  if b.hold_id is null and b.payment_mode = 'directo' then return; end if;
  if b.status in ('requested', 'confirmed') then
    raise exception 'booking % has not ended', b.id;
  end if;
  select * into strict hold from ledger_transfers where id = b.hold_id and kind = 'pending';
  select bool_or(owes) filter (where id = hold.debit_account),
    bool_or(owes) filter (where id = hold.credit_account)
    into v_payer_owes, v_payee_owes
  from (
    select id, owes from ledger_accounts
    where id in (hold.debit_account, hold.credit_account) and balanced
    order by id for no key update) as locked;

  v_taken := case
    when b.payment_mode = 'billetera' then coalesce(b.charged_pesos, 0)
    when b.status in ('checked_in', 'completed') then hold.amount
    else 0 end;
  if v_taken > 0 then v_kind := 'post'; end if;
  if b.payment_mode = 'billetera' then
    v_commission := (v_taken * b.commission_bp + 5000) / 10000;
  end if;
  v_id := derived_id('booking.' || v_kind, b.id::text);
  -- Nothing is taken or returned before it was held.
  v_happened := greatest(least(p_at, p_now), hold.happened_at);
  if v_taken > hold.amount or (v_taken > 0 and hold.expires_at <= v_happened) then
    raise exception 'booking %: its hold is smaller, or expired', b.id;
  end if;

  with ended as (
    insert into ledger_transfers (id, kind, debit_account, credit_account, amount, currency, code,
      pending_id, cause_kind, cause_id, created_at, happened_at)
    values (v_id, v_kind, hold.debit_account, hold.credit_account,
      case v_kind when 'post' then v_taken else hold.amount end, hold.currency, hold.code,
      hold.id, 'booking', b.id::text, p_now, v_happened)
    on conflict do nothing returning id
  ), commission as (
    insert into ledger_transfers (id, kind, debit_account, credit_account, amount, currency, code,
      cause_kind, cause_id, created_at, happened_at)
    select derived_id('booking.commission', b.id::text), 'transfer', hold.credit_account,
      '00000000-0000-7000-8000-000000000002'::uuid, v_commission, hold.currency, 'commission',
      'booking', b.id::text, p_now, v_happened
    from ended where v_commission > 0
  ), wallets as (
    update ledger_accounts a set
      debits_pending = a.debits_pending
        - case a.id when hold.debit_account then hold.amount else 0 end,
      credits_pending = a.credits_pending
        - case a.id when hold.credit_account then hold.amount else 0 end,
      debits_posted = a.debits_posted + case a.id
        when hold.debit_account then v_taken when hold.credit_account then v_commission else 0 end,
      credits_posted = a.credits_posted
        + case a.id when hold.credit_account then v_taken else 0 end
    from ended where a.id in (hold.debit_account, hold.credit_account) and a.balanced
  )
  select exists (select from ended) into v_ended;
  if not v_ended then raise exception 'booking %: its hold has ended before', b.id; end if;

  if v_payer_owes then
    perform ledger_repay(hold.debit_account, v_id, 0, 'booking', b.id::text, p_now, v_happened);
  end if;
  if v_payee_owes and v_taken > 0 then
    perform ledger_repay(hold.credit_account, v_id, 0, 'booking', b.id::text, p_now, v_happened);
  end if;
end $$;
