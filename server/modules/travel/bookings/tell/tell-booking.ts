import { z } from 'zod'
import { findCoverReturned, walletId } from '#server/modules/bank/ledger/index.ts'
import { dropWaiting } from '#server/modules/foundation/notifications/index.ts'
import { refreshReputation, tellMark } from '#server/modules/people/standing/index.ts'
import { findPeople, tellUser } from '#server/modules/people/users/index.ts'
import { listNearest } from '#server/modules/travel/search/index.ts'
import {
  endsOf,
  findSeatState,
  findTripFacts,
  listSeatsLeft,
  partPath,
  placeAt,
  type TripFacts,
  tellFreedSeats,
} from '#server/modules/travel/trips/index.ts'
import { addMs, DAY_MS, later } from '#server/platform/clock.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { ActDeps, Deps, TellDeps } from '#server/platform/deps.ts'
import { assert } from '#server/platform/errors.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import { type Booking, type BookingEvent, fareLink, type Party } from '../booking.ts'
import { listCoveredEnds, listCovers } from '../booking-snapshot.queries.ts'
import { driverEarns } from '../booking-states.ts'
import { findBooking, findEvent, listConnection } from '../bookings.queries.ts'
import { freeByTime } from '../refund-policy.ts'
import { planFollow, RESCUE_JOB } from '../settle/follow-part.ts'
import {
  type BookingNews,
  bookingNews,
  hasEffect,
  isTaken,
  isTakenBack,
  newsOfEvent,
  takenBackBy,
} from './booking-news.ts'
import type { BookingFacts } from './booking-words.ts'
import { tripFull } from './bookings.messages.ts'
import { planMeetingReminder } from './remind-meeting.ts'

/** The trigger function `tell_booking_event` enqueues this job for each row of booking_events. */
export const TELL_JOB = 'bookings.tell'

/** Job that adds or removes the points of a booking; a module on a higher layer handles it. */
export const POINTS_JOB = 'rewards.settle'

/** Job that asks passenger and driver to rate each other; a module on a higher layer handles it. */
export const RATE_JOB = 'ratings.ask'

/** Job for a passenger who boarded or denied boarding; a module on a higher layer handles it. */
export const TRAVELLED_JOB = 'safety.travelled'

/**
 * Tells passenger and driver about an event, once; not of what the booking has taken back since,
 * also where that still waits to be sent. Messages with facts of their own (disputes,
 * moved trips) are sent by the use case that has the facts.
 */
export async function tellBooking(deps: ActDeps, eventId: string) {
  await inTransaction(deps.db, async (tx) => {
    const event = await findEvent(tx, eventId)
    assert(event, `no booking event ${eventId}`)
    const booking = await findBooking(tx, event.bookingId)
    assert(booking, `an event of no booking: ${eventId}`)
    const news = newsOfEvent(event, booking)
    if (!news) return
    await followUp(tx, deps, booking, news)
    await planFollow(tx, deps, booking, event.whose)
    if (isDriversFailure(event, booking)) {
      await enqueue(tx, deps.clock, { name: RESCUE_JOB, payload: { bookingId: booking.id } })
    }
    await tellFreed(tx, deps, booking, { ...event, news })
    const mark = markOf(event, booking)
    if (mark) await tellMark(tx, deps, mark)
    const trip = await findTripFacts(tx, booking.tripId)
    assert(trip, `booking ${booking.id} of no trip`)
    const people = await findPeople(tx, [booking.passengerId, booking.driverId])
    const nameOf = (id: string) => people.get(id)?.name ?? ''
    // Nobody confirms the part of seats that were given back, but the rest.
    const whole = booking.partOf ? await findBooking(tx, booking.partOf) : booking
    const data = {
      ...factsOf(news, booking, trip, nameOf),
      isRequest: whole?.confirmedAt === null,
      paysAt: event.details.postsAt ?? null,
      byOwnWord: event.details.by === 'passenger',
      left: event.details.left,
      changeMinutes: event.details.changeMinutes,
      byTime: event.details.by === 'auto',
      coverPesos: await (news === 'booked' ? coverPaid : coverReturned)(tx, booking),
      onSale: hasEffect(news, 'free') ? await isOnSale(tx, deps, booking) : undefined,
      byTeam: event.whose === 'team' || event.whose === 'cupo',
      ...(news === 'trip_cancelled' && (await cancelledFacts(tx, deps, booking, trip))),
    }
    const { path } = data
    const userIds = [booking.passengerId, booking.driverId]
    const endedAt = isTaken(booking) ? null : booking.closedAt
    const over = { userIds, path, kinds: takenBackBy(booking), endedAt }
    await dropWaiting(tx, { ...over, now: deps.clock.now() })
    if (isTakenBack(news, booking)) return
    const { next, silent } = await secondCar(tx, news, booking)
    for (const party of ['passenger', 'driver'] satisfies Party[]) {
      const told = bookingNews[news][party]
      if ('untold' in told || !told.message || (silent && party === 'passenger')) continue
      const userId = party === 'passenger' ? booking.passengerId : booking.driverId
      await tellUser(tx, deps, told.message, {
        userId,
        // No driver is told of the passenger's other car.
        data: party === 'passenger' ? { ...data, next } : data,
        cause: eventId,
        batch: trip.id,
      })
    }
    if (news === 'booked' || news === 'accepted') await tellFull(tx, deps, trip)
  })
}

/** Pesos that the guarantee fund pays for another car, of both parts of a journey. */
async function coverPaid(tx: Tx, { id }: Booking): Promise<number> {
  const [found] = await listCovers(tx, [id])
  return found ? found.cover - found.returned : 0
}

/**
 * Pesos of the refund that went to the guarantee fund when the booking ended. Two parts of one
 * journey end at one instant: each tells of the cover of both at most its own refund.
 */
async function coverReturned(
  tx: Tx,
  { id, passengerId, closedAt, refundedPesos }: Booking,
): Promise<number> {
  if (!closedAt || !refundedPesos) return 0
  let left = await findCoverReturned(tx, walletId(passengerId), closedAt)
  for (const each of await listCoveredEnds(tx, { passengerId, closedAt })) {
    const told = Math.min(left, each.refundedPesos)
    if (each.id === id) return told
    left -= told
  }
  return 0
}

/** Whether somebody can book the seats from the stop of this booking now. */
async function isOnSale(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { tripId, picksUpAt }: Booking,
): Promise<boolean> {
  return picksUpAt > clock.now() && (await findSeatState(tx, tripId)).open
}

/**
 * Two cars that were booked together are told with the first; `silent`: this is the second. When
 * one was given up meanwhile, the other one is told alone.
 */
async function secondCar(
  tx: Tx,
  news: BookingNews,
  { connectionId, connectionPart }: Booking,
): Promise<{ next?: BookingFacts['next']; silent?: boolean }> {
  if (news !== 'booked' || !connectionId) return {}
  const [first, second] = await listConnection(tx, connectionId)
  assert(first && second, `connection ${connectionId} without its parts`)
  if (connectionPart === 2) return { silent: isTaken(first) }
  if (!isTaken(second)) return {}
  const trip = await findTripFacts(tx, second.tripId)
  assert(trip, `booking ${second.id} of no trip`)
  const driver = (await findPeople(tx, [trip.driverId])).get(trip.driverId)?.name ?? ''
  const { toSeq, picksUpAt, farePesos } = second
  const to = placeAt(trip, toSeq).name
  return { next: { to, at: picksUpAt.toISOString(), driver, farePesos } }
}

/** Whether a confirmed passenger lost the seat through a driver, whoever ended the booking. */
function isDriversFailure({ event, actorId, details }: BookingEvent, booking: Booking): boolean {
  if (booking.confirmedAt === null) return false
  if (event === 'cancelled_by_driver' || event === 'trip_cancelled') return true
  // Who leaves a part by choice had the rescue of the other one.
  const released = details.rule === 'connection_broken' && actorId === null
  return event === 'cancelled_by_passenger' && (released || details.rule === 'driver_late')
}

/** Why the trip was cancelled, and the nearest other trips of a week for its passenger. */
async function cancelledFacts(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { fromSeq, toSeq, passengerId, picksUpAt: at, seats }: Booking,
  trip: TripFacts,
): Promise<Pick<BookingFacts, 'reason' | 'near'>> {
  const [from, to] = [placeAt(trip, fromSeq).placeId, placeAt(trip, toSeq).placeId]
  const now = clock.now()
  const window = { now, since: now, until: addMs(at, 7 * DAY_MS), seats, viewerId: passengerId }
  const near = await listNearest(tx, { from, to, at, ...window })
  return {
    reason: trip.cancelReason,
    near: near.map((each) => ({
      path: partPath(each),
      at: each.at.toISOString(),
      pesos: each.pesos,
    })),
  }
}

/** Computes reputations and enqueues the jobs that follow the news. */
async function followUp(tx: Tx, deps: Pick<Deps, 'clock'>, booking: Booking, news: BookingNews) {
  const { id: bookingId, tripId, dropsOffAt, passengerId, driverId } = booking
  if (hasEffect(news, 'remind')) await planMeetingReminder(tx, deps, booking)
  if (!hasEffect(news, 'same_reputation')) {
    await refreshReputation(tx, deps, [passengerId, driverId])
  }
  if (hasEffect(news, 'contacts')) {
    const payload = { userId: passengerId, tripId, bookingId, event: news }
    await enqueue(tx, deps.clock, { name: TRAVELLED_JOB, payload })
  }
  if (hasEffect(news, 'points')) {
    await enqueue(tx, deps.clock, { name: POINTS_JOB, payload: { bookingId } })
  }
  if (hasEffect(news, 'rate')) {
    const runAt = later(dropsOffAt, deps.clock.now())
    await enqueue(tx, deps.clock, { name: RATE_JOB, payload: { bookingId }, runAt })
  }
}

/** Tells people who wait for a seat about the seats that an event freed. */
async function tellFreed(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  booking: Booking,
  { id: causeId, news, details }: BookingEvent & { news: BookingNews },
): Promise<void> {
  const { tripId, seats, passengerId: by } = booking
  const changed = news === 'segment_changed' ? legsLeft(details) : []
  for (const { fromSeq, toSeq } of hasEffect(news, 'free') ? [booking] : changed) {
    await tellFreedSeats(tx, deps.clock, { tripId, fromSeq, toSeq, seats, by, causeId })
  }
}

const Segments = z.object({
  from: z.object({ fromSeq: z.int(), toSeq: z.int() }),
  to: z.object({ from_seq: z.int(), to_seq: z.int() }),
})

/** Returns the legs of the old segment that are not in the new one, before it and after it. */
function legsLeft(details: unknown): { fromSeq: number; toSeq: number }[] {
  const { from, to } = Segments.parse(details)
  return [
    { fromSeq: from.fromSeq, toSeq: Math.min(from.toSeq, to.from_seq) },
    { fromSeq: Math.max(from.fromSeq, to.to_seq), toSeq: from.toSeq },
  ].filter(({ fromSeq, toSeq }) => fromSeq < toSeq)
}

/** Returns the mark that came with the event, unless the message about the event mentions it. */
function markOf({ details }: BookingEvent, booking: Booking) {
  const { id: causeId, driverId, noShowAt, changeMissedAt, deniedAt } = booking
  if (details.rule === 'driver_late') return { driverId, causeId, kind: 'late' as const }
  if (details.rule !== 'dispute' || (changeMissedAt && !deniedAt)) return undefined
  return { driverId, causeId, kind: noShowAt ? 'unfounded_no_show' : 'did_not_come' } as const
}

/** Tells the driver once that a trip is full. */
async function tellFull(tx: Tx, deps: TellDeps, trip: TripFacts) {
  const left = await listSeatsLeft(tx, trip.id)
  if (!left || left.some((seats) => seats > 0)) return
  const { from, to } = endsOf(trip)
  const path = `/trips/${trip.id}?ver=conductor`
  const data = { path, from: from.name, to: to.name, at: trip.departsAt.toISOString() }
  const told = { userId: trip.driverId, cause: trip.id }
  await tellUser(tx, deps, tripFull, { ...told, data })
}

/** Until when leaving what a list bought is free, if its person may think again about it. */
function freeOfList(booking: Booking) {
  const { listFreeUntil: until, confirmedAt, createdAt } = booking
  return until && until > (confirmedAt ?? createdAt) ? freeByTime(booking) : undefined
}

/** Collects the facts of the event; the job can run after the booking has changed again. */
function factsOf(
  news: BookingNews,
  booking: Booking,
  trip: TripFacts,
  nameOf: (userId: string) => string,
): Omit<BookingFacts, 'paysAt' | 'byOwnWord' | 'byTeam'> {
  return {
    ...fareLink(booking),
    from: placeAt(trip, booking.fromSeq).name,
    to: placeAt(trip, booking.toSeq).name,
    at: booking.picksUpAt.toISOString(),
    seats: booking.seats,
    passenger: nameOf(booking.passengerId),
    driver: nameOf(booking.driverId),
    farePesos: booking.farePesos,
    byList: booking.listId !== null,
    listUntil: freeOfList(booking)?.toISOString(),
    earnsPesos: driverEarns(
      hasEffect(news, 'kept') ? booking : { ...booking, status: 'checked_in' },
    ),
    refundedPesos: booking.refundedPesos ?? 0,
    chargedPesos: booking.chargedPesos ?? 0,
    boardedAt: booking.checkedInAt?.toISOString() ?? null,
    answerUntil: booking.expiresAt?.toISOString() ?? null,
  }
}
