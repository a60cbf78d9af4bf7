import type { DisputeCase } from '#contract/disputes.ts'
import { firstScans } from '#server/domains/boarding/boarding.public.ts'
import {
  type Booking,
  boardedUpTo,
  findBookings,
} from '#server/domains/bookings/bookings.public.ts'
import { findTripsFacts, placeAt } from '#server/domains/trips/trips.public.ts'
import { findPeople } from '#server/domains/users/users.public.ts'
import type { Deps } from '#server/platform/deps.ts'
import { assert } from '#server/platform/errors.ts'
import type { Dispute } from './disputes.queries.ts'

/** Disputes with what is known of them, in the order given. */
export async function presentDisputes(
  deps: Pick<Deps, 'db'>,
  disputes: readonly Dispute[],
): Promise<DisputeCase[]> {
  const ids = disputes.map((each) => each.bookingId)
  const bookings = new Map((await findBookings(deps.db, ids)).map((each) => [each.id, each]))
  const all = [...bookings.values()]
  const tripIds = [...new Set(all.map((each) => each.tripId))]
  const userIds = all.flatMap((each) => [each.passengerId, each.driverId])
  const [trips, people, boarded, scans] = await Promise.all([
    findTripsFacts(deps.db, tripIds),
    findPeople(deps.db, userIds),
    boardedUpTo(deps.db, tripIds),
    firstScans(deps.db, ids),
  ])
  return disputes.map((dispute) => {
    const booking = bookings.get(dispute.bookingId)
    const trip = booking && trips.get(booking.tripId)
    assert(booking && trip, `dispute of no booking ${dispute.bookingId}`)
    const name = (id: string) => people.get(id)?.name ?? ''
    return {
      ...presentWords(dispute),
      tripId: trip.id,
      passenger: name(booking.passengerId),
      driver: name(booking.driverId),
      from: placeAt(trip, booking.fromSeq).name,
      to: placeAt(trip, booking.toSeq).name,
      picksUpAt: booking.picksUpAt.toISOString(),
      price: booking.farePesos,
      paymentMode: booking.paymentMode,
      claimedAt: booking.noShowAt?.toISOString() ?? null,
      carWasThere: wasThere(booking, boarded),
      scannedAt: scans.get(booking.id)?.toISOString() ?? null,
    }
  })
}

/** Somebody else was seen to get on at that stop, or at a later one. */
function wasThere(booking: Booking, boarded: Map<string, number>): boolean {
  return (boarded.get(booking.tripId) ?? -1) >= booking.fromSeq
}

function presentWords(dispute: Dispute) {
  const { bookingId, openedAt, statement, outcome, note, resolvedAt } = dispute
  return {
    bookingId,
    openedAt: openedAt.toISOString(),
    statement,
    outcome,
    note,
    resolvedAt: resolvedAt?.toISOString() ?? null,
  }
}
