import { FREE_RETURNS } from '#contract/booking-limits.ts'
import type { BookingConnection, BookingView } from '#contract/booking-view.ts'
import { findPeople, type ShownPerson } from '#server/modules/people/users/index.ts'
import { findVehicles, type Vehicle } from '#server/modules/people/verification/index.ts'
import {
  findCachedTripFacts,
  findFreshTripFacts,
  findTripsFacts,
  ownPointsOf,
  placeAt,
  pointsOfTrips,
  stopId,
  type TripFacts,
  type TripPoints,
  withOwnPoints,
} from '#server/modules/travel/trips/index.ts'
import { MINUTE_MS } from '#server/platform/clock.ts'
import type { ReadDeps } from '#server/platform/deps.ts'
import { assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import {
  aboardFrom,
  asksAboutMove,
  type Booking,
  boardingWindow,
  denyUntil,
  disputeUntil,
  expectedDropOff,
  type Facts,
  type Party,
  partyOf,
  pauseEndsAt,
} from './booking.ts'
import { findFactsOf, listCovers, listRescued, type ViewData } from './booking-snapshot.queries.ts'
import {
  aboardSaidOf,
  bookingStates,
  driverEarns,
  driverMoneyPart,
  isOpen,
  mayChangeMeeting,
  stateOf,
} from './booking-states.ts'
import { may, permissions, refundFor, refundsOfSeats } from './booking-transitions.ts'
import { type Cover, coverBackOf, fullRefundUntil, isMovedFar } from './refund-policy.ts'

/** Rows that the caller has just read, so that they are not read again. */
type Known = {
  trips?: ReadonlyMap<string, TripFacts>
  people?: ReadonlyMap<string, ShownPerson>
  vehicles?: ReadonlyMap<string, VehicleView>
  facts?: ReadonlyMap<string, Facts>
}

type VehicleView = Pick<Vehicle, 'brand' | 'model' | 'color' | 'plate'>

/** Presents bookings to their passenger or driver, in the given order. */
export async function presentBookings(
  deps: ReadDeps,
  { userId: viewerId }: ActorId,
  bookings: readonly Booking[],
  known: Known = {},
): Promise<BookingView[]> {
  const tripIds = [...new Set(bookings.map((booking) => booking.tripId))]
  const userIds = [...new Set(bookings.flatMap((each) => [each.passengerId, each.driverId]))]
  const trips = known.trips ?? (await findTripsFacts(deps.db, tripIds))
  const vehicleIds = [...new Set([...trips.values()].map((trip) => trip.vehicleId))]
  const [points, chosen, people, vehicles] = await Promise.all([
    pointsOfTrips(deps.db, [...trips.values()]),
    ownPointsOf(deps.db, bookings),
    known.people ?? findPeople(deps.db, userIds),
    known.vehicles ?? findVehicles(deps.db, vehicleIds),
  ])
  const now = deps.clock.now()
  const bookingIds = bookings.map((booking) => booking.id)
  const facts = known.facts ?? (await findFactsOf(deps.db, bookingIds))
  const driven = bookings.filter(({ driverId }) => driverId === viewerId).map(({ id }) => id)
  const rescued = driven.length > 0 ? await listRescued(deps.db, driven) : []
  const covers = await coversOf(deps, viewerId, bookings)
  return bookings.map((booking) => {
    const viewer = partyOf(booking, viewerId)
    const trip = trips.get(booking.tripId)
    const vehicle = trip && vehicles.get(trip.vehicleId)
    const fact = facts.get(booking.id)
    assert(
      viewer && trip && vehicle && fact,
      `booking ${booking.id} cannot be shown to ${viewerId}`,
    )
    const refund = refundFor(booking, viewer, now, fact)?.refundPesos
    const refundPerSeats = refundsOfSeats({
      ...{ booking, by: viewer, now, facts: fact },
      tripCancelled: trip.status === 'cancelled',
    })
    const stops = presentJourney(booking, trip, withOwnPoints(points.get(trip.id), booking, chosen))
    return {
      ...stops,
      ...presentParties(booking, viewer, people, vehicle),
      ...presentMoney(booking, viewer, now, fact),
      ...presentCover(covers.get(booking.id), refund, refundPerSeats),
      refundPerSeats,
      partOf: booking.partOf,
      connection: presentConnection({ booking, by: viewer, now, facts: fact }, trip, stops),
      rescued: rescued.includes(booking.id),
      state: stateOf(booking, now, fact),
      ...(fact.endedByCupo && { endedByCupo: true }),
      ...(fact.leftBecause && { leftBecause: fact.leftBecause }),
      ...presentReason(booking, viewer, trip),
      ...presentTimes(booking, fact),
      noShow: presentNoShow(booking),
      objection: presentObjection(booking, now, fact),
      denial: presentDenial(booking, fact),
      tripChange: presentTripChange(booking, now),
      meetingMoved: booking.meetingMoved && isOpen(booking),
      crosses: viewer === 'passenger' && isOpen(booking) && fact.crosses,
      tripPause: presentTripPause(booking, trip, fact),
      can: {
        ...permissions(booking, viewer, now, fact, {
          tripCancelled: trip.status === 'cancelled',
          tripInstant: trip.instant,
        }),
        changeMeeting: mayChangeMeeting(booking, now),
      },
    }
  })
}

/** Why the whole trip was cancelled, which its passengers were told too. */
function presentReason({ status }: Booking, viewer: Party, { cancelReason }: TripFacts) {
  const isTold = viewer === 'passenger' && status === 'trip_cancelled' && cancelReason
  return isTold ? { cancelReason } : {}
}

type Seen = {
  booking: Booking
  /** Revision of the trip on which the decision was made. */
  trip: { revision: number }
  /** Undefined when a repeated call found the booking as it is. */
  view: ViewData | undefined
}

/** Presents a booking with the rows read to act on it; a changed trip is read again. */
export async function presentSeen(
  deps: ReadDeps,
  viewer: ActorId,
  { booking, trip: { revision }, view }: Seen,
): Promise<{ booking: BookingView }> {
  const cached = await findCachedTripFacts(deps.db, booking.tripId)
  const isCurrent = cached && cached.revision >= revision
  const trip = isCurrent ? cached : await findFreshTripFacts(deps.db, booking.tripId)
  assert(trip, `booking ${booking.id} of no trip`)
  const trips = new Map([[trip.id, trip]])
  return await presentBooking(deps, viewer, booking, {
    trips,
    ...(view && {
      people: view.people,
      vehicles: new Map([[trip.vehicleId, view.vehicle]]),
      facts: new Map([[booking.id, view.facts]]),
    }),
  })
}

export async function presentBooking(
  deps: ReadDeps,
  viewer: ActorId,
  booking: Booking,
  known?: Known,
): Promise<{ booking: BookingView }> {
  const [view] = await presentBookings(deps, viewer, [booking], known)
  assert(view, 'a booking without a view')
  return { booking: view }
}

function presentJourney(booking: Booking, trip: TripFacts, points: TripPoints) {
  // Uses the times of the booking, because the trip can have moved after the booking ended.
  const stop = (seq: number, at: Date) => {
    const { placeId, name, department } = placeAt(trip, seq)
    const point = points.get(seq) ?? null
    return { id: stopId(trip.id, seq), placeId, name, department, at: at.toISOString(), point }
  }
  const { id, tripId, status, seats, paymentMode } = booking
  return {
    id,
    tripId,
    status,
    from: stop(booking.fromSeq, booking.picksUpAt),
    to: stop(booking.toSeq, booking.dropsOffAt),
    seats,
    price: booking.farePesos,
    paymentMode,
    createdAt: booking.createdAt.toISOString(),
    expiresAt: status === 'requested' ? (booking.expiresAt?.toISOString() ?? null) : null,
  }
}

type Asked = { booking: Booking; by: Party; now: Date; facts: Facts }

/**
 * Delay of the first of two cars in ms: that of its last press, or by which it is overdue where its
 * passenger waits. Null while nobody can know one.
 */
function firstCarDelay({ booking, now, facts }: Asked, trip: TripFacts): number | null {
  const first =
    booking.connectionPart === 1
      ? {
          ...{ status: booking.status, picksUpMs: booking.picksUpAt.getTime() },
          ...{ boarded: booking.aboardSaidAt !== null, driverPassed: facts.driverPassed },
          driverArrivedMs: facts.driverArrivedAt?.getTime() ?? null,
          delayMs: trip.startedAt ? trip.delayMs : null,
        }
      : facts.other
  if (!first) return null
  const hasCome = first.boarded || first.driverPassed || first.driverArrivedMs !== null
  const overdue = now.getTime() - first.picksUpMs
  if (hasCome || first.status !== 'confirmed' || overdue <= 0) return first.delayMs
  return Math.max(overdue, first.delayMs ?? 0)
}

/** Presents what a part of a trip with one change shows of the whole. */
function presentConnection(
  asked: Asked,
  trip: TripFacts,
  { from, to }: Pick<BookingView, 'from' | 'to'>,
): BookingConnection | null {
  const { booking, by, facts } = asked
  const { connectionId: id, connectionPart: part, connectionBrokenAt } = booking
  const { other } = facts
  if (!id || !part || !other) return null
  const { placeId, name, point } = part === 1 ? to : from
  const iso = (ms: number) => new Date(ms).toISOString()
  const arrives = part === 1 ? booking.dropsOffAt.getTime() : other.dropsOffMs
  const departs = part === 1 ? other.picksUpMs : booking.picksUpAt.getTime()
  const delay = firstCarDelay(asked, trip)
  const arrived = part === 1 ? (facts.arrivedAt?.getTime() ?? null) : other.arrivedMs
  const expected = arrived ?? (delay === null ? null : arrives + delay)
  return {
    ...{ id, part, otherBookingId: by === 'passenger' ? other.id : null },
    ...(by === 'passenger' && { otherOpen: isOpen(other) && !other.boarded }),
    ...(by === 'passenger' && part === 1 && { endsIn: other.toName }),
    changeAt: { placeId, name, point },
    ...{ arrivesAt: iso(arrives), departsAt: iso(departs) },
    expectedAt: expected === null ? null : iso(expected),
    changeMinutes: Math.floor((departs - arrives) / MINUTE_MS),
    brokenAt: connectionBrokenAt?.toISOString() ?? null,
    maySayMissed: may('miss', asked),
  }
}

function presentParties(
  booking: Booking,
  viewer: Party,
  people: ReadonlyMap<string, ShownPerson>,
  vehicle: VehicleView,
) {
  const person = (id: string) => {
    const found = people.get(id)
    assert(found, `booking ${booking.id} of nobody`)
    const { name, verified, photo } = found
    return { id, name, verified, photoUrl: photo?.small ?? null }
  }
  const { brand, model, color } = vehicle
  const { ticket } = bookingStates[stateOf(booking, booking.picksUpAt)]
  const agreed = ticket !== 'none' && ticket !== 'revoked'
  return {
    viewer,
    driver: person(booking.driverId),
    passenger: person(booking.passengerId),
    vehicle: { brand, model, color, plate: viewer === 'driver' || agreed ? vehicle.plate : null },
  }
}

/** Presents past events, and when the passenger can confirm boarding and pays. */
function presentTimes(booking: Booking, facts: Facts) {
  const { checkedInAt, checkedInBy } = booking
  const isWitnessed = checkedInBy !== 'auto' && checkedInBy !== 'dispute'
  const iso = (at: Date | null | undefined) => at?.toISOString() ?? null
  return {
    confirmedAt: iso(booking.confirmedAt),
    aboardSaidAt: iso(booking.aboardSaidAt),
    aboardPostsAt: aboardSaidOf(booking)?.postsAt ?? null,
    aboardFrom: aboardFrom(booking, facts).toISOString(),
    boardedAt: iso(isWitnessed ? checkedInAt : null),
    expectedAt: expectedDropOff(booking, facts).toISOString(),
    arrivedAt: iso(checkedInAt && facts.arrivedAt),
    closedAt: iso(booking.closedAt),
  }
}

function presentNoShow(booking: Booking) {
  const until = disputeUntil(booking)
  if (!booking.noShowAt || !until) return null
  return {
    claimedAt: booking.noShowAt.toISOString(),
    disputeUntil: until.toISOString(),
    disputedAt: booking.disputedAt?.toISOString() ?? null,
    decided: booking.closedAt !== null,
  }
}

function presentObjection(booking: Booking, now: Date, facts: Facts) {
  const { noShowAt, disputedAt } = booking
  const mayObject = may('object', { booking, by: 'passenger', now })
  if (noShowAt || !(disputedAt || mayObject)) return null
  return {
    until: boardingWindow(booking).until.toISOString(),
    arrivalRecordedAt: facts.driverArrivedAt?.toISOString() ?? null,
    openedAt: disputedAt?.toISOString() ?? null,
    decided: disputedAt !== null && booking.status !== 'confirmed',
    ...(booking.changeMissedAt && { ofChange: true }),
  }
}

function presentDenial(booking: Booking, facts: Facts) {
  const until = denyUntil(booking, facts)
  if (!until) return null
  const openedAt = booking.deniedAt?.toISOString() ?? null
  return { until: until.toISOString(), openedAt, decided: facts.disputeDecided }
}

function presentTripChange(booking: Booking, now: Date) {
  const { agreedPickupAt, tripChangedAt } = booking
  if (!agreedPickupAt || !tripChangedAt) return null
  return {
    agreedAt: agreedPickupAt.toISOString(),
    changedAt: tripChangedAt.toISOString(),
    mayLeaveFree: isMovedFar(booking),
    asks: asksAboutMove(booking, now),
    acceptedAt: booking.changeAcceptedAt?.toISOString() ?? null,
  }
}

/** Presents the pause only for open bookings, because it does not affect the others. */
function presentTripPause(booking: Booking, trip: TripFacts, { tripPausedAt }: Facts) {
  if (!tripPausedAt || !isOpen(booking)) return null
  return { until: pauseEndsAt(trip, tripPausedAt).toISOString() }
}

/** Covers in the fares of open bookings that their passenger may still leave. */
async function coversOf(
  deps: Pick<ReadDeps, 'db'>,
  viewerId: string,
  bookings: readonly Booking[],
): Promise<ReadonlyMap<string, Cover>> {
  const held = (each: Booking) =>
    each.passengerId === viewerId && each.paymentMode === 'billetera' && isOpen(each)
  const ids = bookings.filter(held).map(({ id }) => id)
  const found = ids.length > 0 ? await listCovers(deps.db, ids) : []
  return new Map(found.map((each) => [each.id, each]))
}

/** Presents what goes back to the fund when all seats are left, and when 1, 2, … are. */
function presentCover(cover: Cover | undefined, refund = 0, perSeats: readonly number[] = []) {
  const coverBack = coverBackOf(cover, refund)
  const coverBackPerSeats = perSeats.map((each) => coverBackOf(cover, each))
  return {
    ...(coverBack > 0 && { coverBack }),
    ...(coverBackPerSeats.some((pesos) => pesos > 0) && { coverBackPerSeats }),
  }
}

function presentMoney(booking: Booking, viewer: Party, now: Date, facts: Facts) {
  const passengerPays = viewer === 'passenger' && booking.paymentMode === 'billetera'
  const promised = passengerPays && isOpen(booking)
  return {
    refundIfCancelledNow: refundFor(booking, viewer, now, facts)?.refundPesos ?? 0,
    fullRefundUntil: promised ? fullRefundUntil(booking, facts).toISOString() : null,
    freeReturnsLeft: promised ? Math.max(0, FREE_RETURNS - facts.earlierReturns) : null,
    refunded: booking.refundedPesos,
    charged: booking.chargedPesos,
    driverEarns: viewer === 'driver' ? driverEarns(booking) : null,
    driverMoneyPart: viewer === 'driver' ? driverMoneyPart(booking, facts) : null,
  }
}
