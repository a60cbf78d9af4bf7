import { commissionOn } from '#contract/commission.ts'
import type { DisputeCase, DisputeSide } from '#contract/disputes.ts'
import { findPeople, findSharedDevices } from '#server/modules/people/users/index.ts'
import {
  type Booking,
  type Facts,
  findFactsOf,
  listBookingRows,
} from '#server/modules/travel/bookings/index.ts'
import { findFirstScans } from '#server/modules/travel/journeys/index.ts'
import { findTripsFacts, placeAt } from '#server/modules/travel/trips/index.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { queueDueAt } from '#server/platform/office-hours.ts'
import { listHearingPhotos } from '../hearings.queries.ts'
import { lastSaidAt } from '../said-at.ts'
import { countHistory, type Dispute } from './disputes.queries.ts'
import { heardUntil, waitsForDriver } from './hear-driver.ts'

export async function presentDisputes(
  deps: Pick<Deps, 'db' | 'config' | 'clock'>,
  { userId: viewerId }: ActorId,
  disputes: readonly Dispute[],
): Promise<DisputeCase[]> {
  const ids = disputes.map((each) => each.bookingId)
  const bookings = new Map((await listBookingRows(deps.db, ids)).map((each) => [each.id, each]))
  const all = [...bookings.values()]
  const tripIds = [...new Set(all.map((each) => each.tripId))]
  const deciders = disputes.flatMap((each) => [each.proposedBy ?? [], each.resolvedBy ?? []].flat())
  const parties = all.flatMap(({ passengerId, driverId }) => [passengerId, driverId])
  const since = addMs(deps.clock.now(), -365 * DAY_MS)
  const [trips, people, facts, scans, sameDevice, history, photos] = await Promise.all([
    findTripsFacts(deps.db, tripIds),
    findPeople(deps.db, [...parties, ...deciders]),
    findFactsOf(deps.db, ids),
    findFirstScans(deps.db, ids),
    findSharedDevices(deps.db, viewerId, deciders),
    countHistory(deps.db, { userIds: [...new Set(parties)], since }),
    listHearingPhotos(deps.db, ids),
  ])
  const changes = await findFirstCars(deps.db, all, facts)
  return disputes.map((dispute) => {
    const booking = bookings.get(dispute.bookingId)
    const trip = booking && trips.get(booking.tripId)
    assert(booking && trip, `dispute of no booking ${dispute.bookingId}`)
    const name = (id: string) => people.get(id)?.name ?? ''
    const { outcome, note, askedAt, answer, words, answeredAt, statement, addition } = dispute
    const own = photos.filter((each) => each.subjectId === booking.id)
    const side = (userId: string, said: Pick<DisputeSide, 'answer' | 'words' | 'saidAt'>) => {
      const { trips = 0, disputes: count = 0, absences = 0 } = history.get(userId) ?? {}
      const photoIds = own.filter(({ authorId }) => authorId === userId).map(({ id }) => id)
      return { userId, name: name(userId), ...said, photoIds, trips, disputes: count, absences }
    }
    const hers = addition === null ? statement : `${statement}\n\n${addition}`
    const waits = !outcome && waitsForDriver(dispute, deps.clock.now())
    return {
      ...{ bookingId: booking.id, outcome, note },
      passenger: side(booking.passengerId, {
        ...{ answer: null, words: hers, saidAt: dispute.openedAt.toISOString() },
      }),
      driver: side(booking.driverId, {
        ...{ answer, words, saidAt: answeredAt?.toISOString() ?? null },
      }),
      heardFrom: waits ? heardUntil({ askedAt }).toISOString() : null,
      driverEarns: booking.farePesos - commissionOn(booking.farePesos, booking.commissionBp),
      openedAt: dispute.openedAt.toISOString(),
      saidAt: lastSaidAt([answeredAt, dispute.addedAt], own)?.toISOString() ?? null,
      dueAt: outcome ? null : queueDueAt(dispute.openedAt).toISOString(),
      resolvedAt: dispute.resolvedAt?.toISOString() ?? null,
      decidedBy: dispute.resolvedBy && name(dispute.resolvedBy),
      tripId: trip.id,
      from: placeAt(trip, booking.fromSeq).name,
      to: placeAt(trip, booking.toSeq).name,
      picksUpAt: booking.picksUpAt.toISOString(),
      price: booking.farePesos,
      paymentMode: booking.paymentMode,
      claimedAt: booking.noShowAt?.toISOString() ?? null,
      deniedCheckInAt: booking.deniedAt ? (booking.checkedInAt?.toISOString() ?? null) : null,
      deniedByName: booking.checkedInBy === 'name',
      change: changes.get(booking.id) ?? null,
      needsSecond: booking.farePesos > deps.config.disputeSecondPerson,
      proposal: presentProposal(dispute, { name, viewerId, sameDevice }),
      carWasThere: facts.get(booking.id)?.driverPassed ?? false,
      arrivalRecordedAt: facts.get(booking.id)?.driverArrivedAt?.toISOString() ?? null,
      scannedAt: scans.get(booking.id)?.toISOString() ?? null,
    }
  })
}

/** The first cars by which passengers say that they missed these bookings, by their ids. */
async function findFirstCars(
  db: Reader,
  bookings: readonly Booking[],
  facts: ReadonlyMap<string, Facts>,
) {
  const missed = bookings.flatMap(({ id, changeMissedAt }) => {
    const other = changeMissedAt && facts.get(id)?.other
    return other ? [{ id, other }] : []
  })
  const firstIds = missed.map(({ other }) => other.id)
  const firsts = await listBookingRows(db, firstIds)
  const driverIds = firsts.map(({ driverId }) => driverId)
  const people = await findPeople(db, driverIds)
  const shown = missed.map(({ id, other: { id: bookingId, dropsOffMs, arrivedMs } }) => {
    const first = firsts.find((each) => each.id === bookingId)
    const driver = (first && people.get(first.driverId)?.name) ?? ''
    const arrivedAt = arrivedMs === null ? null : new Date(arrivedMs).toISOString()
    const plannedAt = new Date(dropsOffMs).toISOString()
    return [id, { bookingId, driver, plannedAt, arrivedAt }] as const
  })
  return new Map<string, DisputeCase['change']>(shown)
}

type Viewing = { name(id: string): string; viewerId: string; sameDevice: ReadonlySet<string> }

function presentProposal(dispute: Dispute, { name, viewerId, sameDevice }: Viewing) {
  const { proposedOutcome: outcome, proposedNote: note, proposedBy, proposedAt } = dispute
  if (!outcome || note === null || !proposedBy || !proposedAt) return null
  const at = proposedAt.toISOString()
  const by = { by: name(proposedBy), at, mine: proposedBy === viewerId }
  return { outcome, note, ...by, sameDevice: sameDevice.has(proposedBy) }
}
