import type { z } from 'zod'
import type { EarningSum, TripEarnings, wallet } from '#contract/wallet.ts'
import { addMs, bogotaDate, DAY_MS, startOfBogotaDate } from '#server/platform/clock.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import {
  countPaidTrips,
  type EarningRow,
  listTripEarnings,
  sumEarnedSince,
  sumOpenEarnings,
  type TripPartRow,
} from './earnings.queries.ts'

const TRIPS_PER_PAGE = 10

/** Shows what a driver earned and will earn, less commission, in total and for each trip. */
export async function showEarnings(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { userId }: ActorId,
  { page = 1 }: { page?: number | undefined },
): Promise<z.input<typeof wallet.earnings.ok>> {
  const now = clock.now()
  const since = firstDays(now)
  const earned = async (day: string) =>
    sumOf(await sumEarnedSince(db, { userId, since: startOfBogotaDate(day) }))
  const open = await sumOpenEarnings(db, { userId, now })
  const part = (name: string) => sumOf(open.find((row) => row.part === name))
  const offset = (page - 1) * TRIPS_PER_PAGE
  const trips = await countPaidTrips(db, userId)
  return {
    week: { since: since.week, ...(await earned(since.week)) },
    month: { since: since.month, ...(await earned(since.month)) },
    toCome: part('toCome'),
    disputed: part('disputed'),
    trips: tripsOf(await listTripEarnings(db, { userId, limit: TRIPS_PER_PAGE, offset })),
    totalPages: Math.max(1, Math.ceil(trips / TRIPS_PER_PAGE)),
    page,
  }
}

/** Returns the Monday of the week and the first day of the month, in Bogotá. */
export function firstDays(now: Date): { week: string; month: string } {
  const today = bogotaDate(now)
  const sinceMonday = (new Date(`${today}T00:00:00.000Z`).getUTCDay() + 6) % 7
  return {
    week: bogotaDate(addMs(startOfBogotaDate(today), -sinceMonday * DAY_MS)),
    month: `${today.slice(0, 8)}01`,
  }
}

function sumOf(row: EarningRow = { gross: 0, commission: 0, cash: 0 }): EarningSum {
  const { gross, commission, cash } = row
  return { net: gross - commission, gross, commission, cash }
}

/** Groups rows of parts by trip, in their order. */
function tripsOf(rows: readonly TripPartRow[]): TripEarnings[] {
  const trips = new Map<string, TripEarnings>()
  for (const { tripId, departsAt, start, finish, part, ...sum } of rows) {
    const trip = trips.get(tripId) ?? {
      ...{ tripId, from: start, to: finish, departsAt: departsAt.toISOString() },
      ...{ earned: sumOf(), toCome: sumOf(), disputed: sumOf() },
    }
    trips.set(tripId, { ...trip, [part]: sumOf(sum) })
  }
  return [...trips.values()]
}
