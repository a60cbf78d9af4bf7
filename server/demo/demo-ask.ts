// A passenger whose driver fails where no car can be booked at once, and the driver who is asked.
import { emailKey } from '#contract/email-address.ts'
import { cancelTripByTeam } from '#server/modules/office/desk/index.ts'
import { addMs, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import type { Deps } from '#server/platform/deps.ts'
import { countAhead, isCarSought, listKnownDrivers, listNextTrips } from './demo.queries.ts'
import { findDemoId } from './demo-people.ts'
import { bookWhole, ifAllowed, publishDrive, quarterAfter, topUpForSeat } from './demo-today.ts'
import { asked, failing, staff, stranded } from './people.ts'

/** Montería and Sincelejo: no line of the timetable passes both. */
const ROAD = ['23001', '70001'] as const
/**
 * The failed pick-up is this far ahead, or up to a quarter of an hour more: within three hours
 * drivers are asked at night, too (docs/decisions/0078).
 */
const FAILS_MS = 2.5 * HOUR_MS
/** The car that is asked leaves this long after the failed one, if it is not published yet. */
const LATER_MS = HOUR_MS
/** An asked car leaves at least this long from now, and at most this long after the failed one. */
const [SOONEST_MS, LATEST_MS] = [70 * MINUTE_MS, 6 * HOUR_MS]

/** Accounts whose press asks the question again. */
export const askedTogether: readonly string[] = [stranded.email, asked.email]

/**
 * Lets a driver fail the stranded passenger by the team, which leaves no mark and opens no case
 * however often it happens; the job of connections then asks the driver by request. Does nothing
 * while a car is sought for her or she has one, and leaves out what the rules refuse: a driver is
 * asked at most twice a day. Called by each start and by a press of the two. Safe to repeat.
 */
export async function demoAsk(deps: Deps): Promise<void> {
  const now = deps.clock.now()
  const passengerId = await findDemoId(deps, stranded)
  const supportId = await findDemoId(deps, staff[2])
  if (!passengerId || !supportId || (await isCarSought(deps.db, { passengerId, now }))) return
  if ((await countAhead(deps.db, { passengerId, status: 'confirmed', from: now })) > 0) return
  await topUpForSeat(deps, passengerId)
  const failsAt = quarterAfter(deps, FAILS_MS)
  const window = { from: addMs(now, SOONEST_MS), until: addMs(failsAt, LATEST_MS) }
  const other = await tripOf(deps, asked, addMs(failsAt, LATER_MS), window)
  const near = { from: addMs(failsAt, -MINUTE_MS), until: addMs(failsAt, MINUTE_MS) }
  const tripId = other && (await tripOf(deps, failing, failsAt, near))
  if (!tripId || !(await bookWhole(deps, passengerId, tripId))) return
  const reason = 'Llamó el conductor: se le dañó el carro y hoy no puede salir.'
  await ifAllowed(cancelTripByTeam(deps, { userId: supportId }, { tripId, reason }))
}

/** Finds the driver's trip in the window, or publishes one. */
async function tripOf(
  deps: Deps,
  who: typeof asked,
  departsAt: Date,
  window: { from: Date; until: Date },
): Promise<string | undefined> {
  const [car] = await listKnownDrivers(deps.db, [emailKey(who.email)])
  if (!car) return undefined
  const own = { driverId: car.userId, ...window, limit: 1 }
  const [known] = await listNextTrips(deps.db, own)
  return known ?? (await ifAllowed(publishDrive(deps, car, { who, stops: ROAD, departsAt })))
}
