import { sql } from 'kysely'
import type { DriverMoney, MoneyFacts } from '#contract/booking-money.ts'
import { walletId } from '#server/modules/bank/ledger/index.ts'
import { type Reader, run } from '#server/platform/db/tx.ts'
import type { Part } from '#server/platform/paging.ts'

// Read only: these tables belong to ledger, bookings, trips, places and disputes.

/** Days before a period in which the journey of a direct payment of the period can have begun. */
const LATE_DECISION_DAYS = 60

/**
 * What the ledger posted to a driver since an instant, with the direct payments of journeys that
 * took place, one row for each movement. Without bookings in an open dispute.
 */
function earnedSince({ userId, since }: { userId: string; since: Date }) {
  const wallet = walletId(userId)
  return sql`
    (select * from (
      select t.cause_id::uuid as booking, t.happened_at as at,
        case t.code when 'fare' then t.amount else 0 end as gross,
        case t.code when 'fare' then 0 else -t.amount end as commission, 0::bigint as cash
      from ledger_transfers t
      where t.credit_account = ${wallet} and t.happened_at >= ${since}
        and t.kind in ('post', 'transfer') and t.code in ('fare', 'commission_return')
        and t.cause_kind = 'booking'
      union all
      select t.cause_id::uuid, t.happened_at,
        case t.code when 'fare_return' then -t.amount else 0 end,
        case t.code when 'commission' then t.amount else 0 end, 0
      from ledger_transfers t
      where t.debit_account = ${wallet} and t.happened_at >= ${since}
        and t.kind in ('post', 'transfer') and t.code in ('commission', 'fare_return')
        and t.cause_kind = 'booking'
      union all
      select t.cause_id::uuid, t.happened_at, -t.amount, 0, 0
      from ledger_transfers t
      where t.debit_account = derived_id('ledger.receivable.COP', ${userId}::text)
        and t.happened_at >= ${since} and t.code = 'fare_debt' and t.cause_kind = 'booking'
      union all
      select b.id, coalesce(b.checked_in_at, b.closed_at), b.fare_pesos, 0, b.fare_pesos
      from bookings b
      where b.driver_id = ${userId} and b.payment_mode = 'directo'
        and b.picks_up_at >= ${since}::timestamptz - ${LATE_DECISION_DAYS}::int * interval '1 day'
        and b.status in ('checked_in', 'completed')
        and coalesce(b.checked_in_at, b.closed_at) >= ${since}
    ) as m
    where not exists (select from disputes d where d.booking_id = m.booking
      and d.resolved_at is null)) as earned`
}

/** Sums what a driver earned since an instant. */
export function sumEarnedSince(reader: Reader, asked: { userId: string; since: Date }) {
  return run.row<DriverMoney>(reader, { gross: 0, commission: 0, cash: 0 })`
    select coalesce(sum(gross), 0)::bigint as gross,
      coalesce(sum(commission), 0)::bigint as commission, coalesce(sum(cash), 0)::bigint as cash
    from ${earnedSince(asked)}`
}

/** Lists the weeks (Mondays in Bogotá) since an instant in which a driver earned, net. */
export function listEarnedWeeks(reader: Reader, asked: { userId: string; since: Date }) {
  return run.rows<{ since: string; net: number }>(reader)`
    select to_char(date_trunc('week', at at time zone 'America/Bogota'), 'YYYY-MM-DD') as since,
      sum(gross - commission)::bigint as net
    from ${earnedSince(asked)} group by 1`
}

/** Columns of a booking `b` from which `contract/booking-money.ts` computes its money. */
const moneyFacts = sql`
  b.status, b.payment_mode as "paymentMode", b.fare_pesos as "farePesos",
  b.charged_pesos as "chargedPesos", b.commission_bp as "commissionBp",
  (b.status = 'no_show' and b.closed_at is null) or exists (
    select from disputes d where d.booking_id = b.id and d.resolved_at is null) as "inQuestion"`

/** Days after its pick-up within which a booking without a dispute is paid or ended. */
const OPEN_DAYS = 60

/** Lists the money of a driver's bookings that are not paid yet, and of those in question. */
export function listOpenMoney(reader: Reader, { userId, now }: { userId: string; now: Date }) {
  return run.rows<MoneyFacts>(reader)`
    select ${moneyFacts} from (
      select o.* from bookings o
      where o.driver_id = ${userId}
        and o.picks_up_at >= ${now}::timestamptz - ${OPEN_DAYS}::int * interval '1 day'
        and (o.status = 'confirmed' or (o.status = 'no_show' and o.closed_at is null))
      union
      select o.* from disputes d join bookings o on o.id = d.booking_id
      where d.resolved_at is null and o.driver_id = ${userId}
    ) as b`
}

/** Whether a trip `t` has a booking that the driver accepted. */
const taken = sql`exists (select from bookings x where x.trip_id = t.id
  and x.status not in ('requested', 'rejected', 'expired'))`

export async function countPaidTrips(reader: Reader, userId: string): Promise<number> {
  return run.value<{ total: number }>(reader, 0)`
    select count(*) as total from trips t where t.driver_id = ${userId} and ${taken}`
}

export type TripMoneyRow = MoneyFacts & {
  tripId: string
  departsAt: Date
  start: string
  finish: string
}

/** Lists the bookings of a page of a driver's trips, the latest departure first. */
export function listTripMoney(
  reader: Reader,
  { userId, limit, offset }: { userId: string } & Part,
) {
  return run.rows<TripMoneyRow>(reader)`
    select t.id as "tripId", t.departs_at as "departsAt", p.name as start, q.name as finish,
      ${moneyFacts}
    from (
      select t.* from trips t where t.driver_id = ${userId} and ${taken}
      order by t.departs_at desc, t.id desc limit ${limit} offset ${offset}
    ) as t
    join corridors c on c.id = t.corridor_id
    join places p on p.id = c.place_ids[1]
    join places q on q.id = c.place_ids[cardinality(c.place_ids)]
    join bookings b on b.trip_id = t.id and b.status not in ('requested', 'rejected', 'expired')
    order by t.departs_at desc, t.id desc`
}
