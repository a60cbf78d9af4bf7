-- The guarantee fund: what it pays when a driver failed and the passenger takes another car. Its
-- account has the lowest id of all that carry totals, so it is locked before every wallet.

-- A setting of the fund, in force on the day of p_now in Bogotá: `share` of the commission and
-- `cover_percent` of the old fare in per cent, `cover_max` in pesos. Two people change it.
create or replace function fund_setting(p_name text, p_now timestamptz) returns bigint
language sql stable as $$
  select coalesce((
    select pesos from price_proposals
    where kind = 'fund' and subject_id = p_name and outcome = 'confirmed'
      and valid_from <= (p_now at time zone 'America/Bogota')::date
    order by valid_from desc, decided_at desc, id desc limit 1),
    case p_name when 'share' then 15 when 'cover_percent' then 30 when 'cover_max' then 30000 end)
$$;

-- Whether two people may be one, or share money: the card of a top-up, device, payout account,
-- proved phone, number or photo of a document.
create or replace function fund_same_hands(p_one uuid, p_other uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p_one = p_other or ledger_same_hands(p_one, p_other)
    or exists (
      select from users a, users b
      where a.id = p_one and b.id = p_other and (
        a.identification_index = b.identification_index
        or a.phone_index = b.phone_index
          and (a.phone_proved_at is not null or b.phone_proved_at is not null)))
    or exists (
      select from documents x join documents y on y.sha256 = x.sha256
      where x.owner_id = p_one and y.owner_id = p_other
        and x.kind in ('identity_front', 'identity_back')
        and y.kind in ('identity_front', 'identity_back'))
$$;

-- Drivers of all trips that the offer of a rescue names.
create or replace function fund_drivers(p_offer jsonb) returns uuid[]
language sql stable as $$
  select array_agg(distinct driver_id) from trips where id in (
    select (trip #>> '{}')::uuid from jsonb_path_query(p_offer, '$.**.tripId') as trip)
$$;

-- State of the fund: pesos in it; pesos of covers that the month still allows, which are its share
-- and half of the balance; whether covers are paid, which needs 20 average ones (of the last 100,
-- half of the largest before the first).
create or replace function fund_state(
  p_now timestamptz, out balance bigint, out month_left bigint, out covers boolean
) language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_fund uuid := '00000000-0000-7000-8000-000000000007';
  v_month timestamptz := date_trunc('month', p_now, 'America/Bogota');
begin
  select credits_posted - debits_posted into balance from ledger_accounts where id = v_fund;
  select balance / 2 + coalesce((
      select sum(amount) from ledger_transfers
      where credit_account = v_fund and code = 'fund_share' and happened_at >= v_month), 0)
    - coalesce((
      select sum(amount) from ledger_transfers
      where debit_account = v_fund and code = 'rescue_credit' and happened_at >= v_month), 0)
    into month_left;
  select balance >= 20 * coalesce(avg(amount), fund_setting('cover_max', p_now) / 2) into covers
  from (select amount from ledger_transfers
        where debit_account = v_fund and code = 'rescue_credit'
        order by happened_at desc, id desc limit 100) as last;
end $$;
