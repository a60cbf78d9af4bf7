// What somebody who tries Cupo needs at this hour: a trip to book and to board now.

import { emailKey } from '#contract/email-address.ts'
import { walletTotals } from '#server/modules/bank/ledger/index.ts'
import { bookSeat, cancelTrip } from '#server/modules/travel/bookings/index.ts'
import { findTripFacts, publishTrip, stopId } from '#server/modules/travel/trips/index.ts'
import { addMs, bogotaDate, DAY_MS, HOUR_MS, hoursOn, MINUTE_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { derivedId } from '#server/platform/ids.ts'
import { countAhead, listKnownDrivers, listNextTrips } from './demo.queries.ts'
import { type DemoCar, findDemoId } from './demo-people.ts'
import { offerOf, planTrips } from './demo-trips.ts'
import { BUSY_ENDS, type Drive, WAY } from './lines.ts'
import { openingBalance } from './opening-balance.queries.ts'
import { carlos, passengers } from './people.ts'

/** The printed driver leaves on a quarter of an hour, at least this long from now. */
const AHEAD_MS = 75 * MINUTE_MS
const QUARTER_MS = 15 * MINUTE_MS
/** The passenger's own bookings are at least this far ahead, so that today is free for another. */
const FREE_MS = 36 * HOUR_MS
/** The printed passenger has at least so many pesos, for a seat more. */
const ENOUGH_PESOS = 150_000
/** Trips tried for a booking: the first ones can be full, or overlap another one. */
const TRIES = 60

/**
 * Gives the printed driver a trip that departs within two hours, and the printed passenger money, a
 * confirmed seat and one that waits for a driver's answer. Called by each start and by each
 * demonstration sign-in; safe to repeat. What the rules refuse is left out.
 */
export async function demoToday(deps: Deps): Promise<void> {
  const now = deps.clock.now()
  const [driver] = await listKnownDrivers(deps.db, [emailKey(carlos.email)])
  const passengerId = await findDemoId(deps, passengers[0])
  if (!driver || !passengerId) return
  await topUpForSeat(deps, passengerId)
  const { userId: driverId } = driver
  const soon = { driverId, from: now, until: addMs(now, 2 * HOUR_MS), limit: 1 }
  if ((await listNextTrips(deps.db, soon)).length === 0) await ifAllowed(publishSoon(deps, driver))
  const ahead = { from: addMs(now, FREE_MS), until: addMs(now, 10 * DAY_MS), limit: TRIES }
  for (const [status, of] of [['confirmed', { driverId }] as const, ['requested', {}] as const]) {
    if ((await countAhead(deps.db, { passengerId, status, from: now })) > 0) continue
    for (const tripId of await listNextTrips(deps.db, { ...ahead, ...of })) {
      if (await bookWhole(deps, passengerId, tripId)) break
    }
  }
  await failOnce(deps, passengerId)
}

/** Adds money to a wallet that lacks it for one seat more. */
export async function topUpForSeat(deps: Deps, userId: string): Promise<void> {
  const now = deps.clock.now()
  if ((await walletTotals(deps.db, userId)).available >= ENOUGH_PESOS) return
  const paymentId = derivedId('demo.today', userId, now.toISOString())
  const paid = { userId, pesos: ENOUGH_PESOS, method: 'PSE', now }
  await inTransaction(deps.db, (tx) => openingBalance(tx, { paymentId, ...paid }))
}

/** Hours of the next morning, when most trips leave, so that another car is found. */
const MORNING = [7, 13] as const

/**
 * A driver of tomorrow morning fails the printed passenger once, so that another car is kept. It is
 * one of the line with more than six trips a day, so that every line still has six.
 */
async function failOnce(deps: Deps, passengerId: string): Promise<void> {
  const from = deps.clock.now()
  if ((await countAhead(deps.db, { passengerId, status: 'trip_cancelled', from })) > 0) return
  const morning = hoursOn(bogotaDate(addMs(from, DAY_MS)), ...MORNING)
  const soon = { from: morning.from, until: morning.to, limit: TRIES }
  const neverFailed = passengerId
  for (const tripId of await listNextTrips(deps.db, { ...soon, instant: true, neverFailed })) {
    const trip = await findTripFacts(deps.db, tripId)
    const ends = [trip?.places[0]?.placeId, trip?.places.at(-1)?.placeId]
    if (!trip || !BUSY_ENDS.every((end) => ends.includes(end))) continue
    if (!(await bookWhole(deps, passengerId, tripId))) continue
    await ifAllowed(cancelTrip(deps, { userId: trip.driverId }, { tripId }))
    return
  }
}

function publishSoon(deps: Deps, car: DemoCar): Promise<string | undefined> {
  return publishDrive(deps, car, {
    who: carlos,
    stops: WAY,
    departsAt: quarterAfter(deps, AHEAD_MS),
  })
}

/** The first quarter of an hour that is at least `ms` ahead. */
export function quarterAfter({ clock }: Pick<Deps, 'clock'>, ms: number): Date {
  return new Date(Math.ceil((clock.now().getTime() + ms) / QUARTER_MS) * QUARTER_MS)
}

/** Publishes one drive as its driver does; returns the id of the trip. */
export async function publishDrive(
  deps: Deps,
  car: DemoCar,
  drive: Drive,
): Promise<string | undefined> {
  const [planned] = await planTrips(deps, new Map([[drive.who.email, car]]), [drive])
  return planned && (await publishTrip(deps, car, offerOf(planned))).id
}

/** Books one seat for the whole way; false if the rules refuse it. */
export async function bookWhole(deps: Deps, passengerId: string, tripId: string): Promise<boolean> {
  const trip = await findTripFacts(deps.db, tripId)
  if (!trip) return false
  const [fromStopId, toStopId] = [stopId(tripId, 0), stopId(tripId, trip.places.length - 1)]
  const asked = { seats: 1, paymentMode: 'billetera', idempotencyKey: `demo-${tripId}` } as const
  // A refusal is expected: the wallet is too small or the traveller has another trip.
  const where = { tripId, fromStopId, toStopId }
  const booked = await ifAllowed(bookSeat(deps, { userId: passengerId }, { ...where, ...asked }))
  return booked !== undefined
}

/** Undefined for work that a rule refuses. */
export async function ifAllowed<T>(work: Promise<T>): Promise<T | undefined> {
  return await work.catch((error: unknown) => {
    if (error instanceof AppError) return undefined
    throw error
  })
}
