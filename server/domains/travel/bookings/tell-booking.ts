import { commissionOn } from '#contract/commission.ts'
import { refreshReputation, tellMark } from '#server/domains/people/standing/standing.public.ts'
import { findPeople, tellUser } from '#server/domains/people/users/users.public.ts'
import {
  findTripFacts,
  placeAt,
  seatsLeft,
  type TripFacts,
} from '#server/domains/travel/trips/trips.public.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { assert } from '#server/platform/errors.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import type { Booking, Party } from './booking.ts'
import { type BookingEvent, type BookingNews, bookingNews, newsOfEvent } from './booking-news.ts'
import { driverEarns } from './booking-states.ts'
import type { BookingFacts } from './booking-words.ts'
import { tripFull } from './bookings.messages.ts'
import { findBooking, findEvent } from './bookings.queries.ts'
import { tellFreed } from './tell-freed.ts'

/** The trigger function `tell_booking_event` queues it for each row of booking_events. */
export const TELL_JOB = 'bookings.tell'

/** Gives or takes back the points of a booking: handled by a room on a higher floor. */
export const POINTS_JOB = 'rewards.settle'

/** Asks passenger and driver to rate each other: handled by a room on a higher floor. */
export const RATE_JOB = 'ratings.ask'

/** A passenger got on, or says that they did not: handled by a room on a higher floor. */
export const TRAVELLED_JOB = 'safety.travelled'

/**
 * Tells passenger and driver what happened to their booking. Messages with facts of their own are
 * sent by the use case that has them (disputes, moved trips), and are left alone here. A repeat
 * tells nobody twice.
 */
export async function tellBooking(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets'>,
  eventId: string,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const event = await findEvent(tx, eventId)
    assert(event, `no booking event ${eventId}`)
    const booking = await findBooking(tx, event.bookingId)
    assert(booking, `an event of no booking: ${eventId}`)
    const news = newsOfEvent(event, booking)
    if (!news) return
    await followUp(tx, deps, booking, news)
    await tellFreed(tx, deps, booking, { ...event, news })
    const mark = markOf(event, booking)
    if (mark) await tellMark(tx, deps, mark)
    const trip = await findTripFacts(tx, booking.tripId)
    assert(trip, `booking ${booking.id} of no trip`)
    const people = await findPeople(tx, [booking.passengerId, booking.driverId])
    const nameOf = (id: string) => people.get(id)?.name ?? ''
    const data = {
      ...factsOf(news, booking, trip, nameOf),
      paysAt: event.details.postsAt ?? null,
      byOwnWord: event.details.by === 'passenger',
    }
    for (const party of ['passenger', 'driver'] satisfies Party[]) {
      const told = bookingNews[news][party]
      if ('untold' in told || !told.message) continue
      const userId = party === 'passenger' ? booking.passengerId : booking.driverId
      await tellUser(tx, deps, told.message, { userId, data, cause: eventId, batch: trip.id })
    }
    if (news === 'booked' || news === 'accepted') await tellFull(tx, deps, trip)
  })
}

/** Nothing that people are judged by happens with these. */
const UNCOUNTED: readonly BookingNews[] = [
  'requested',
  'booked',
  'aboard_said',
  'aboard_undone',
  'trip_moved',
  'meeting_changed',
]
/** After these the journey can be rated, once its time is over. */
const RATED: readonly BookingNews[] = ['boarded', 'boarded_by_time', 'completed', 'decided']

/** Somebody at home is told of these. */
const TRAVELLED: readonly BookingNews[] = ['boarded', 'boarding_denied']
/** With these a journey is over. */
const OVER: readonly BookingNews[] = ['boarded_by_time', 'completed']

/** What a change of the booking does to what is known of its two people. */
async function followUp(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  { id: bookingId, tripId, dropsOffAt, passengerId, driverId }: Booking,
  news: BookingNews,
): Promise<void> {
  if (!UNCOUNTED.includes(news)) await refreshReputation(tx, deps, [passengerId, driverId])
  if (TRAVELLED.includes(news)) {
    const payload = { userId: passengerId, tripId, bookingId, event: news }
    await enqueue(tx, deps.clock, { name: TRAVELLED_JOB, payload })
  }
  if (OVER.includes(news)) {
    await enqueue(tx, deps.clock, { name: POINTS_JOB, payload: { bookingId } })
  }
  if (!RATED.includes(news)) return
  const runAt = new Date(Math.max(dropsOffAt.getTime(), deps.clock.now().getTime()))
  await enqueue(tx, deps.clock, { name: RATE_JOB, payload: { bookingId }, runAt })
}

/** The mark that came with the event, unless the message about the event says it. */
function markOf({ details }: BookingEvent, { id: causeId, driverId, noShowAt }: Booking) {
  if (details.rule === 'driver_late') return { driverId, causeId, kind: 'late' as const }
  if (details.rule !== 'dispute') return undefined
  return { driverId, causeId, kind: noShowAt ? 'unfounded_no_show' : 'did_not_come' } as const
}

/** The driver hears once that a trip is full. */
async function tellFull(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'secrets'>,
  trip: TripFacts,
): Promise<void> {
  const left = await seatsLeft(tx, trip.id)
  if (!left || left.some((seats) => seats > 0)) return
  const [from, to] = [trip.places.at(0)?.name ?? '', trip.places.at(-1)?.name ?? '']
  const path = `/trips/${trip.id}?ver=conductor`
  const data = { path, from, to, at: trip.departsAt.toISOString() }
  const told = { userId: trip.driverId, cause: trip.id }
  await tellUser(tx, deps, tripFull, { ...told, data })
}

/** The booking ended with this, so what it stores by now is what was kept of the fare. */
const ENDS: readonly BookingNews[] = ['cancelled_by_passenger', 'no_show_closed']

/** The job may run after the booking has changed again: amounts are those of the event. */
function factsOf(
  news: BookingNews,
  booking: Booking,
  trip: TripFacts,
  nameOf: (userId: string) => string,
): Omit<BookingFacts, 'paysAt' | 'byOwnWord'> {
  return {
    path: `/bookings/${booking.id}`,
    from: placeAt(trip, booking.fromSeq).name,
    to: placeAt(trip, booking.toSeq).name,
    at: booking.picksUpAt.toISOString(),
    seats: booking.seats,
    passenger: nameOf(booking.passengerId),
    driver: nameOf(booking.driverId),
    byWallet: booking.paymentMode === 'billetera',
    farePesos: booking.farePesos,
    earnsPesos: ENDS.includes(news)
      ? driverEarns(booking)
      : booking.farePesos - commissionOn(booking.farePesos, booking.commissionBp),
    refundedPesos: booking.refundedPesos ?? 0,
    chargedPesos: booking.chargedPesos ?? 0,
    answerUntil: booking.expiresAt?.toISOString() ?? null,
  }
}
