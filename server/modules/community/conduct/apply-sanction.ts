import { leaveWithRole } from '#server/modules/community/safety/index.ts'
import { findSanction, stands } from '#server/modules/people/standing/index.ts'
import { withdrawPassenger } from '#server/modules/travel/bookings/index.ts'
import { cancelPaused, reviewTrips } from '#server/modules/travel/trip-changes/index.ts'
import { addMs, HOUR_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { assert } from '#server/platform/errors.ts'
import { eachRowOrFail } from '#server/platform/jobs/each-row.ts'
import { listBookingsToReturn, listTripsToCancel } from './conduct.queries.ts'
import { listSeatsOfPaused } from './hearings.queries.ts'
import { reachOf, sanctionEffects } from './sanction-effects.ts'

/** As for the cancellation of paused trips: the driver can still sell the seats. */
const RETURNED_AHEAD_MS = 12 * HOUR_MS

/**
 * Applies a sanction or pause to a person's trips and bookings, except those under way, through the
 * functions that pause, cancel and refund, and gives back the incidents of an expelled colleague.
 * Safe to repeat and to interrupt; a sanction that was lifted meanwhile takes nothing more.
 */
export async function applySanction(deps: Deps, sanctionId: string): Promise<void> {
  const sanction = await findSanction(deps.db, sanctionId)
  assert(sanction && sanction.kind !== 'lifted', `no sanction ${sanctionId}`)
  const { userId, endsAt } = sanction
  if (sanction.kind === 'expelled') {
    await inTransaction(deps.db, (tx) => leaveWithRole(tx, deps, userId))
  }
  const effect = sanctionEffects[sanction.kind]
  // `reviewTrips` decides from the current standing of the driver which trips to pause.
  if (reachOf(effect.pausesTrips, endsAt)) await reviewTrips(deps, { driverId: userId })
  const trips = reachOf(effect.cancelsTrips, endsAt)
  const seats = reachOf(effect.returnsSeats, endsAt)
  const now = deps.clock.now()
  const dated = (reach: Date | 'everything') => (reach === 'everything' ? null : reach)
  if (trips) {
    const asked = { driverId: userId, now, until: dated(trips) }
    const cancel = async (id: string) => {
      if (!(await stands(deps.db, sanctionId))) return
      await cancelPaused(deps, { trip: { id, driverId: userId }, cause: 'conduct' })
    }
    const ids = await listTripsToCancel(deps.db, asked)
    await eachRowOrFail(ids, cancel, 'a trip of a barred driver is not cancelled')
  }
  if (seats) {
    const asked = { passengerId: userId, now, until: dated(seats) }
    const giveBack = async (bookingId: string) => {
      if (await stands(deps.db, sanctionId)) await withdrawPassenger(deps, { bookingId })
    }
    const ids = await listBookingsToReturn(deps.db, asked)
    await eachRowOrFail(ids, giveBack, 'a seat of a barred person does not return')
  }
}

/** Job: returns, fully refunded, seats of paused people 12 hours before the pick-up. Repeatable. */
export async function returnPausedSeats(deps: Deps): Promise<void> {
  const now = deps.clock.now()
  const until = addMs(now, RETURNED_AHEAD_MS)
  const ids = await listSeatsOfPaused(deps.db, { now, until })
  const giveBack = (bookingId: string) => withdrawPassenger(deps, { bookingId })
  await eachRowOrFail(ids, giveBack, 'a seat of a paused person does not return')
}
