import type { BoardingPassenger } from '#contract/boarding.ts'
import { findPeople, type Person } from '#server/modules/people/users/index.ts'
import {
  aboardSaidOf,
  type Booking,
  boardingWindow,
  bookingStates,
  stateOf,
} from '#server/modules/travel/bookings/index.ts'
import { findTripFacts, placeAt, type TripFacts } from '#server/modules/travel/trips/index.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { BoardingScan } from './boarding.queries.ts'
import type { ScanAnswer } from './record-scans.ts'

type PresentDeps = Pick<Deps, 'db'>

/** Whether the booking has a ticket that boards or has boarded. */
function isGood(booking: Booking): boolean {
  const { ticket } = bookingStates[stateOf(booking, booking.picksUpAt)]
  return ticket === 'good' || ticket === 'used'
}

/** Presents what a phone needs to board without a network. */
export async function presentManifest(
  deps: PresentDeps,
  tripId: string,
  bookings: readonly Booking[],
  conflicts: readonly BoardingScan[],
) {
  const trip = await tripOf(deps, tripId)
  const passengers = await presentPassengers(deps, trip, bookings.filter(isGood))
  return {
    tripId,
    cancelled: trip.status === 'cancelled',
    departsAt: trip.departsAt.toISOString(),
    passengers,
    revoked: bookings.filter((booking) => !isGood(booking)).map(({ id }) => id),
    conflicts: presentConflicts(conflicts, passengers),
  }
}

function presentConflicts(
  scans: readonly BoardingScan[],
  passengers: readonly BoardingPassenger[],
) {
  const ids = [...new Set(scans.map(({ bookingId }) => bookingId))]
  return ids.flatMap((bookingId) => {
    const passenger = passengers.find((each) => each.bookingId === bookingId)
    if (bookingId === null || !passenger) return []
    const own = scans
      .filter((scan) => scan.bookingId === bookingId)
      .map((scan) => ({ device: scan.deviceName, at: scan.scannedAt.toISOString() }))
    // `device` is null when the first use was not a scan.
    const before = { device: null, at: passenger.checkedInAt ?? own[0]?.at ?? '' }
    const all = own.length > 1 ? own : [before, ...own]
    return [{ bookingId, name: passenger.name, scans: all }]
  })
}

export async function presentAnswers(
  deps: PresentDeps,
  tripId: string,
  answers: readonly ScanAnswer[],
) {
  const bookings = answers.flatMap(({ booking }) => (booking ? [booking] : []))
  const passengers = await presentPassengers(deps, await tripOf(deps, tripId), bookings)
  return answers.map(({ booking, usedAt, ...rest }) => ({
    ...rest,
    usedAt: usedAt?.toISOString() ?? null,
    passenger: passengers.find(({ bookingId }) => bookingId === booking?.id) ?? null,
  }))
}

async function tripOf(deps: PresentDeps, tripId: string): Promise<TripFacts> {
  const trip = await findTripFacts(deps.db, tripId.toLowerCase())
  if (!trip) throw new AppError('trip_not_found')
  return trip
}

async function presentPassengers(deps: PresentDeps, trip: TripFacts, bookings: readonly Booking[]) {
  const ids = [...new Set(bookings.map(({ passengerId }) => passengerId))]
  const people = await findPeople(deps.db, ids)
  return bookings.map((booking) => presentPassenger(trip, booking, people))
}

function presentPassenger(trip: TripFacts, booking: Booking, people: Map<string, Person>) {
  // Times of the booking, as on its ticket.
  const stop = (seq: number, at: Date) => {
    return { name: placeAt(trip, seq).name, at: at.toISOString() }
  }
  const window = boardingWindow(booking)
  return {
    bookingId: booking.id,
    generation: booking.generation,
    name: people.get(booking.passengerId)?.name ?? 'Pasajero',
    seats: booking.seats,
    from: stop(booking.fromSeq, booking.picksUpAt),
    to: stop(booking.toSeq, booking.dropsOffAt),
    price: booking.farePesos,
    paymentMode: booking.paymentMode,
    status: booking.status,
    aboardSaid: aboardSaidOf(booking),
    checkedInAt: booking.checkedInAt?.toISOString() ?? null,
    validFrom: window.from.toISOString(),
    validUntil: window.until.toISOString(),
  }
}
