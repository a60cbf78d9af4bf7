import type { MeetingEnd } from '#contract/conversations.ts'
import { tellUser } from '#server/modules/people/users/index.ts'
import {
  findTripFacts,
  ownPointsOf,
  placeAt,
  requireOwnPoints,
  type TripFacts,
} from '#server/modules/travel/trips/index.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { ActDeps, TellDeps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { type Booking, type Party, partyOf } from '../booking.ts'
import { mayChangeMeeting } from '../booking-states.ts'
import { lockBooking } from '../bookings.queries.ts'
import { meetingAgreed, meetingChanged } from '../tell/bookings.messages.ts'
import { updateMeeting } from './change-booking.queries.ts'

export type ChangeMeeting = {
  bookingId: string
  /** SafePoints at stops where the driver chose none; null when it is to be agreed. */
  fromPointId: string | null
  toPointId: string | null
}

/**
 * Changes the meeting points of one booking as its passenger or driver; the other party is told.
 * A point that the driver replaces alone frees the passenger, as every move of the driver. An
 * unchanged point writes and sends nothing.
 * Errors: `booking_not_found`, `booking_not_waiting`, `safe_point_not_found`, `point_not_offered`.
 */
export function changeMeeting(
  deps: ActDeps,
  actor: ActorId,
  change: ChangeMeeting,
): Promise<Booking> {
  return inTransaction(deps.db, (tx) => changeMeetingIn(tx, deps, actor, change))
}

/** As `changeMeeting`. `agreed`: the end that both people chose, so that both are told. */
export async function changeMeetingIn(
  tx: Tx,
  deps: TellDeps,
  { userId: actorId }: ActorId,
  { bookingId, ...points }: ChangeMeeting,
  agreed?: MeetingEnd,
): Promise<Booking> {
  const now = deps.clock.now()
  const booking = await lockBooking(tx, bookingId)
  const party = booking && partyOf(booking, actorId)
  if (!booking || !party) throw new AppError('booking_not_found')
  if (!mayChangeMeeting(booking, now)) throw new AppError('booking_not_waiting')
  const { fromPointId, toPointId } = points
  if (booking.fromPointId === fromPointId && booking.toPointId === toPointId) return booking
  const trip = await findTripFacts(tx, booking.tripId)
  if (trip?.status !== 'published') throw new AppError('booking_not_waiting')
  await requireOwnPoints(tx, trip, { ...booking, ...onlyNew(booking, points) })
  const frees = party === 'driver' && !agreed && replacesPoint(booking, trip, points)
  const freedBy = frees ? 'trip' : undefined
  const changed = await updateMeeting(tx, { bookingId, ...points, actorId, now, freedBy })
  assert(changed, 'a locked booking')
  await (agreed
    ? tellBoth(tx, deps, { booking: changed, trip, end: agreed })
    : tellOther(tx, deps, { booking: changed, trip, party, frees }))
  return changed
}

/**
 * Whether a point that holds is replaced. At a stop with the driver's point for everybody the point
 * of the booking does not hold.
 */
function replacesPoint(
  booking: Booking,
  { stopPoints }: TripFacts,
  points: Omit<ChangeMeeting, 'bookingId'>,
): boolean {
  return (['from', 'to'] as const).some((end) => {
    const stood = booking[`${end}PointId`]
    const isFixed = stopPoints.some(({ seq }) => seq === booking[`${end}Seq`])
    return stood !== null && !isFixed && stood !== points[`${end}PointId`]
  })
}

/** The points that change: one that stays can have left the list, or the driver chose since. */
function onlyNew(booking: Booking, { fromPointId, toPointId }: Omit<ChangeMeeting, 'bookingId'>) {
  return {
    fromPointId: fromPointId === booking.fromPointId ? null : fromPointId,
    toPointId: toPointId === booking.toPointId ? null : toPointId,
  }
}

/**
 * Whether the two people of a booking can still choose a point at one end: before the pick-up,
 * where the driver chose none for everybody.
 */
export function mayAgreeMeeting(
  booking: Booking,
  trip: Pick<TripFacts, 'status' | 'stopPoints'>,
  end: MeetingEnd,
  now: Date,
): boolean {
  const seq = end === 'from' ? booking.fromSeq : booking.toSeq
  const fixed = trip.stopPoints.some((stop) => stop.seq === seq)
  return trip.status === 'published' && !fixed && mayChangeMeeting(booking, now)
}

async function tellBoth(
  tx: Tx,
  deps: TellDeps,
  { booking, trip, end }: { booking: Booking; trip: TripFacts; end: MeetingEnd },
): Promise<void> {
  const points = await ownPointsOf(tx, [booking])
  const isFrom = end === 'from'
  const point = points.get((isFrom ? booking.fromPointId : booking.toPointId) ?? '')
  assert(point, 'an agreed point')
  for (const userId of [booking.passengerId, booking.driverId]) {
    await tellUser(tx, deps, meetingAgreed, {
      userId,
      data: {
        path: `/bookings/${booking.id}`,
        end,
        place: placeAt(trip, isFrom ? booking.fromSeq : booking.toSeq).name,
        point: point.name,
        address: point.address,
        at: (isFrom ? booking.picksUpAt : booking.dropsOffAt).toISOString(),
        boardsAt: booking.picksUpAt.toISOString(),
      },
    })
  }
}

async function tellOther(
  tx: Tx,
  deps: TellDeps,
  told: { booking: Booking; trip: TripFacts; party: Party; frees: boolean },
): Promise<void> {
  const { booking, trip, party, frees } = told
  const points = await ownPointsOf(tx, [booking])
  const nameOf = (id: string | null) => (id && points.get(id)?.name) ?? null
  await tellUser(tx, deps, meetingChanged, {
    userId: party === 'passenger' ? booking.driverId : booking.passengerId,
    data: {
      path: `/bookings/${booking.id}`,
      by: party,
      from: { place: placeAt(trip, booking.fromSeq).name, point: nameOf(booking.fromPointId) },
      to: { place: placeAt(trip, booking.toSeq).name, point: nameOf(booking.toPointId) },
      at: booking.picksUpAt.toISOString(),
      isFree: frees,
    },
  })
}
