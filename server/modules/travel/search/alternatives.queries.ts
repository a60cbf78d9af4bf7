import { type RawBuilder, sql } from 'kysely'
import type { PaymentMode } from '#contract/trips.ts'
import { type Reader, run } from '#server/platform/db/tx.ts'
import { partPrice } from './choice.queries.ts'
import {
  boardsBetween,
  type FoundRow,
  foundColumns,
  onSale,
  partColumns,
  soldAtOnce,
  type Window,
} from './part-sale.queries.ts'

/** A journey that a driver failed; its passenger is `viewerId`. */
export type Lost = Window & {
  viewerId: string
  from: string
  to: string
  /** Departure that failed, and the price of one seat in pesos. */
  at: Date
  pesos: number
  paymentMode: PaymentMode
  /** Commission of the lost booking, in hundredths of a percent. */
  commissionBp: number
  /** Drivers who failed, and their cars: of one trip, or of both with a change. */
  driverIds: string[]
  vehicleIds: string[]
  womenOnly: boolean
  verifiedOnly: boolean
  /** Lists trips whose driver must answer first, instead of those booked at once. */
  needsAnswer?: boolean
  /** Lists this trip alone. */
  onlyTrip?: string | undefined
  /** The trip of the journey while its booking stands, which then crosses nothing. */
  standing?: string
}

/** Why a trip is only shown: the same driver's, or also for people whom the lost one left out. */
type Note = 'same_driver' | 'audience' | null

const ofTrip = ({ onlyTrip }: Lost) => (onlyTrip ? sql`and o.trip_id = ${onlyTrip}` : sql``)

/** Quarter of the day in Bogotá, from midnight. */
const quarter = (at: RawBuilder<unknown>) =>
  sql`(extract(hour from ${at} at time zone 'America/Bogota')::int / 6)`

/** Order in which alternatives are kept and shown. */
const bestFirst = ({ at }: Lost) => sql`
  note nulls first, ${quarter(sql`boards_at`)} <> ${quarter(sql`${at}::timestamptz`)}, differs,
  abs(extract(epoch from boards_at - ${at}::timestamptz)), trip_id`

type Hands = Pick<Lost, 'driverIds' | 'vehicleIds'>

/** Whether the trip `t` has a driver or car that failed, or is driven by the same hands. */
const sameHands = ({ driverIds, vehicleIds }: Hands) => sql`
  (case when t.driver_id = any (${driverIds}::uuid[]) or t.vehicle_id = any (${vehicleIds}::uuid[])
    then true else exists (select from unnest(${driverIds}::uuid[]) as failed (id)
      where ledger_same_hands(t.driver_id, failed.id)) end)`

/** In `directo`: whether the driver of part `d` has the commission, which booking holds. */
const hasCommission = ({ paymentMode, seats, commissionBp }: Lost) =>
  paymentMode === 'billetera'
    ? sql`true`
    : sql`
  coalesce((select a.credits_posted - a.debits_posted - a.debits_pending from ledger_accounts a
      where a.id = derived_id('ledger.wallet.COP', t.driver_id::text)), 0)
    >= ((${partPrice})::bigint * ${seats}::int * ${commissionBp}::int + 5000) / 10000`

/**
 * Lists trips that this passenger can book instead of a lost one, the best first: those
 * that can be kept, in the same quarter of the day, by difference of price and then of departure.
 */
export function listAlternatives(db: Reader, lost: Lost, limit: number) {
  return run.rows<FoundRow & { note: Note }>(db)`
    with p as materialized (
      select * from corridor_pairs where from_place = ${lost.from} and to_place = ${lost.to}
    ), d as materialized (
      select ${partColumns}
      from p join trips_on_sale o on o.corridor_id = p.corridor_id
      where ${boardsBetween(lost)} and ${onSale(lost)} ${ofTrip(lost)}
    ), c as materialized (
      select d.*, case when t.driver_id = any (${lost.driverIds}::uuid[]) then 'same_driver'
          when ${lost.womenOnly} and not trip_prefers(t.preferences, 'womenOnly')
            or ${lost.verifiedOnly} and not trip_prefers(t.preferences, 'verifiedOnly')
            then 'audience' end as note,
        abs(${partPrice} - ${lost.pesos}) as differs
      from d join trips t on t.id = d.trip_id join users v on v.id = ${lost.viewerId}
      where t.driver_id <> v.id and ${lost.paymentMode} = any (t.payment_modes)
        and ${hasCommission(lost)}
        and ${soldAtOnce(sql`d.declared`, sql`d`, lost.now)} <> ${lost.needsAnswer ?? false}
        and (t.driver_id = any (${lost.driverIds}::uuid[]) or not ${sameHands(lost)})
        and not (select apart from parties_apart(v.id, t.driver_id, t.id))
        and kept_out(v, t.id, ${lost.seats}::integer) is null
        and not exists (select from crossing_of(
          v.id, ${lost.standing ?? null}::uuid, d.boards_at,
          t.departs_at + make_interval(mins => d.to_minutes)))
      order by ${bestFirst(lost)} limit ${limit}
    )
    select c.note, ${foundColumns(lost.now)} from c join trips t on t.id = c.trip_id
    order by ${bestFirst(lost)}`
}

/** Which of some trips are of a driver, a car or hands that failed. */
export function listSameHands(db: Reader, tripIds: readonly string[], lost: Hands) {
  return run.values<{ id: string }>(db)`
    select t.id from trips t where t.id = any (${[...tripIds]}::uuid[]) and ${sameHands(lost)}`
}
