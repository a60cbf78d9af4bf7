import { findPeople, tellUser } from '#server/modules/people/users/index.ts'
import {
  type Booking,
  expectedDropOff,
  findFactsOf,
  lockBooking,
  RATE_JOB,
} from '#server/modules/travel/bookings/index.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { ActDeps } from '#server/platform/deps.ts'
import { assert } from '#server/platform/errors.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import { sidesOf, type Window, windowOf } from './rating.ts'
import { ratingReminder, ratingWaiting } from './ratings.messages.ts'
import { listRatingsOfBookings } from './ratings.queries.ts'

/** Job that reminds people who have not rated a journey. */
export const REMIND_JOB = 'ratings.remind'

/** Time before the end of the rating period at which the reminder is sent. */
const REMINDED_BEFORE_MS = 3 * DAY_MS

/**
 * Asks both people once to rate a finished journey, but not while a denied check-in is open, and of
 * a late car when it arrives: until then the driver drives.
 */
export async function askForRating(deps: ActDeps, bookingId: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const { booking, window, expectedAt: runsAgainAt } = await readOpen(tx, deps, bookingId)
    if (!window) {
      if (booking.status !== 'checked_in' || runsAgainAt <= deps.clock.now()) return
      await enqueue(tx, deps.clock, { name: RATE_JOB, payload: { bookingId }, runAt: runsAgainAt })
      return
    }
    const runAt = addMs(window.closesAt, -REMINDED_BEFORE_MS)
    const asked = await askWhoHasNot(tx, deps, booking, window, ratingWaiting)
    if (!asked || runAt <= deps.clock.now()) return
    const key = `rating:${bookingId}`
    await enqueue(tx, deps.clock, { name: REMIND_JOB, payload: { bookingId }, runAt, key })
  })
}

/** Job: reminds people to rate, three days before the rating period ends. */
export async function remindOfRating(deps: ActDeps, bookingId: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const { booking, window } = await readOpen(tx, deps, bookingId)
    if (window) await askWhoHasNot(tx, deps, booking, window, ratingReminder)
  })
}

async function readOpen(tx: Tx, { clock }: ActDeps, bookingId: string) {
  const now = clock.now()
  const booking = await lockBooking(tx, bookingId)
  assert(booking, `no booking ${bookingId}`)
  const facts = (await findFactsOf(tx, [bookingId])).get(bookingId)
  const window = windowOf(booking, now, facts)
  const isOpen = window?.outcome === 'travelled' && now < window.closesAt
  assert(facts, `no facts of booking ${bookingId}`)
  return {
    booking,
    window: isOpen ? window : undefined,
    expectedAt: expectedDropOff(booking, facts),
  }
}

/** Asks each person who has not rated yet; answers whether anybody was asked. */
async function askWhoHasNot(
  tx: Tx,
  deps: ActDeps,
  booking: Booking,
  { closesAt }: Window,
  message: typeof ratingWaiting,
): Promise<boolean> {
  const written = await listRatingsOfBookings(tx, [booking.id])
  const people = await findPeople(tx, [booking.passengerId, booking.driverId])
  let asked = false
  for (const userId of [booking.passengerId, booking.driverId]) {
    const sides = sidesOf(booking, userId)
    if (!sides || written.some(({ raterId }) => raterId === userId)) continue
    asked = true
    const name = people.get(sides.otherId)?.name ?? ''
    const path = `/bookings/${booking.id}#calificacion`
    const data = { path, name, until: closesAt.toISOString() }
    await tellUser(tx, deps, message, { userId, data, cause: booking.id })
  }
  return asked
}
