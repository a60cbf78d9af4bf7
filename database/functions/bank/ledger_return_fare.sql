-- Returns the payments of a check-in that a person decided was wrong: the commission to the driver,
-- the fare to the passenger. What the driver's wallet lacks becomes a debt. Returns 'created',
-- 'same' or 'refused:cause_unsuitable', and the pesos that the driver still owes.
create or replace function ledger_return_fare(p_booking uuid, p_now timestamptz,
  out outcome text, out owed bigint
) language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  b bookings;
  paid ledger_transfers;
  share ledger_transfers;
  driver ledger_accounts;
  passenger ledger_accounts;
  receivable uuid;
  taken bigint;
  return_id uuid := derived_id('booking.fare_return', p_booking::text);
  debt_id uuid := derived_id('booking.fare_debt', p_booking::text);
  share_id uuid := derived_id('booking.commission_return', p_booking::text);
begin
  owed := 0;
  select bookings.* into b from bookings join disputes d on d.booking_id = bookings.id
    where bookings.id = p_booking and bookings.denied_at = d.opened_at
      and d.outcome = 'passenger' and d.resolved_at is not null;
  select * into paid from ledger_transfers
    where id = derived_id('booking.post', p_booking::text) and kind = 'post';
  if b.id is null or paid.id is null then
    outcome := 'refused:cause_unsuitable';
    return;
  end if;
  perform fund_lock(array[p_booking]);
  perform ledger_lock(derived_id('ledger.wallet.COP', b.driver_id::text),
    derived_id('ledger.wallet.COP', b.passenger_id::text));
  if exists (select from ledger_transfers where id in (return_id, debt_id, share_id)) then
    outcome := 'same';
    return;
  end if;
  outcome := 'created';
  share := paid;
  if b.payment_mode = 'billetera' then
    select * into share from ledger_transfers
      where id = derived_id('booking.commission', p_booking::text);
  end if;
  if share.id is not null then
    insert into ledger_transfers (id, kind, debit_account, credit_account, amount, currency, code,
        cause_kind, cause_id, created_at, happened_at)
      values (share_id, 'transfer', share.credit_account, share.debit_account, share.amount, 'COP',
        'commission_return', 'booking', p_booking::text, p_now, p_now);
    update ledger_accounts set credits_posted = credits_posted + share.amount
      where id = share.debit_account;
  end if;
  if b.payment_mode = 'billetera' then
    select * into driver from ledger_accounts where id = paid.credit_account;
    taken := greatest(0, least(paid.amount,
      driver.credits_posted - driver.debits_posted - driver.debits_pending));
    owed := paid.amount - taken;
    if taken > 0 then
      insert into ledger_transfers (id, kind, debit_account, credit_account, amount, currency,
          code, cause_kind, cause_id, created_at, happened_at)
        values (return_id, 'transfer', driver.id, paid.debit_account, taken, 'COP', 'fare_return',
          'booking', p_booking::text, p_now, p_now);
      update ledger_accounts set debits_posted = debits_posted + taken where id = driver.id;
    end if;
    if owed > 0 then
      receivable := derived_id('ledger.receivable.COP', b.driver_id::text);
      insert into ledger_accounts (id, kind, owner_id, currency, balanced, created_at)
        values (receivable, 'receivable', b.driver_id, 'COP', true, p_now)
        on conflict do nothing;
      perform from ledger_accounts where id = receivable for no key update;
      insert into ledger_transfers (id, kind, debit_account, credit_account, amount, currency,
          code, cause_kind, cause_id, created_at, happened_at)
        values (debt_id, 'transfer', receivable, paid.debit_account, owed, 'COP', 'fare_debt',
          'booking', p_booking::text, p_now, p_now);
      update ledger_accounts set debits_posted = debits_posted + owed where id = receivable;
      update ledger_accounts set owes = true where id = driver.id;
    end if;
    update ledger_accounts set credits_posted = credits_posted + paid.amount
      where id = paid.debit_account;
    perform fund_return_cover(p_booking, p_now, p_now);
    select * into passenger from ledger_accounts where id = paid.debit_account;
    if passenger.owes then
      perform ledger_repay(passenger.id, return_id, 0, 'booking', p_booking::text, p_now, p_now);
    end if;
  elsif share.id is not null then
    perform ledger_repay(share.debit_account, share_id, 0, 'booking', p_booking::text, p_now,
      p_now);
  end if;
end $$;
