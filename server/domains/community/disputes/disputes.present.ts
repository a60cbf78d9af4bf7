import type { DisputeCase } from '#contract/disputes.ts'
import { QUEUE_OFFICE_HOURS } from '#contract/team-queues.ts'
import { addOfficeMs } from '#server/domains/community/support/support.public.ts'
import { findPeople, findSharedDevices } from '#server/domains/people/users/users.public.ts'
import { findFirstScans } from '#server/domains/travel/boarding/boarding.public.ts'
import { findFactsOf, listBookingRows } from '#server/domains/travel/bookings/bookings.public.ts'
import { findTripsFacts, placeAt } from '#server/domains/travel/trips/trips.public.ts'
import { HOUR_MS } from '#server/platform/clock.ts'
import type { Deps } from '#server/platform/deps.ts'
import { assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import type { Dispute } from './disputes.queries.ts'

export async function presentDisputes(
  deps: Pick<Deps, 'db' | 'config'>,
  { userId: viewerId }: ActorId,
  disputes: readonly Dispute[],
): Promise<DisputeCase[]> {
  const ids = disputes.map((each) => each.bookingId)
  const bookings = new Map((await listBookingRows(deps.db, ids)).map((each) => [each.id, each]))
  const all = [...bookings.values()]
  const tripIds = [...new Set(all.map((each) => each.tripId))]
  const deciders = disputes.flatMap(({ proposedBy }) => proposedBy ?? [])
  const userIds = [...all.flatMap((each) => [each.passengerId, each.driverId]), ...deciders]
  const [trips, people, facts, scans, sameDevice] = await Promise.all([
    findTripsFacts(deps.db, tripIds),
    findPeople(deps.db, userIds),
    findFactsOf(deps.db, ids),
    findFirstScans(deps.db, ids),
    findSharedDevices(deps.db, viewerId, deciders),
  ])
  return disputes.map((dispute) => {
    const booking = bookings.get(dispute.bookingId)
    const trip = booking && trips.get(booking.tripId)
    assert(booking && trip, `dispute of no booking ${dispute.bookingId}`)
    const name = (id: string) => people.get(id)?.name ?? ''
    const { statement, outcome, note } = dispute
    return {
      ...{ bookingId: booking.id, statement, outcome, note },
      openedAt: dispute.openedAt.toISOString(),
      dueAt: outcome ? null : dueFrom(dispute.openedAt).toISOString(),
      resolvedAt: dispute.resolvedAt?.toISOString() ?? null,
      tripId: trip.id,
      passenger: name(booking.passengerId),
      driver: name(booking.driverId),
      from: placeAt(trip, booking.fromSeq).name,
      to: placeAt(trip, booking.toSeq).name,
      picksUpAt: booking.picksUpAt.toISOString(),
      price: booking.farePesos,
      paymentMode: booking.paymentMode,
      claimedAt: booking.noShowAt?.toISOString() ?? null,
      deniedCheckInAt: booking.deniedAt ? (booking.checkedInAt?.toISOString() ?? null) : null,
      needsSecond: booking.farePesos > deps.config.disputeSecondPerson,
      proposal: presentProposal(dispute, { name, viewerId, sameDevice }),
      carWasThere: facts.get(booking.id)?.driverPassed ?? false,
      arrivalRecordedAt: facts.get(booking.id)?.driverArrivedAt?.toISOString() ?? null,
      scannedAt: scans.get(booking.id)?.toISOString() ?? null,
    }
  })
}

/** Time by which the team decides a dispute, as the queue of the desk counts it. */
function dueFrom(openedAt: Date): Date {
  return addOfficeMs(openedAt, QUEUE_OFFICE_HOURS * HOUR_MS)
}

type Viewing = { name(id: string): string; viewerId: string; sameDevice: ReadonlySet<string> }

function presentProposal(dispute: Dispute, { name, viewerId, sameDevice }: Viewing) {
  const { proposedOutcome: outcome, proposedNote: note, proposedBy } = dispute
  if (!outcome || note === null || !proposedBy) return null
  const by = { by: name(proposedBy), mine: proposedBy === viewerId }
  return { outcome, note, ...by, sameDevice: sameDevice.has(proposedBy) }
}
