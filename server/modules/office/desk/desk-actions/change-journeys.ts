import type { DeskDone } from '#contract/desk-actions.ts'
import type { Permission } from '#contract/permissions.ts'
import { authorizeAct, type TeamAct, tellUser } from '#server/modules/people/users/index.ts'
import {
  cancelTrip,
  listBookingRows,
  withdrawByTeam,
} from '#server/modules/travel/bookings/index.ts'
import { findTeamPause, pauseTrip, resumeTrip } from '#server/modules/travel/trip-changes/index.ts'
import { findTripFacts, placeAt, type TripFacts } from '#server/modules/travel/trips/index.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { ActDeps, Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { tripEndedByTeam } from './desk-actions.messages.ts'
import { listPassengerIds, listSeatedIds } from './desk-actions.queries.ts'
import { recordDone } from './subject.ts'

type OfTrip = { tripId: string; reason: string }

/** Reason that everybody reads on a trip; that of the team stays in its trail. */
const PUBLIC_REASON = 'Lo canceló el equipo de Cupo.'

/**
 * Cancels a booking before its pick-up with a full refund; both sides are told. Errors:
 * `booking_not_found`, `booking_not_cancellable`, `trip_departed`, those of `authorizeAct`.
 */
export async function cancelBookingByTeam(
  deps: ActDeps,
  actor: ActorId,
  { bookingId, reason }: { bookingId: string; reason: string },
): Promise<DeskDone> {
  const subject = { kind: 'booking', id: bookingId }
  const entry = { at: deps.clock.now(), action: 'booking.cancelled_by_team', subject, reason }
  const [known] = await listBookingRows(deps.db, [bookingId])
  const affected = known ? [known.passengerId, known.driverId] : []
  const act = { permission: 'disputes.resolve', affected, subject } as const
  await assertOfOthers(deps, actor, act)
  const { result, note } = inTrail(actor, { ...entry, told: 2 })
  await withdrawByTeam(deps, actor, { bookingId, note })
  return result()
}

/**
 * Cancels a trip before its departure with full refunds and without a mark for the driver.
 * Everybody is told. Errors: `trip_not_found`, `trip_not_cancellable`, those of `authorizeAct`.
 */
export async function cancelTripByTeam(
  deps: Deps,
  actor: ActorId,
  { tripId, reason }: OfTrip,
): Promise<DeskDone> {
  const trip = await requireTrip(deps, actor, tripId, 'disputes.resolve')
  if (trip.status === 'cancelled') throw new AppError('trip_not_cancellable')
  const people = await listPassengerIds(deps.db, tripId)
  const subject = { kind: 'trip', id: tripId }
  const entry = { at: deps.clock.now(), action: 'trip.cancelled_by_team', subject, reason }
  const { result, note } = inTrail(actor, { ...entry, told: people.length + 1 })
  const byTeam = {
    note: async (tx: Tx) => {
      await note(tx)
      const data = factsFor(trip)
      await tellUser(tx, deps, tripEndedByTeam, { userId: trip.driverId, data, cause: tripId })
    },
  }
  await cancelTrip(deps, { userId: trip.driverId }, { tripId, reason: PUBLIC_REASON, byTeam })
  return result()
}

/**
 * Stops the sales of a trip until the team resumes it. Everybody is told. Errors:
 * `trip_not_found`, `trip_pause_unchanged`, those of `authorizeAct`.
 */
export function pauseTripByTeam(deps: Deps, actor: ActorId, asked: OfTrip): Promise<DeskDone> {
  const pause = { tripId: asked.tripId, cause: 'team' as const, lacking: [] }
  return changeSales(deps, actor, { ...asked, action: 'trip.paused_by_team' }, (note) =>
    pauseTrip(deps, pause, note),
  )
}

/** Ends the team's own pause of a trip. Errors: as `pauseTripByTeam`. */
export function resumeTripByTeam(deps: Deps, actor: ActorId, asked: OfTrip): Promise<DeskDone> {
  const { tripId } = asked
  return changeSales(deps, actor, { ...asked, action: 'trip.resumed_by_team' }, async (note) => {
    const pausedAt = await findTeamPause(deps.db, tripId)
    return pausedAt ? await resumeTrip(deps, { tripId, cause: 'team', pausedAt }, note) : false
  })
}

/** `change` answers false when the sales are as asked for already. */
async function changeSales(
  deps: Deps,
  actor: ActorId,
  { tripId, reason, action }: OfTrip & { action: string },
  change: (note: (tx: Tx) => Promise<void>) => Promise<boolean>,
): Promise<DeskDone> {
  await requireTrip(deps, actor, tripId, 'conduct.decide')
  const people = await listPassengerIds(deps.db, tripId)
  const subject = { kind: 'trip', id: tripId }
  const entry = { at: deps.clock.now(), action, subject, reason, told: people.length + 1 }
  const { result, note } = inTrail(actor, entry)
  if (!(await change(note))) throw new AppError('trip_pause_unchanged')
  return result()
}

/** Writes the trail inside of the transaction of another module, and hands out what was written. */
function inTrail(actor: ActorId, entry: Parameters<typeof recordDone>[2]) {
  let done: DeskDone | undefined
  return {
    note: async (tx: Tx) => {
      done = await recordDone(tx, actor, entry)
    },
    result: (): DeskDone => {
      // Somebody else cancelled the trip between our reading and the transaction.
      if (!done) throw new AppError('trip_not_cancellable')
      return done
    },
  }
}

async function requireTrip(deps: ActDeps, actor: ActorId, tripId: string, permission: Permission) {
  const trip = await findTripFacts(deps.db, tripId)
  if (!trip) throw new AppError('trip_not_found')
  const affected = [trip.driverId, ...(await listSeatedIds(deps.db, tripId))]
  await assertOfOthers(deps, actor, { permission, affected, subject: { kind: 'trip', id: tripId } })
  return trip
}

/**
 * Refuses who has, or had, a seat in the trip, or drives it: they act on it only as such. In a
 * transaction of its own, because the change is one of another module, and a refusal is recorded.
 */
async function assertOfOthers(
  deps: ActDeps,
  { userId: actor }: ActorId,
  act: Pick<TeamAct, 'permission' | 'affected' | 'subject'>,
): Promise<void> {
  await inTransaction(deps.db, (tx) => authorizeAct(tx, deps, { actor, signs: 'alone', ...act }))
}

function factsFor(trip: TripFacts) {
  const [from, to] = [placeAt(trip, 0), placeAt(trip, trip.places.length - 1)]
  const path = `/trips/${trip.id}?ver=conductor`
  return { path, from: from.name, to: to.name, at: trip.departsAt.toISOString() }
}
