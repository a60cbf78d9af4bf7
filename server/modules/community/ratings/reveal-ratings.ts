import { refreshReputation } from '#server/modules/people/standing/index.ts'
import { findPeople, tellUser } from '#server/modules/people/users/index.ts'
import {
  type Booking,
  bookingStates,
  findFactsOf,
  listSelfTripSigns,
  lockBooking,
  stateOf,
} from '#server/modules/travel/bookings/index.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps, TellDeps } from '#server/platform/deps.ts'
import { assert } from '#server/platform/errors.ts'
import { derivedId } from '#server/platform/ids.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import { type RatingRow, windowOf } from './rating.ts'
import { insertCase, isUnderReview, ratingSigns } from './rating-cases.queries.ts'
import { ratingReceived } from './ratings.messages.ts'
import { insertRatingEvent, listRatingsOfBookings } from './ratings.queries.ts'
import { tellCaseOpened } from './tell-case.ts'

/** Job that reveals a single rating of a booking when the rating period ends. */
export const REVEAL_JOB = 'ratings.reveal'

/** How often the job asks again while the team decides, in ms. */
const AGAIN_MS = DAY_MS

/**
 * Runs the reveal job; does nothing when both ratings were revealed before. It waits while the team
 * decides a dispute, and until the period that begins with the decision is over.
 */
export async function revealOnTime(deps: TellDeps & Pick<Deps, 'db'>, bookingId: string) {
  await inTransaction(deps.db, async (tx) => {
    const booking = await lockBooking(tx, bookingId)
    assert(booking, `a rating of no booking: ${bookingId}`)
    const now = deps.clock.now()
    const facts = (await findFactsOf(tx, [bookingId])).get(bookingId)
    const inReview = bookingStates[stateOf(booking, now, facts)].review === true
    const runAt = inReview ? addMs(now, AGAIN_MS) : windowOf(booking, now, facts)?.closesAt
    if (runAt && runAt > now) {
      return await enqueue(tx, deps.clock, { name: REVEAL_JOB, payload: { bookingId }, runAt })
    }
    await revealRatings(tx, deps, booking)
  })
}

/**
 * Reveals and counts the ratings of a booking, which the caller has locked. If both accounts may be
 * one person, or a person denies the journey, the ratings wait for the team.
 */
export async function revealRatings(tx: Tx, deps: TellDeps, booking: Booking): Promise<void> {
  const now = deps.clock.now()
  const written = await listRatingsOfBookings(tx, [booking.id])
  const fresh = written.filter(({ revealedAt }) => revealedAt === null)
  if (fresh.length === 0) return
  for (const { id } of fresh) {
    await insertRatingEvent(tx, { ratingId: id, event: 'revealed', actorId: null, now })
  }
  await openSignalCases(tx, deps, booking)
  if (await isUnderReview(tx, booking.id)) await discount(tx, fresh, { actorId: null, now })
  else for (const rating of fresh) await tellRated(tx, deps, rating)
  await refreshReputation(tx, deps, [booking.passengerId, booking.driverId])
}

/** Takes ratings that count out of the average. */
export async function discount(
  tx: Tx,
  ratings: readonly RatingRow[],
  by: { actorId: string | null; now: Date },
): Promise<void> {
  for (const { id } of ratings.filter(({ discounted }) => !discounted)) {
    await insertRatingEvent(tx, { ratingId: id, event: 'discounted', ...by })
  }
}

/** Opens a case for each sign that passenger and driver are the same person. */
async function openSignalCases(tx: Tx, deps: TellDeps, booking: Booking): Promise<void> {
  const now = deps.clock.now()
  let isNew = false
  const signs = await listSelfTripSigns(tx, booking)
  for (const kind of ratingSigns.filter((sign) => signs.includes(sign))) {
    const id = derivedId('rating_cases', kind, booking.id)
    const made = await insertCase(tx, { id, bookingId: booking.id, kind, openedAt: now })
    isNew ||= made
  }
  if (isNew) await tellCaseOpened(tx, deps, booking)
}

async function tellRated(tx: Tx, deps: TellDeps, rating: RatingRow): Promise<void> {
  const { id: cause, bookingId, raterId, ratedId: userId, stars, comment } = rating
  const name = (await findPeople(tx, [raterId])).get(raterId)?.name ?? ''
  const path = `/bookings/${bookingId}#calificacion`
  const data = { path, name, stars, hasComment: comment !== null }
  await tellUser(tx, deps, ratingReceived, { userId, data, cause })
}
