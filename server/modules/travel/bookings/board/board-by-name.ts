import { NAME_BOARDINGS, NAME_TRIES } from '#contract/booking-limits.ts'
import { areSameHuman, isKnownBy } from '#server/modules/people/users/index.ts'
import { requireOwnTrip } from '#server/modules/travel/trips/index.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { ActDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { countHit } from '#server/platform/http/rate-limit.queries.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import type { Booking } from '../booking.ts'
import { findFactsOf } from '../booking-snapshot.queries.ts'
import { may } from '../booking-transitions.ts'
import { listTripBookings } from '../bookings.queries.ts'
import { lockNamedBoardings } from './board-passenger.queries.ts'
import { board } from './board-passenger.ts'

export type BoardByName = {
  tripId: string
  firstName: string
  /** Last four characters of the document. */
  lastFour: string
}

/**
 * Boards a passenger whose phone is off, by what only they can tell the driver; it pays as a scan
 * does, and the passenger may deny it. Each try counts, whatever it finds, except a repeat of one
 * that boarded somebody: it answers the same booking.
 * Errors: those of the contract's `boardByName`.
 */
export async function boardByName(
  deps: ActDeps,
  driver: ActorId,
  { tripId, ...typed }: BoardByName,
): Promise<Booking> {
  const now = deps.clock.now()
  const trip = await requireOwnTrip(deps.db, driver, tripId)
  const { driverId } = trip
  const bookings = await listTripBookings(deps.db, trip.id)
  const repeated = await findRepeated(deps, bookings, typed)
  if (repeated) return repeated
  const ids = bookings.map(({ id }) => id)
  const facts = await findFactsOf(deps.db, ids)
  const tripCancelled = trip.status === 'cancelled'
  const here = bookings.filter((booking) => {
    const own = facts.get(booking.id)
    const arrived = own?.driverArrivedAt
    const asked = { booking, by: 'driver' as const, now, facts: own, tripCancelled }
    return arrived && arrived <= now && may('board', asked)
  })
  if (here.length === 0) throw new AppError('name_before_arrival')
  const windowEndsAt = addMs(now, 30 * DAY_MS)
  const tries = { key: `board-by-name:${trip.id}`, now, windowEndsAt }
  if ((await countHit(deps.db, tries)).hits > NAME_TRIES) throw new AppError('name_boarding_closed')
  return inTransaction(deps.db, async (tx) => {
    if ((await lockNamedBoardings(tx, trip.id)) >= NAME_BOARDINGS) {
      throw new AppError('name_boarding_closed')
    }
    const fitting: Booking[] = []
    for (const booking of here) {
      const { passengerId: userId } = booking
      const isKnown = await isKnownBy(tx, deps, { userId, ...typed })
      if (isKnown && !(await areSameHuman(tx, deps, driverId, userId))) fitting.push(booking)
    }
    const [booking, another] = fitting
    const by = { by: 'name', actorId: driverId, now } as const
    const aboard = booking && !another && (await board(tx, booking, by))
    if (!aboard) throw new AppError('name_not_matched')
    return aboard
  })
}

/**
 * The passenger whom the same data boarded before. A driver whose call was answered by nobody
 * presses again; that they know this passenger's data is no news to them.
 */
async function findRepeated(
  deps: ActDeps,
  bookings: readonly Booking[],
  typed: Omit<BoardByName, 'tripId'>,
): Promise<Booking | null> {
  for (const booking of bookings) {
    const { passengerId: userId, status, checkedInBy, deniedAt } = booking
    if (status !== 'checked_in' || checkedInBy !== 'name' || deniedAt) continue
    if (await isKnownBy(deps.db, deps, { userId, ...typed })) return booking
  }
  return null
}
