-- Replaces the hold of a booking as its row says: returns the earlier one and makes the new one (h,
-- without an id for none). False, without writing, when the payer has too little free money. With
-- p_parts the caller holds the freed pesos again at once, so they pay no debt.
create or replace function ledger_replace_hold(
  p_old uuid, b bookings, h booking_hold, p_now timestamptz, p_parts boolean default false)
returns boolean language plpgsql as $$
declare
  old ledger_transfers;
  v_void uuid := derived_id('booking.replaced', p_old::text);
  v_payer uuid;
  v_payee uuid;
  v_free bigint;
  v_owes boolean;
  v_written integer;
begin
  select * into old from ledger_transfers where id = p_old and kind = 'pending';
  v_payer := coalesce(old.debit_account, h.debit);
  v_payee := coalesce(old.credit_account, h.credit);
  if h.id is not null and (h.debit, h.credit) <> (v_payer, v_payee) then
    raise exception 'booking %: its money is held between others', b.id;
  end if;
  perform fund_lock(array[b.id]);
  select max(locked.free) filter (where locked.id = v_payer),
    bool_or(locked.owes) filter (where locked.id = v_payer) into v_free, v_owes
  from (
    select id, owes, credits_posted - debits_posted - debits_pending as free from ledger_accounts
    where id in (v_payer, v_payee) and balanced order by id for no key update) as locked;
  if v_free + coalesce(old.amount, 0) < coalesce(h.pesos, 0) then return false; end if;

  with written as (
    insert into ledger_transfers (id, kind, debit_account, credit_account, amount, currency, code,
      pending_id, cause_kind, cause_id, created_at, happened_at)
    select v_void, 'void', old.debit_account, old.credit_account, old.amount, old.currency,
      old.code, old.id, 'booking', b.id::text, p_now, greatest(p_now, old.happened_at)
    where old.id is not null
    union all
    select h.id, 'pending', h.debit, h.credit, h.pesos, 'COP', h.code, null, 'booking', b.id::text,
      p_now, p_now
    where h.id is not null
    on conflict do nothing returning kind, amount
  ), wallets as (
    update ledger_accounts a set
      debits_pending = a.debits_pending + case a.id when v_payer then moved.pesos else 0 end,
      credits_pending = a.credits_pending + case a.id when v_payee then moved.pesos else 0 end
    from (
      select sum(case kind when 'void' then -amount else amount end)::bigint as pesos from written
    ) as moved
    where a.id in (v_payer, v_payee) and a.balanced
  )
  select count(*) into v_written from written;
  if v_written <> (old.id is not null)::integer + (h.id is not null)::integer then
    raise exception 'booking %: its hold has ended before', b.id;
  end if;
  if not p_parts then perform fund_return_cover(b.id, p_now, p_now); end if;
  if v_owes and not p_parts and old.amount > coalesce(h.pesos, 0) then
    perform ledger_repay(v_payer, v_void, 0, 'booking', b.id::text, p_now, p_now);
  end if;
  return true;
end $$;
