import { cancelTrip, withdrawPassenger } from '#server/domains/bookings/bookings.public.ts'
import { findSanction } from '#server/domains/sanctions/sanctions.public.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import { bookingsToReturn, tripsToCancel } from './conduct.queries.ts'
import { reachOf, sanctionEffects } from './sanction-effects.ts'

/** Told to passengers; it does not say why. */
const REASON = 'El conductor no puede hacer este viaje.'

/**
 * Does to the trips and bookings of a person what the sanction says, by the functions that cancel
 * and refund them always. What has begun is left to end. Safe to repeat and to interrupt.
 */
export async function applySanction(deps: Deps, sanctionId: string): Promise<void> {
  const sanction = await findSanction(deps.db, sanctionId)
  assert(sanction && sanction.kind !== 'lifted', `no sanction ${sanctionId}`)
  const { userId, endsAt } = sanction
  const effect = sanctionEffects[sanction.kind]
  const trips = reachOf(effect.cancelsTrips, endsAt)
  const seats = reachOf(effect.returnsSeats, endsAt)
  const now = deps.clock.now()
  const dated = (reach: Date | 'everything') => (reach === 'everything' ? null : reach)
  if (trips) {
    const asked = { driverId: userId, now, until: dated(trips) }
    for (const tripId of await tripsToCancel(deps.db, asked)) await cancel(deps, userId, tripId)
  }
  if (seats) {
    const asked = { passengerId: userId, now, until: dated(seats) }
    for (const bookingId of await bookingsToReturn(deps.db, asked)) {
      await withdrawPassenger(deps, { bookingId })
    }
  }
}

/** A trip with somebody aboard is driven to its end. */
async function cancel(deps: Deps, userId: string, tripId: string): Promise<void> {
  try {
    await cancelTrip(deps, { userId }, { tripId, reason: REASON, isSanction: true })
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'trip_not_cancellable') throw error
  }
}
