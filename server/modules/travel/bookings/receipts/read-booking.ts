import { TRAVELS } from '#contract/moments.ts'
import { findPeople } from '#server/modules/people/users/index.ts'
import {
  findTripFacts,
  ownPointsOf,
  placeAt,
  pointsOfTrip,
  type TripFacts,
  type TripPoints,
  withOwnPoints,
} from '#server/modules/travel/trips/index.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { type Booking, partyOf } from '../booking.ts'
import { findFactsOf, listCovers } from '../booking-snapshot.queries.ts'
import { countEvents } from '../bookings.queries.ts'
import { showBooking } from '../show-booking.ts'
import { type Appointment, calendarFile } from './calendar.ts'
import { receiptOf, receiptTime } from './receipt.ts'

type Asked = { bookingId: string }

/** Reads the receipt of one side of a booking. Errors: `booking_not_found`, `receipt_not_ready`. */
export async function readReceipt(deps: Pick<Deps, 'db'>, actor: ActorId, asked: Asked) {
  const { booking, viewer, journey } = await read(deps, actor, asked)
  const issuedAt = receiptTime(booking)
  if (!issuedAt) throw new AppError('receipt_not_ready')
  const [cover] = await listCovers(deps.db, [booking.id])
  return receiptOf(booking, viewer, { ...journey, cover }, issuedAt)
}

/**
 * Writes the journey as a calendar file; that of a cancelled booking takes it off the calendar.
 * Errors: `booking_not_found`, `ticket_not_confirmed`, `ticket_revoked`.
 */
export async function readCalendar(deps: Pick<Deps, 'db' | 'urls'>, actor: ActorId, asked: Asked) {
  const { booking, trip } = await read(deps, actor, asked)
  if (booking.status === 'requested') throw new AppError('ticket_not_confirmed')
  const stands = TRAVELS.includes(booking.status)
  const isCancelled = booking.status.includes('cancelled')
  if (!stands && !isCancelled) throw new AppError('ticket_revoked')
  const events = (await countEvents(deps.db, [booking.id])).get(booking.id)
  const ofTrip = await pointsOfTrip(deps.db, trip)
  const points = withOwnPoints(ofTrip, booking, await ownPointsOf(deps.db, [booking]))
  return calendarFile([appointmentOf(deps, { booking, trip, points, events })])
}

type Attended = {
  booking: Booking
  trip: TripFacts
  points: TripPoints
  events: { count: number; lastAt: Date } | undefined
}

/** The part of a booking as an appointment. */
export function appointmentOf(
  { urls }: Pick<Deps, 'urls'>,
  { booking, trip, points, events }: Attended,
): Appointment {
  return {
    id: booking.id,
    from: placeAt(trip, booking.fromSeq).name,
    to: placeAt(trip, booking.toSeq).name,
    meetingPoint: points.get(booking.fromSeq) ?? null,
    startsAt: booking.picksUpAt,
    endsAt: booking.dropsOffAt,
    madeAt: events?.lastAt ?? booking.createdAt,
    sequence: events?.count ?? 0,
    isCancelled: booking.status.includes('cancelled'),
    url: `${urls.site}/bookings/${booking.id}`,
  }
}

async function read(deps: Pick<Deps, 'db'>, actor: ActorId, { bookingId }: Asked) {
  const booking = await showBooking(deps, actor, { bookingId })
  const viewer = partyOf(booking, actor.userId)
  const trip = await findTripFacts(deps.db, booking.tripId)
  assert(viewer && trip, `booking ${booking.id} without its trip`)
  const people = await findPeople(deps.db, [booking.passengerId, booking.driverId])
  const facts = (await findFactsOf(deps.db, [booking.id])).get(booking.id)
  const name = (id: string) => people.get(id)?.name ?? ''
  const journey = {
    from: placeAt(trip, booking.fromSeq).name,
    to: placeAt(trip, booking.toSeq).name,
    passenger: name(booking.passengerId),
    driver: name(booking.driverId),
    endedByCupo: facts?.endedByCupo === true,
  }
  return { booking, viewer, trip, journey }
}
