import { isErrorCode } from '#contract/errors.ts'
import {
  answerDue,
  findFreshTripFacts,
  findRoadPart,
  listSeatsLeft,
  segmentOf as partOf,
  planSeats,
  type RoadPart,
  requireFreeTime,
  type SeatsPlan,
  stopId,
  type TripFacts,
} from '#server/modules/travel/trips/index.ts'
import { inOneCall, inTransaction } from '#server/platform/db/tx.ts'
import type { ReadDeps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { type Booking, boardingWindow } from '../booking.ts'
import { type BookingSnapshot, findSnapshot, listCovers } from '../booking-snapshot.queries.ts'
import { refundFor, transition } from '../booking-transitions.ts'
import { findBooking } from '../bookings.queries.ts'
import { coverBackOf, refundsFrom } from '../refund-policy.ts'
import { callChangeSegment, type NewSegment } from './change-booking.queries.ts'

export type ChangeSegment = {
  bookingId: string
  fromStopId: string
  toStopId: string
  /** Pesos for all the seats, as shown to the person. */
  expectedPrice?: number | undefined
}

type When = { now: Date; road: RoadPart | undefined }

/** Retries: booking or trip may change between reading and writing. */
const TRIES = 5

/**
 * Moves the passenger's booking to another segment of its trip, in one call of the database
 * (`change_segment`): seats, held money and ticket change together. The segment that the booking
 * already has changes nothing. The booking's event informs passenger and driver.
 * Errors: those of the contract's `bookings.changeSegment`.
 */
export async function changeSegment(deps: ReadDeps, actor: ActorId, input: ChangeSegment) {
  for (let tries = 1; tries <= TRIES; tries += 1) {
    const now = deps.clock.now()
    const { snapshot, trip } = await read(deps, actor, input)
    const { booking } = snapshot
    if (isSame(booking, trip, input)) return booking
    assertChangeable(snapshot, trip, now)
    const road = await findRoadPart(deps.db, trip, partOf(trip, input), now)
    const plan = planSegment(snapshot, trip, input, { now, road })
    const call = {
      snapshot,
      segment: segmentOf(booking, plan, { now, road }),
      revision: trip.revision,
      now,
    }
    const answer = await inOneCall(deps.db, (db) => callChangeSegment(db, call))
    if (answer === 'moved') {
      const moved = await findBooking(deps.db, booking.id)
      assert(moved, `booking ${booking.id} was there`)
      return moved
    }
    await handleRefusal(deps, answer, { booking, plan })
  }
  throw new AppError('busy')
}

/** Price and times after the change; writes nothing. Errors: those of `bookings.previewSegment`. */
export async function previewSegment(deps: ReadDeps, actor: ActorId, input: ChangeSegment) {
  const { snapshot, trip } = await read(deps, actor, input)
  const { booking } = snapshot
  const now = deps.clock.now()
  assertChangeable(snapshot, trip, now)
  const road = await findRoadPart(deps.db, trip, partOf(trip, input), now)
  const plan = planSegment(snapshot, trip, input, { now, road })
  const { fromSeq, toSeq, farePesos, picksUpAt, dropsOffAt } = plan
  const left = (await listSeatsLeft(deps.db, trip.id)) ?? []
  const own = (leg: number) => (leg >= booking.fromSeq && leg < booking.toSeq ? booking.seats : 0)
  const fits = left
    .map((free, leg) => free + own(leg))
    .slice(fromSeq, toSeq)
    .every((free) => free >= booking.seats)
  if (!fits) throw new AppError('seats_unavailable')
  const [cover] = await listCovers(deps.db, [booking.id])
  const coverBack = coverBackOf(cover, booking.farePesos - farePesos)
  return {
    price: farePesos,
    difference: farePesos - booking.farePesos,
    ...(coverBack > 0 && { coverBack }),
    getsOnAt: picksUpAt.toISOString(),
    getsOffAt: dropsOffAt.toISOString(),
  }
}

async function read(deps: ReadDeps, { userId }: ActorId, { bookingId }: ChangeSegment) {
  const snapshot = await findSnapshot(deps.db, bookingId)
  if (snapshot?.booking.passengerId !== userId) throw new AppError('booking_not_found')
  const trip = await findFreshTripFacts(deps.db, snapshot.booking.tripId)
  assert(trip, `booking ${bookingId} of no trip`)
  return { snapshot, trip }
}

function isSame(booking: Booking, trip: TripFacts, asked: ChangeSegment): boolean {
  const { fromSeq, toSeq } = booking
  return asked.fromStopId === stopId(trip.id, fromSeq) && asked.toStopId === stopId(trip.id, toSeq)
}

/** Asks before the stops are looked at: a booking that cannot change refuses any of them. */
function assertChangeable({ booking, view }: BookingSnapshot, trip: TripFacts, now: Date): void {
  const situation = { booking, by: 'passenger' as const, now, facts: view.facts }
  const tripCancelled = trip.status === 'cancelled'
  transition('change_segment', { ...situation, tripCancelled, tripInstant: trip.instant })
}

/**
 * Plans the new segment at today's price of the trip. A cheaper segment is allowed only while
 * cancelling refunds everything: else a shorter segment would avoid the refund table.
 */
function planSegment(
  { booking, view: { facts } }: BookingSnapshot,
  trip: TripFacts,
  asked: ChangeSegment,
  { now, road }: When,
): SeatsPlan {
  const { passengerId, seats, paymentMode } = booking
  const plan = planSeats(trip, { ...asked, passengerId, seats, paymentMode }, now, road)
  if (now >= boardingWindow(plan).from) {
    const message = 'En ese punto ya falta poco para la salida.'
    throw new AppError('segment_not_changeable', { message })
  }
  if (booking.status === 'confirmed' && !plan.instant) {
    const message = 'Ese tramo es por solicitud. Cancela y pídelo al conductor.'
    throw new AppError('segment_not_changeable', { message })
  }
  const rule = refundFor(booking, 'passenger', now, facts)?.rule
  const costs = rule === undefined || rule === 'late' || rule === 'repeated'
  if (costs && plan.farePesos < booking.farePesos) {
    const message = 'Ya no puedes pasar a un tramo más barato: cancelar tampoco devuelve todo.'
    throw new AppError('segment_not_changeable', { message })
  }
  return plan
}

/**
 * Keeps the points of stops that stay. A later pick-up extends no deadline for a refund. A request
 * is asked anew, so the driver has the whole time to answer.
 */
function segmentOf(booking: Booking, plan: SeatsPlan, { now, road }: When): NewSegment {
  const { fromSeq, toSeq, farePesos, picksUpAt, dropsOffAt } = plan
  return {
    fromSeq,
    toSeq,
    fromPointId: fromSeq === booking.fromSeq ? booking.fromPointId : (road?.fromPointId ?? null),
    toPointId: toSeq === booking.toSeq ? booking.toPointId : (road?.toPointId ?? null),
    farePesos,
    picksUpAt,
    dropsOffAt,
    expiresAt: booking.status === 'requested' ? answerDue(now, picksUpAt) : booking.expiresAt,
    refundAheadMs: Math.max(0, picksUpAt.getTime() - refundsFrom(booking).getTime()),
  }
}

/** Throws the refusal; returns when the change can be tried again. */
async function handleRefusal(
  deps: ReadDeps,
  answer: string,
  { booking, plan }: { booking: Booking; plan: SeatsPlan },
): Promise<void> {
  if (answer === 'changed') return
  if (answer === 'overlapping_booking') {
    const { passengerId: userId, tripId } = booking
    const asked = { userId, tripId, from: plan.picksUpAt, to: plan.dropsOffAt }
    // Throws the refusal that names the other booking, unless that has ended meanwhile.
    await inTransaction(deps.db, (tx) => requireFreeTime(tx, asked))
    return
  }
  assert(isErrorCode(answer), `change_segment answered ${answer}`)
  throw new AppError(answer)
}
