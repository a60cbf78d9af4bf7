-- Checks that the cause of a movement, or of the end of a hold, allows it.

-- Tells whether the cause of a movement allows it. p_now decides which money may be withdrawn.
create or replace function ledger_cause_fits(
  p_id uuid, p_kind text, payer ledger_accounts, payee ledger_accounts, p_amount bigint,
  p_code text, p_cause_kind text, p_cause_id text, p_now timestamptz
) returns boolean language plpgsql as $$
begin
  if p_cause_kind in ('fund_day', 'price', 'rescue') then
    return p_kind = 'transfer' and coalesce(
      fund_cause_fits(p_id, payer, payee, p_amount, p_code, p_cause_id, p_now), false);
  end if;
  return coalesce(case p_cause_kind
    when 'payment' then case p_code
      when 'topup_refund' then p_kind = 'pending'
        and ledger_refund_fits(p_id, payer, payee, p_amount, p_cause_id::uuid)
      else p_kind = 'transfer'
        and ledger_payment_fits(p_id, payer, payee, p_amount, p_code, p_cause_id::uuid) end
    when 'booking' then
      ledger_booking_fits(p_id, p_kind, payer, payee, p_amount, p_code, p_cause_id::uuid)
    when 'withdrawal' then
      ledger_withdrawal_fits(p_id, p_kind, payer, payee, p_amount, p_code, p_cause_id::uuid, p_now)
    when 'money_act' then p_kind = 'transfer'
      and ledger_credit_fits(p_id, payer, payee, p_amount, p_code, p_cause_id::uuid)
    when 'operator' then ledger_called_by_owner()
  end, false);
end $$;

-- Tells whether a payment allows this credit: once, to its owner, with the charged amount.
create or replace function ledger_payment_fits(
  p_id uuid, payer ledger_accounts, payee ledger_accounts, p_amount bigint, p_code text,
  p_payment uuid
) returns boolean language plpgsql as $$
begin
  if p_code = 'topup' then
    return payer.code = 'gateway:wompi' and payee.kind = 'wallet'
      and exists (
        select from payments p join payment_attempts a on a.payment_id = p.id
        where p.id = p_payment and p.user_id = payee.owner_id and p.amount_pesos = p_amount
          and a.status = 'APPROVED' and a.currency = 'COP'
          and a.amount_in_cents = p_amount * 100 and a.credit_transfer is null
          and p_id = derived_id('payment.credit', a.transaction_id))
      and not exists (
        select from ledger_transfers t
        where t.code = 'topup' and t.cause_kind = 'payment' and t.cause_id = p_payment::text);
  end if;
  return p_code = 'topup_reversal' and payee.code = 'gateway:wompi' and payer.kind = 'wallet'
    and exists (
      select from payments p join payment_attempts a on a.payment_id = p.id
      where p.id = p_payment and p.user_id = payer.owner_id and p.amount_pesos >= p_amount
        and a.status = 'VOIDED' and a.credit_transfer is not null
        and p_id = derived_id('payment.reversal', a.transaction_id));
end $$;

-- Whether this credit to a wallet was signed: of the company by two people, of the guarantee fund
-- by as many as its amount needs.
create or replace function ledger_credit_fits(
  p_id uuid, payer ledger_accounts, payee ledger_accounts, p_amount bigint, p_code text, p_act uuid
) returns boolean language plpgsql as $$
begin
  return payee.kind = 'wallet' and exists (
    select from money_acts m
    where m.id = p_act and m.outcome = 'done' and m.decided_by is distinct from m.proposed_by
      and m.user_id = payee.owner_id and m.pesos = p_amount
      and case m.kind
        when 'credit' then p_code = 'team_credit' and payer.code = 'company:credits'
          and p_id = derived_id('money_act.credit', m.id::text)
        when 'refund' then false
        else p_code = m.kind and payer.code = 'fund:guarantee'
          and p_id = derived_id('money_act.of_fund', m.id::text) end);
end $$;

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

-- Tells whether a booking allows this movement between these accounts, with this amount.
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

-- Whether money may be held for a withdrawal: once, with its amount, from the wallet of its person,
-- and from lots that can be withdrawn (`ledger_withdrawable`). The caller locks the wallet.
create or replace function ledger_withdrawal_fits(
  p_id uuid, p_kind text, payer ledger_accounts, payee ledger_accounts, p_amount bigint,
  p_code text, p_withdrawal uuid, p_now timestamptz
) returns boolean language plpgsql as $$
declare
  w record;
begin
  select user_id, amount_pesos, status, return_confirmed_by
    into w from withdrawals where id = p_withdrawal;
  if p_code = 'withdrawal_return' then
    return found and p_kind = 'transfer'
      and p_id = derived_id('withdrawal.return', p_withdrawal::text)
      and w.status = 'failed' and w.return_confirmed_by is not null
      and payer.code is not distinct from 'payouts:clearing' and w.amount_pesos = p_amount
      and payee.kind = 'wallet' and payee.owner_id = w.user_id
      and exists (select from ledger_transfers t
        where t.pending_id = derived_id('withdrawal.hold', p_withdrawal::text)
          and t.kind = 'post');
  end if;
  return found and p_kind = 'pending' and p_code = 'withdrawal'
    and p_id = derived_id('withdrawal.hold', p_withdrawal::text) and w.status = 'requested'
    and payer.kind = 'wallet' and payer.owner_id = w.user_id and w.amount_pesos = p_amount
    and payee.code is not distinct from 'payouts:clearing'
    and ledger_debt(w.user_id) = 0
    and (select withdrawable from ledger_withdrawable(w.user_id, p_now)) >= p_amount;
end $$;

-- Whether money may be held for the refund of a top-up: an open proposal, from the wallet of the
-- payer, and with all other refunds and reversals at most the amount that was paid.
create or replace function ledger_refund_fits(
  p_id uuid, payer ledger_accounts, payee ledger_accounts, p_amount bigint, p_payment uuid
) returns boolean language plpgsql as $$
begin
  return payer.kind = 'wallet' and payee.code = 'gateway:wompi'
    and exists (
      select from money_acts m join payments p on p.id = m.payment_id
      where p.id = p_payment and m.kind = 'refund' and m.outcome is null
        and p_id = derived_id('money_act.refund', m.id::text) and m.pesos = p_amount
        and p.status = 'approved' and p.user_id = payer.owner_id and m.user_id = p.user_id
        and ledger_refunded(p.id) <= p.amount_pesos);
end $$;

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

-- Whether the hold of a withdrawal may end so: taken when the gateway or two people say that it was
-- paid, returned when no money left or it came back.
create or replace function ledger_withdrawal_ends(
  hold ledger_transfers, p_id uuid, p_kind text, p_taken bigint, p_withdrawal uuid
) returns boolean language plpgsql as $$
declare
  w record;
begin
  select status, channel, result, confirmed_by, unanswered_at, amount_pesos
    into w from withdrawals where id = p_withdrawal;
  if not found or hold.id <> derived_id('withdrawal.hold', p_withdrawal::text)
     or p_id <> derived_id('withdrawal.' || p_kind, p_withdrawal::text) then
    return false;
  end if;
  if p_kind = 'post' then
    return w.status = 'paid' and p_taken = hold.amount and (
      w.channel = 'bank_file' and w.result = 'paid'
      or w.channel = 'gateway' and (
        w.unanswered_at is not null and w.result = 'paid' and w.confirmed_by is not null
        or exists (select from payout_transactions t where t.withdrawal_id = p_withdrawal
          and t.status = 'approved' and t.amount_in_cents = w.amount_pesos * 100)));
  end if;
  return w.status in ('rejected', 'cancelled') or w.status = 'failed' and (
    w.channel = 'bank_file' or not exists (select from payout_transactions t
      where t.withdrawal_id = p_withdrawal and t.status <> 'failed'));
end $$;

-- Whether the hold of a refund may end so: taken when two people signed, else returned when it was
-- refused.
create or replace function ledger_refund_ends(
  hold ledger_transfers, p_id uuid, p_kind text, p_taken bigint
) returns boolean language plpgsql as $$
declare
  m record;
begin
  select id, outcome, proposed_by, decided_by into m from money_acts
    where payment_id = hold.cause_id::uuid
      and derived_id('money_act.refund', id::text) = hold.id;
  if not found or p_id <> derived_id('money_act.' || p_kind, m.id::text) then return false; end if;
  if p_kind = 'void' then return m.outcome = 'refused'; end if;
  return m.outcome = 'done' and m.decided_by <> m.proposed_by and p_taken = hold.amount;
end $$;

-- Pesos of a top-up that the team returned or is about to return; refused refunds do not count.
create or replace function ledger_refunded(p_payment uuid) returns bigint
language sql stable as $$
  select coalesce(sum(pesos), 0)::bigint from money_acts
  where payment_id = p_payment and outcome is distinct from 'refused'
$$;

-- Whether two people share a card or account of top-ups, a device, or a payout account.
create or replace function ledger_same_hands(p_one uuid, p_other uuid) returns boolean
language sql stable as $$
  select exists (
      select from payments p join payment_attempts a on a.payment_id = p.id
      join payment_attempts b on b.payer_index = a.payer_index
      join payments q on q.id = b.payment_id
      where p.user_id = p_one and q.user_id = p_other and a.credit_transfer is not null
        and b.credit_transfer is not null)
    or exists (
      select from user_devices a join user_devices b on b.device_index = a.device_index
      where a.user_id = p_one and b.user_id = p_other)
    or exists (
      select from payout_accounts a join payout_accounts b on b.number_index = a.number_index
      where a.user_id = p_one and b.user_id = p_other)
$$;

-- Whether the owners of two wallets are the same hands, see ledger_same_hands.
create or replace function ledger_same_wallets(p_one uuid, p_other uuid) returns boolean
language sql stable as $$
  select ledger_same_hands(o.owner_id, t.owner_id) from ledger_accounts o, ledger_accounts t
  where o.id = p_one and t.id = p_other
$$;
