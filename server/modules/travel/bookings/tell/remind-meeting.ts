import { findPeople, tellUser } from '#server/modules/people/users/index.ts'
import {
  findTripFacts,
  ownPointsOf,
  placeAt,
  pointsOfTrip,
  type TripFacts,
  withOwnPoints,
} from '#server/modules/travel/trips/index.ts'
import { addMs, bogotaDate, HOUR_MS, startOfBogotaDate } from '#server/platform/clock.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { ActDeps, Deps, TellDeps } from '#server/platform/deps.ts'
import { assert } from '#server/platform/errors.ts'
import { derivedId } from '#server/platform/ids.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import type { Booking, Party } from '../booking.ts'
import { mayChangeMeeting } from '../booking-states.ts'
import { findBooking } from '../bookings.queries.ts'
import { meetingMissing } from './bookings.messages.ts'

/** Job that reminds both sides of a booking without a meeting point. */
export const REMIND_MEETING_JOB = 'bookings.remind-meeting'

/** Time in ms from the reminder to the midnight before the pick-up: it is sent at 18:00. */
const BEFORE_MIDNIGHT_MS = 6 * HOUR_MS

type PickUp = Pick<Booking, 'picksUpAt'>

function startOfDay({ picksUpAt }: PickUp): Date {
  return startOfBogotaDate(bogotaDate(picksUpAt))
}

/** Returns 18:00 in Bogotá on the day before the pick-up. */
export function meetingReminderAt(booking: PickUp): Date {
  return addMs(startOfDay(booking), -BEFORE_MIDNIGHT_MS)
}

/**
 * Enqueues the reminder of a confirmed booking. None after its time: the person chose minutes ago
 * to agree on the place, and the ticket says that it is missing.
 */
export async function planMeetingReminder(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  booking: Booking,
): Promise<void> {
  const runAt = meetingReminderAt(booking)
  if (booking.status !== 'confirmed' || runAt <= clock.now()) return
  const key = `meeting:${booking.id}:${bogotaDate(booking.picksUpAt)}`
  const payload = { bookingId: booking.id }
  await enqueue(tx, clock, { name: REMIND_MEETING_JOB, payload, runAt, key })
}

/**
 * Job: tells passenger and driver that they have not agreed where the passenger gets on. Tells
 * nobody when the booking ended, has a place, or was moved to another day, which has its own job;
 * nor on the day of the pick-up, when a late job would come between the people on the road.
 */
export async function remindOfMeeting(deps: ActDeps, bookingId: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const booking = await findBooking(tx, bookingId)
    assert(booking, `no booking ${bookingId}`)
    if (booking.status !== 'confirmed' || !mayChangeMeeting(booking, now)) return
    if (now < meetingReminderAt(booking) || now >= startOfDay(booking)) return
    const trip = await findTripFacts(tx, booking.tripId)
    if (trip?.status !== 'published') return
    const own = await ownPointsOf(tx, [booking])
    const points = withOwnPoints(await pointsOfTrip(tx, trip), booking, own)
    if (!points.has(booking.fromSeq)) await tellBoth(tx, deps, booking, trip)
  })
}

async function tellBoth(tx: Tx, deps: TellDeps, booking: Booking, trip: TripFacts): Promise<void> {
  const { id, passengerId, driverId, picksUpAt } = booking
  const people = await findPeople(tx, [passengerId, driverId])
  const facts = {
    path: `/bookings/${id}`,
    place: placeAt(trip, booking.fromSeq).name,
    at: picksUpAt.toISOString(),
  }
  const sides: { side: Party; userId: string; otherId: string }[] = [
    { side: 'passenger', userId: passengerId, otherId: driverId },
    { side: 'driver', userId: driverId, otherId: passengerId },
  ]
  // Once for each day of travel: a trip that moves to another day is reminded of again.
  const cause = derivedId('meeting-missing', id, bogotaDate(picksUpAt))
  for (const { side, userId, otherId } of sides) {
    const data = { ...facts, side, other: people.get(otherId)?.name ?? '' }
    await tellUser(tx, deps, meetingMissing, { userId, data, cause })
  }
}
