import type { WaitingRating } from '#contract/ratings.ts'
import { findPeople } from '#server/modules/people/users/index.ts'
import { findFactsOf, listBookingRows } from '#server/modules/travel/bookings/index.ts'
import { findTripsFacts, placeAt } from '#server/modules/travel/trips/index.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import type { ReadDeps } from '#server/platform/deps.ts'
import { assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { RATING_MS, sidesOf, windowOf } from './rating.ts'
import { presentParty } from './ratings.present.ts'
import { listUnratedSince } from './ratings.queries.ts'

/** Maximum of waiting ratings on a screen. */
const WAITING_MAX = 20
/** Upper bound of the duration of a journey. */
const JOURNEY_MS = 3 * DAY_MS

/** Lists journeys that the person can still rate, the latest first. */
export async function listWaiting(
  { db, clock }: ReadDeps,
  { userId }: ActorId,
): Promise<WaitingRating[]> {
  const now = clock.now()
  const since = addMs(now, -RATING_MS - JOURNEY_MS)
  const ids = await listUnratedSince(db, { userId, since, now, limit: WAITING_MAX })
  if (ids.length === 0) return []
  const [bookings, facts] = await Promise.all([listBookingRows(db, ids), findFactsOf(db, ids)])
  const open = bookings.flatMap((booking) => {
    const window = windowOf(booking, now, facts.get(booking.id))
    const sides = sidesOf(booking, userId)
    const isOpen = window?.outcome === 'travelled' && now < window.closesAt
    return isOpen && sides ? [{ booking, window, sides }] : []
  })
  open.sort((a, b) => b.booking.picksUpAt.getTime() - a.booking.picksUpAt.getTime())
  const others = open.map(({ sides }) => sides.otherId)
  const [trips, people] = await Promise.all([
    findTripsFacts(db, [...new Set(open.map(({ booking }) => booking.tripId))]),
    findPeople(db, others),
  ])
  return open.map(({ booking, window, sides }) => {
    const trip = trips.get(booking.tripId)
    assert(trip, `booking ${booking.id} of no trip`)
    return {
      bookingId: booking.id,
      about: presentParty(sides.otherId, people),
      as: sides.as,
      from: placeAt(trip, booking.fromSeq).name,
      to: placeAt(trip, booking.toSeq).name,
      at: booking.picksUpAt.toISOString(),
      closesAt: window.closesAt.toISOString(),
    }
  })
}
