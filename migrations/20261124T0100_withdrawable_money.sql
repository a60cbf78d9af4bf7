-- Withdrawable money. Every credit of a wallet is a lot with an origin and a date from which it may
-- be withdrawn (decision 135). Lots are not stored: they follow from the rows of the wallet.

-- The order in which rows of one wallet were written: each is inserted under the wallet's lock.
-- Clocks of processes differ, and rows of one transaction share created_at.
-- under traffic: no installation has rows yet.
alter table ledger_transfers add column seq bigint generated always as identity;
-- under traffic: no installation has rows yet.
create index ledger_transfers_by_operator on ledger_transfers (credit_account)
  where cause_kind = 'operator' and kind = 'transfer';

-- One credit of a wallet and what is left of it. `origin`: 'card' (also methods without a name
-- here), 'transfer' (PSE, Nequi, Bancolombia), 'earnings', 'team', or 'earlier' for everything
-- before the replayed window. `disputed`: the booking has an open dispute. `held`: finance decides,
-- since passenger and driver share a card, a device or an account.
create type wallet_lot as (
  origin text, cause text, since timestamptz, matures_at timestamptz, disputed boolean,
  held boolean, pesos bigint
);

-- Takes pesos from lots. Spending takes top-ups first (immature ones before mature ones, the oldest
-- first) and earnings last, disputed ones at the very end. A withdrawal takes mature undisputed
-- lots, earnings first. p_prefer is the cause of a lot that is taken before all others. Answers the
-- lots that are left and what was taken: [[number of the lot, pesos], ...].
create function ledger_take(
  inout lots wallet_lot[], p_pesos bigint, p_at timestamptz, p_withdraws boolean, p_prefer text,
  out taken jsonb
) language plpgsql immutable as $$
declare
  v_left bigint := p_pesos;
  v_part bigint;
  v_no integer;
begin
  taken := '[]';
  for v_no in
    select l.ordinality from unnest(lots) with ordinality as l where l.pesos > 0
    order by l.cause is distinct from p_prefer or p_prefer is null,
      p_withdraws and (l.matures_at > p_at or l.disputed or l.held),
      (l.origin = 'earnings') = not p_withdraws,
      l.disputed or l.held,
      l.matures_at <= p_at,
      l.since, l.ordinality
  loop
    exit when v_left = 0;
    v_part := least(v_left, lots[v_no].pesos);
    lots[v_no].pesos := lots[v_no].pesos - v_part;
    taken := taken || jsonb_build_array(jsonb_build_array(v_no, v_part));
    v_left := v_left - v_part;
  end loop;
  -- Never more than the wallet had: only rows from before `seq` may be out of order.
  lots[1].pesos := lots[1].pesos - v_left;
end $$;

-- Returns pesos to the lots that they were taken from, what was taken last first, and with the old
-- dates of those lots. What was taken before the window returns to its first lot.
create function ledger_give_back(inout lots wallet_lot[], inout taken jsonb, p_pesos bigint)
language plpgsql immutable as $$
declare
  v_left bigint := p_pesos;
  v_last integer;
  v_part bigint;
  v_no integer;
begin
  taken := coalesce(taken, '[]');
  while v_left > 0 and jsonb_array_length(taken) > 0 loop
    v_last := jsonb_array_length(taken) - 1;
    v_no := (taken -> v_last ->> 0)::integer;
    v_part := (taken -> v_last ->> 1)::bigint;
    taken := taken - v_last;
    if v_part > v_left then
      taken := taken || jsonb_build_array(jsonb_build_array(v_no, v_part - v_left));
      v_part := v_left;
    end if;
    lots[v_no].pesos := lots[v_no].pesos + v_part;
    v_left := v_left - v_part;
  end loop;
  lots[1].pesos := lots[1].pesos + v_left;
end $$;

-- What changed in a wallet after an instant, in the order in which it was written: credits, debits
-- and holds with their ends. `freed` is what the end of a hold returned to the payer. A scan is
-- written days after it happened at most, so 30 days earlier is far enough in the index.
create function ledger_wallet_rows(p_wallet uuid, p_since timestamptz)
returns table (
  seq bigint, id uuid, at timestamptz, incoming boolean, kind text, code text, cause_kind text,
  cause text, hold uuid, pesos bigint, freed bigint
) language sql stable as $$
  select t.seq, t.id, t.created_at, false, t.kind, t.code, t.cause_kind, t.cause_id,
    coalesce(t.pending_id, t.id), t.amount,
    case t.kind when 'post' then h.amount - t.amount else h.amount end
  from ledger_transfers t left join ledger_transfers h on h.id = t.pending_id
  where t.debit_account = p_wallet and t.happened_at > p_since - interval '30 days'
    and t.created_at > p_since
  union all
  select t.seq, t.id, t.created_at, true, t.kind, t.code, t.cause_kind, t.cause_id,
    coalesce(t.pending_id, t.id), t.amount, 0
  from ledger_transfers t
  where t.credit_account = p_wallet and t.happened_at > p_since - interval '30 days'
    and t.created_at > p_since and t.kind in ('transfer', 'post')
  order by 1
$$;

-- Whether two people share a card or account that top-ups came from, a device, or an account that
-- withdrawals go to.
create function ledger_same_hands(p_one uuid, p_other uuid) returns boolean
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

-- From when a fare may be withdrawn by its driver: 24 hours after it was posted. A fare paid from
-- card money that could still be charged back waits 7 days, unless the driver scanned the ticket
-- or typed its code and has done so on 5 trips or more. Between people who share a card, a device
-- or an account such a fare is held until finance closes its case. p_hops counts how far the money
-- was followed through earnings that were spent again.
create function ledger_earning(
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
  held := ledger_same_hands(b.driver_id, b.passenger_id) and not exists (
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

-- The lot that a credit makes. Top-ups by PSE, Nequi or Bancolombia mature 3 days after approval,
-- by card or any other method 30 days. Other credits are the team's, which are for travelling only.
create function ledger_new_lot(
  p_id uuid, p_code text, p_cause_kind text, p_cause text, p_hold uuid, p_pesos bigint,
  p_at timestamptz, p_now timestamptz, p_hops integer
) returns wallet_lot language plpgsql stable as $$
declare
  v_method text;
  e record;
begin
  if p_code = 'fare' then
    select * into e from ledger_earning(
      case p_cause_kind when 'booking' then p_cause::uuid end, p_hold, p_pesos, p_at, p_now,
      p_hops);
    return row('earnings', p_cause, p_at, e.matures_at, e.disputed, e.held, p_pesos)::wallet_lot;
  end if;
  if p_code = 'topup' then
    select a.method into v_method from payment_attempts a
      where a.payment_id = p_cause::uuid and a.credit_transfer = p_id;
    if v_method in ('PSE', 'NEQUI', 'BANCOLOMBIA', 'BANCOLOMBIA_TRANSFER', 'BANCOLOMBIA_QR',
                    'BANCOLOMBIA_COLLECT') then
      return row('transfer', p_cause, p_at, p_at + interval '3 days', false, false,
        p_pesos)::wallet_lot;
    end if;
    return row('card', p_cause, p_at, p_at + interval '30 days', false, false,
      p_pesos)::wallet_lot;
  end if;
  return row('team', p_cause, p_at, 'infinity', false, false, p_pesos)::wallet_lot;
end $$;

-- The lots of a person's wallet, by replaying its rows of the last 90 days, or since the first
-- credit by the team. What was there before is one lot, which counts as a top-up of that day: it
-- has matured by now, and is spent before younger ones. p_before: only rows before this one.
create function ledger_wallet_lots(
  p_user uuid, p_now timestamptz, p_before bigint default null, p_hops integer default 0
) returns setof wallet_lot language plpgsql stable as $$
declare
  v_wallet uuid := derived_id('ledger.wallet.COP', p_user::text);
  v_since timestamptz;
  v_free bigint;
  v_taken jsonb := '{}';
  v_key text;
  v_part jsonb;
  lots wallet_lot[];
  r record;
begin
  select credits_posted - debits_posted - debits_pending into v_free
    from ledger_accounts where id = v_wallet;
  if not found then return; end if;
  select least(p_now - interval '90 days', min(created_at) - interval '1 second') into v_since
    from ledger_transfers
    where credit_account = v_wallet and cause_kind = 'operator' and kind = 'transfer';
  select v_free - coalesce(sum(case when w.incoming then w.pesos
      when w.kind in ('transfer', 'pending') then -w.pesos else w.freed end), 0)
    into v_free from ledger_wallet_rows(v_wallet, v_since) w;
  lots := array[row('earlier', null, v_since, v_since + interval '30 days', false, false,
    v_free)::wallet_lot];
  for r in select * from ledger_wallet_rows(v_wallet, v_since) loop
    exit when r.seq >= p_before;
    v_key := case when r.code in ('commission', 'commission_return') then 'commission'
      else 'fare' end || r.cause;
    if r.incoming and r.code in ('fare_return', 'fare_debt', 'commission_return') then
      select * into lots, v_part from ledger_give_back(lots, v_taken -> v_key, r.pesos);
      v_taken := v_taken || jsonb_build_object(v_key, v_part);
    elsif r.incoming then
      lots := lots || ledger_new_lot(r.id, r.code, r.cause_kind, r.cause, r.hold, r.pesos, r.at,
        p_now, p_hops);
    elsif r.kind in ('transfer', 'pending') then
      select * into lots, v_part from ledger_take(lots, r.pesos, r.at, r.code = 'withdrawal',
        case r.kind when 'transfer' then r.cause end);
      v_taken := v_taken || jsonb_build_object(
        case r.kind when 'pending' then r.hold::text else v_key end, v_part);
    else
      select * into lots, v_part
        from ledger_give_back(lots, v_taken -> r.hold::text, r.freed);
      v_taken := v_taken - r.hold::text || jsonb_build_object(v_key, v_part);
    end if;
  end loop;
  return query select l.* from unnest(lots) as l where l.pesos <> 0;
end $$;

-- From which lots a hold took its pesos, as they were when it was made.
create function ledger_hold_lots(p_user uuid, p_hold uuid, p_pesos bigint, p_hops integer default 0)
returns setof wallet_lot language plpgsql stable as $$
declare
  h ledger_transfers;
  lots wallet_lot[];
  v_taken jsonb;
begin
  select * into h from ledger_transfers where id = p_hold;
  lots := array(select l from ledger_wallet_lots(p_user, h.created_at, h.seq, p_hops) as l);
  if cardinality(lots) = 0 then return; end if;
  select t.taken into v_taken
    from ledger_take(lots, p_pesos, h.created_at, h.code = 'withdrawal', null) as t;
  return query select l.origin, l.cause, l.since, l.matures_at, l.disputed, l.held,
      (part ->> 1)::bigint
    from jsonb_array_elements(v_taken) as part
    cross join lateral (select (lots[(part ->> 0)::integer]).*) as l;
end $$;

-- Whether a fare was paid from card money that could still be charged back when it was held, or
-- from earnings that came of such money. The money is followed through two earlier earnings;
-- whatever lies behind counts as such.
create function ledger_paid_young(p_user uuid, p_hold uuid, p_pesos bigint, p_hops integer)
returns boolean language plpgsql stable as $$
begin
  return p_hops >= 2 or exists (
    select from ledger_hold_lots(p_user, p_hold, p_pesos, p_hops + 1) as l
    join ledger_transfers h on h.id = p_hold
    where l.origin = 'card' and l.matures_at > h.created_at
       or l.origin = 'earnings' and (l.held or l.matures_at > h.created_at
            and l.matures_at > l.since + interval '24 hours'));
end $$;

-- What a person may withdraw, and why not the rest; pesos. `young`: not mature yet, of which
-- `next_pesos` are from `next_at`. `travel_only`: credits by the team.
create function ledger_withdrawable(
  p_user uuid, p_now timestamptz, out withdrawable bigint, out young bigint, out disputed bigint,
  out held bigint, out travel_only bigint, out next_at timestamptz, out next_pesos bigint
) language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with lots as materialized (
    select l.*, case when l.disputed then 'disputed' when l.held then 'held'
      when l.matures_at = 'infinity' then 'travel_only'
      when l.matures_at > p_now then 'young' else 'free' end as part
    from ledger_wallet_lots(p_user, p_now) as l
  ), first as (
    select min(matures_at) as at from lots where part = 'young'
  )
  select
    greatest(0, coalesce(sum(pesos) filter (where part = 'free'), 0)
      - ledger_debt(p_user))::bigint,
    coalesce(sum(pesos) filter (where part = 'young'), 0)::bigint,
    coalesce(sum(pesos) filter (where part = 'disputed'), 0)::bigint,
    coalesce(sum(pesos) filter (where part = 'held'), 0)::bigint,
    coalesce(sum(pesos) filter (where part = 'travel_only'), 0)::bigint,
    (select at from first),
    coalesce(sum(pesos) filter (where part = 'young' and matures_at = first.at), 0)::bigint
  from first left join lots on true
$$;

-- Fares in a driver's wallet that wait for finance, with what is left of each.
create function ledger_held_fares(p_user uuid, p_now timestamptz)
returns table (booking text, pesos bigint)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select l.cause, l.pesos from ledger_wallet_lots(p_user, p_now) as l where l.held
$$;

-- Where the money of a withdrawal came from, for finance: pesos by origin.
create function ledger_withdrawal_origins(p_withdrawal uuid)
returns table (origin text, pesos bigint)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select l.origin, sum(l.pesos)::bigint from ledger_transfers h
  join ledger_accounts a on a.id = h.debit_account
  cross join lateral ledger_hold_lots(a.owner_id, h.id, h.amount) as l
  where h.id = derived_id('withdrawal.hold', p_withdrawal::text)
  group by l.origin
$$;

-- As before, by lots instead of the age of earnings alone.
create or replace function ledger_withdrawal_fits(
  p_id uuid, p_kind text, payer ledger_accounts, payee ledger_accounts, p_amount bigint,
  p_code text, p_withdrawal uuid, p_now timestamptz
) returns boolean language plpgsql as $$
declare
  w record;
begin
  select user_id, amount_pesos, status into w from withdrawals where id = p_withdrawal;
  return found and p_kind = 'pending' and p_code = 'withdrawal'
    and p_id = derived_id('withdrawal.hold', p_withdrawal::text) and w.status = 'requested'
    and payer.kind = 'wallet' and payer.owner_id = w.user_id and w.amount_pesos = p_amount
    and payee.code is not distinct from 'payouts:clearing'
    and ledger_debt(w.user_id) = 0
    and (select withdrawable from ledger_withdrawable(w.user_id, p_now)) >= p_amount;
end $$;

-- under traffic: `ledger_withdrawable` takes its place; nobody has a release before.
drop function ledger_young_earnings(uuid, timestamptz);
