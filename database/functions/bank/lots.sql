-- Lots: from where the pesos of a wallet came, and which of them may be withdrawn.

-- Lot of a credit. Top-ups by PSE, Nequi or Bancolombia mature in 3 days, by other methods in 30.
-- What the guarantee fund pays for a lost seat or for being stranded is an earning. Other credits,
-- also its covers, can only be spent on trips, unless two people marked one withdrawable.
create or replace function ledger_new_lot(
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
  if p_code in ('connection_pay', 'stranded_aid') then
    return row('earnings', p_cause, p_at, p_at + interval '24 hours', false, false,
      p_pesos)::wallet_lot;
  end if;
  if p_code = 'team_credit' and exists (
    select from money_acts m where m.id = p_cause::uuid and m.withdrawable)
  then
    return row('team', p_cause, p_at, p_at, false, false, p_pesos)::wallet_lot;
  end if;
  return row('team', p_cause, p_at, 'infinity', false, false, p_pesos)::wallet_lot;
end $$;

-- Changes of a wallet after an instant, as written. `freed`: amount that the end of a hold
-- returned. A scan is written days after it happened, so the index search starts 30 days earlier.
create or replace function ledger_wallet_rows(p_wallet uuid, p_since timestamptz)
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

-- Lots of a wallet, by replaying its rows of the last 90 days, or since the first credit by the
-- team, which may never mature. The balance before is one lot, a top-up of the first day: it has
-- matured, and is spent before younger lots. p_before: only rows before this number.
create or replace function ledger_wallet_lots(
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
    where credit_account = v_wallet and cause_kind in ('operator', 'money_act', 'rescue')
      and kind = 'transfer' and code not in ('connection_pay', 'stranded_aid');
  select v_free - coalesce(sum(case when w.incoming then w.pesos
      when w.kind in ('transfer', 'pending') then -w.pesos else w.freed end), 0)
    into v_free from ledger_wallet_rows(v_wallet, v_since) w;
  lots := array[row('earlier', null, v_since, v_since + interval '30 days', false, false,
    v_free)::wallet_lot];
  for r in select * from ledger_wallet_rows(v_wallet, v_since) loop
    exit when r.seq >= p_before;
    v_key := case when r.code in ('commission', 'commission_return') then 'commission'
      when r.cause_kind = 'rescue' then 'rescue' else 'fare' end || r.cause;
    if r.incoming and r.code in ('fare_return', 'fare_debt', 'commission_return',
      'withdrawal_return') then
      select * into lots, v_part from ledger_give_back(lots, v_taken -> v_key, r.pesos);
      v_taken := v_taken || jsonb_build_object(v_key, v_part);
    elsif r.incoming then
      lots := lots || ledger_new_lot(r.id, r.code, r.cause_kind, r.cause, r.hold, r.pesos, r.at,
        p_now, p_hops);
    elsif r.kind in ('transfer', 'pending') then
      select * into lots, v_part from ledger_take(lots, r.pesos, r.at, r.code = 'withdrawal',
        case when r.kind = 'transfer' or r.code = 'topup_refund' then r.cause end);
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

-- Takes pesos from lots. Spending takes top-ups first (immature ones before mature ones, the oldest
-- first) and earnings last, disputed earnings at the very end. A withdrawal takes mature undisputed
-- lots, earnings first. p_prefer is the cause of a lot that is taken before all others. Returns the
-- remaining lots and the pesos taken: [[number of the lot, pesos], ...].
create or replace function ledger_take(
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
  -- The lots cannot hold less than p_pesos unless rows from before `seq` are out of order; then the
  -- first lot takes the difference.
  lots[1].pesos := lots[1].pesos - v_left;
end $$;

-- Returns pesos to the lots that they were taken from, last taken first, with the old dates of
-- those lots. Pesos taken before the replayed window return to the first lot.
create or replace function ledger_give_back(
  inout lots wallet_lot[], inout taken jsonb, p_pesos bigint)
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

-- Lots from which a hold took its pesos, as they were when the hold was made.
create or replace function ledger_hold_lots(
  p_user uuid, p_hold uuid, p_pesos bigint, p_hops integer default 0)
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

-- Fares in a driver's wallet that finance must decide, with the remaining pesos of each.
create or replace function ledger_held_fares(p_user uuid, p_now timestamptz)
returns table (booking text, pesos bigint)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select l.cause, l.pesos from ledger_wallet_lots(p_user, p_now) as l where l.held
$$;

-- Whether a fare was paid with card money that could be charged back when held, with a credit for
-- travelling only, or with earnings from them, followed through two earlier earnings; older money
-- counts as such.
create or replace function ledger_paid_young(
  p_user uuid, p_hold uuid, p_pesos bigint, p_hops integer)
returns boolean language plpgsql stable as $$
begin
  return p_hops >= 2 or exists (
    select from ledger_hold_lots(p_user, p_hold, p_pesos, p_hops + 1) as l
    join ledger_transfers h on h.id = p_hold
    where l.origin in ('card', 'team') and l.matures_at > h.created_at
       or l.origin = 'earnings' and (l.held or l.matures_at > h.created_at
            and l.matures_at > l.since + interval '24 hours'));
end $$;

-- Pesos that a person may withdraw, and the pesos that cannot leave, by reason. `young`: not mature
-- yet; of these, `next_pesos` have matured at `next_at`: all lots of the minute in which the next
-- matures, because people read minutes. `travel_only`: credits by the team.
create or replace function ledger_withdrawable(
  p_user uuid, p_now timestamptz, out withdrawable bigint, out young bigint, out disputed bigint,
  out held bigint, out travel_only bigint, out next_at timestamptz, out next_pesos bigint
) language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with lots as materialized (
    select l.*, case when l.disputed then 'disputed' when l.held then 'held'
      when l.matures_at = 'infinity' then 'travel_only'
      when l.matures_at > p_now then 'young' else 'free' end as part
    from ledger_wallet_lots(p_user, p_now) as l
  ), first as (
    select date_trunc('minute', max(matures_at) + interval '59.999999 seconds') as at from lots
    where part = 'young' and matures_at < (
      select date_trunc('minute', min(matures_at)) + interval '1 minute' from lots
      where part = 'young')
  )
  select
    greatest(0, coalesce(sum(pesos) filter (where part = 'free'), 0)
      - ledger_debt(p_user))::bigint,
    coalesce(sum(pesos) filter (where part = 'young'), 0)::bigint,
    coalesce(sum(pesos) filter (where part = 'disputed'), 0)::bigint,
    coalesce(sum(pesos) filter (where part = 'held'), 0)::bigint,
    coalesce(sum(pesos) filter (where part = 'travel_only'), 0)::bigint,
    (select at from first),
    coalesce(sum(pesos) filter (where part = 'young' and matures_at <= first.at), 0)::bigint
  from first left join lots on true
$$;

-- Pesos of a withdrawal by origin, shown to finance.
create or replace function ledger_withdrawal_origins(p_withdrawal uuid)
returns table (origin text, pesos bigint)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select l.origin, sum(l.pesos)::bigint from ledger_transfers h
  join ledger_accounts a on a.id = h.debit_account
  cross join lateral ledger_hold_lots(a.owner_id, h.id, h.amount) as l
  where h.id = derived_id('withdrawal.hold', p_withdrawal::text)
  group by l.origin
$$;
