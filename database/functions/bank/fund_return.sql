-- Covers of the guarantee fund that come back to it, and what it gets each day.

-- Locks the fund if one of these bookings was taken with a cover, before all wallets.
create or replace function fund_lock(p_bookings uuid[]) returns void
language sql as $$
  select from ledger_accounts
  -- Counted, since the planner reads the whole table for a first row.
  where id = '00000000-0000-7000-8000-000000000007' and 0 < (
    select count(*) from bookings b
    join rescues r on r.new_booking_ids @> array[coalesce(b.part_of, b.id)]
    where b.id = any (p_bookings) and r.cover_pesos > 0)
  for no key update
$$;

-- Pesos of a rescue's new fares: held at first, and still held or paid. Given back seats count with
-- their booking.
create or replace function fund_fares(
  p_bookings uuid[], out first bigint, out kept bigint
) language sql stable as $$
  select coalesce(sum(f.amount) filter (where b.id = n.id), 0)::bigint, coalesce(sum(case
    when e.id is null then h.amount when e.kind = 'post' then e.amount - coalesce((
      select sum(t.amount) from ledger_transfers t
      where t.id in (derived_id('booking.fare_return', b.id::text),
        derived_id('booking.fare_debt', b.id::text))), 0) end), 0)::bigint
  from bookings n
  join bookings b on b.trip_id = n.trip_id and coalesce(b.part_of, b.id) = n.id
  left join ledger_transfers f on f.id = derived_id('booking.hold', b.id::text)
  left join ledger_transfers h on h.id = b.hold_id
  left join ledger_transfers e on e.pending_id = h.id
  where n.id = any (p_bookings)
$$;

-- Pesos of a cover that were returned to the fund.
create or replace function fund_returned(r rescues) returns bigint
language sql stable as $$
  select coalesce(sum(amount), 0)::bigint from ledger_transfers
  where debit_account = derived_id('ledger.wallet.COP', r.person_id::text)
    and happened_at >= r.created_at and code = 'rescue_return' and cause_id = r.booking_id::text
$$;

-- Returns to the fund the share of a cover that was just given back with the fare of p_booking.
-- Whatever gives a fare back calls it, before a debt is repaid. The caller has locked the fund
-- (`fund_lock`) and the wallet, and has written holds and ends.
create or replace function fund_return_cover(
  p_booking uuid, p_now timestamptz, p_happened_at timestamptz
) returns void language plpgsql as $$
declare
  r rescues;
  v_wallet uuid;
  v_returned bigint;
  v_due bigint;
begin
  select rescues.* into r from bookings b
  join rescues on new_booking_ids @> array[coalesce(b.part_of, b.id)]
  where b.id = p_booking and cover_pesos > 0;
  if not found then return; end if;
  v_wallet := derived_id('ledger.wallet.COP', r.person_id::text);
  v_returned := fund_returned(r);
  select least(r.cover_pesos - v_returned
      - r.cover_pesos * least(f.kept, f.first) / greatest(f.first, 1),
      a.credits_posted - a.debits_posted - a.debits_pending) into v_due
  from fund_fares(r.new_booking_ids) as f, ledger_accounts a where a.id = v_wallet;
  if v_due <= 0 then return; end if;
  perform fund_write_return(derived_id('rescue.return', r.booking_id::text, v_returned::text),
    v_wallet, v_due, r.booking_id::text, p_now, p_happened_at);
end $$;

-- Writes a return of a cover. The caller has locked the fund and the wallet.
create or replace function fund_write_return(
  p_id uuid, p_wallet uuid, p_pesos bigint, p_cause text, p_now timestamptz,
  p_happened_at timestamptz
) returns void language plpgsql as $$
declare
  v_fund uuid := '00000000-0000-7000-8000-000000000007';
begin
  insert into ledger_transfers (id, kind, debit_account, credit_account, amount, currency, code,
      cause_kind, cause_id, created_at, happened_at)
    values (p_id, 'transfer', p_wallet, v_fund, p_pesos, 'COP', 'rescue_return', 'rescue', p_cause,
      p_now, p_happened_at);
  update ledger_accounts set debits_posted = debits_posted + p_pesos where id = p_wallet;
  update ledger_accounts set credits_posted = credits_posted + p_pesos where id = v_fund;
end $$;

-- Pesos that the fund gets for a day in Bogotá: its share of the commission written on that day,
-- less what was returned; 0 before the day is over and once it was paid. A movement is written at
-- most 30 days after it happened.
create or replace function fund_share_of(p_day date, p_now timestamptz) returns bigint
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select greatest(0, coalesce(floor(sum(t.pesos) * fund_setting('share', day.starts) / 100), 0))
    ::bigint
  from (
    select p_day::timestamp at time zone 'America/Bogota' as starts,
      (p_day + 1)::timestamp at time zone 'America/Bogota' as ends) as day
  left join lateral (
    select amount as pesos, created_at, happened_at from ledger_transfers
    where credit_account = '00000000-0000-7000-8000-000000000002'
      and code = 'commission' and kind in ('transfer', 'post')
    union all
    select -amount, created_at, happened_at from ledger_transfers
    where debit_account = '00000000-0000-7000-8000-000000000002' and code = 'commission_return'
  ) as t on t.created_at >= day.starts and t.created_at < day.ends and day.ends <= p_now
    and t.happened_at >= day.starts - interval '30 days'
    and not exists (select from ledger_transfers
      where id = derived_id('fund.share', p_day::text))
  group by day.starts
$$;

-- Whether a movement of the fund has its cause: a day's share, once, of exactly its pesos; a sum of
-- the company that two people signed; a cover of at most what is covered now, to its passenger.
create or replace function fund_cause_fits(
  p_id uuid, payer ledger_accounts, payee ledger_accounts, p_amount bigint, p_code text,
  p_cause text, p_now timestamptz
) returns boolean language sql stable as $$
  select case p_code
    when 'fund_share' then payer.code = 'revenue:commission' and payee.code = 'fund:guarantee'
      and p_id = derived_id('fund.share', p_cause)
      and p_amount = fund_share_of(p_cause::date, p_now)
    when 'fund_open' then payer.code = 'company:credits' and payee.code = 'fund:guarantee'
      and p_id = derived_id('fund.open', p_cause)
      and exists (
        select from price_proposals
        where id = p_cause::uuid and kind = 'fund' and subject_id = 'open'
          and outcome = 'confirmed' and decided_by <> proposed_by and pesos = p_amount)
    when 'rescue_credit' then payer.code = 'fund:guarantee' and payee.kind = 'wallet'
      and p_id = derived_id('rescue.credit', p_cause)
      and exists (
        select from rescues where booking_id = p_cause::uuid and person_id = payee.owner_id
          and p_amount <= fund_cover(booking_id, fare_offered, p_now)) end
$$;
