import type { z } from 'zod'
import {
  type DriverMoney,
  driverMoney,
  type MoneyFacts,
  moneyPart,
} from '#contract/booking-money.ts'
import type { MoneyPart } from '#contract/booking-view.ts'
import type { EarningSum, TripEarnings, wallet } from '#contract/wallet.ts'
import { addMs, bogotaDate, DAY_MS, daysAfter, startOfBogotaDate } from '#server/platform/clock.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import type { ReadDeps } from '#server/platform/deps.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import {
  countPaidTrips,
  listEarnedWeeks,
  listOpenMoney,
  listTripMoney,
  sumEarnedSince,
  type TripMoneyRow,
} from './earnings.queries.ts'

const TRIPS_PER_PAGE = 10
const WEEKS_SHOWN = 8

/** Shows what a driver earned and will earn, less commission, in total and for each trip. */
export async function showEarnings(
  { db, clock }: ReadDeps,
  { userId }: ActorId,
  { page = 1 }: { page?: number | undefined },
): Promise<z.input<typeof wallet.earnings.ok>> {
  const now = clock.now()
  const since = firstDays(now)
  const earned = async (day: string) =>
    sumOf(await sumEarnedSince(db, { userId, since: startOfBogotaDate(day) }))
  const { toCome, disputed } = partsOf(await listOpenMoney(db, { userId, now }))
  const offset = (page - 1) * TRIPS_PER_PAGE
  const trips = await countPaidTrips(db, userId)
  return {
    week: { since: since.week, ...(await earned(since.week)) },
    month: { since: since.month, ...(await earned(since.month)) },
    weeks: await weeksOf(db, { userId, now }),
    toCome,
    disputed,
    trips: tripsOf(await listTripMoney(db, { userId, limit: TRIPS_PER_PAGE, offset })),
    totalPages: Math.max(1, Math.ceil(trips / TRIPS_PER_PAGE)),
    page,
  }
}

/** Net earnings of the last weeks, this one included; also of weeks without any. */
async function weeksOf(db: Reader, { userId, now }: { userId: string; now: Date }) {
  const monday = startOfBogotaDate(firstDays(now).week)
  const mondays = Array.from({ length: WEEKS_SHOWN }, (_, week) =>
    addMs(monday, (week + 1 - WEEKS_SHOWN) * 7 * DAY_MS),
  )
  const found = await listEarnedWeeks(db, { userId, since: mondays[0] ?? monday })
  return mondays.map((start) => {
    const since = bogotaDate(start)
    return { since, net: found.find((week) => week.since === since)?.net ?? 0 }
  })
}

/** Returns the Monday of the week and the first day of the month, in Bogotá. */
export function firstDays(now: Date): { week: string; month: string } {
  const today = bogotaDate(now)
  const sinceMonday = (new Date(`${today}T00:00:00.000Z`).getUTCDay() + 6) % 7
  return {
    week: daysAfter(today, -sinceMonday),
    month: `${today.slice(0, 8)}01`,
  }
}

function sumOf({ gross, commission, cash }: DriverMoney): EarningSum {
  return { net: gross - commission, gross, commission, cash }
}

/** Sums bookings by part; `disputed` is all that is in question. */
function partsOf(bookings: readonly MoneyFacts[]) {
  const sum = (part: MoneyPart) => {
    const total = { gross: 0, commission: 0, cash: 0 }
    for (const booking of bookings) {
      if (moneyPart(booking) !== part) continue
      const money = driverMoney(booking)
      total.gross += money.gross
      total.commission += money.commission
      total.cash += money.cash
    }
    return sumOf(total)
  }
  return { earned: sum('earned'), toCome: sum('to_come'), disputed: sum('in_question') }
}

/** Groups bookings by trip, in their order. */
function tripsOf(rows: readonly TripMoneyRow[]): TripEarnings[] {
  return [...Map.groupBy(rows, ({ tripId }) => tripId).values()].flatMap((bookings) => {
    const [first] = bookings
    if (!first) return []
    const { tripId, departsAt, start: from, finish: to } = first
    return { tripId, from, to, departsAt: departsAt.toISOString(), ...partsOf(bookings) }
  })
}
