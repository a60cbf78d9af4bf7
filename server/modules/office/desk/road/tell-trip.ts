import { ROAD_MESSAGE_MINUTES } from '#contract/desk-action-limits.ts'
import { recordStaffAction } from '#server/modules/foundation/staff-actions/index.ts'
import { tellUser } from '#server/modules/people/users/index.ts'
import { listSeated } from '#server/modules/travel/bookings/index.ts'
import { findTripFacts, lockTrip, placeAt } from '#server/modules/travel/trips/index.ts'
import { addMs, MINUTE_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { ActDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { insertNote } from '../desk-actions/desk-actions.queries.ts'
import { tripTold } from './road.messages.ts'
import { lastToldAt } from './road.queries.ts'

/** Reason in the trail; the words stand in the note of the trip, which can be erased. */
const REASON = 'Mensaje a todos los del viaje: se lee en las notas del viaje.'

/**
 * Sends a text to the driver and to everybody with a seat, once per id, and answers their number.
 * Errors: `trip_not_found`, `trip_told_lately` within 5 minutes of another text.
 */
export async function tellTrip(
  deps: ActDeps,
  actor: ActorId,
  { tripId, id, text }: { tripId: string; id: string; text: string },
): Promise<{ told: number }> {
  return await inTransaction(deps.db, async (tx) => {
    const at = deps.clock.now()
    await lockTrip(tx, tripId)
    const trip = await findTripFacts(tx, tripId)
    if (!trip) throw new AppError('trip_not_found')
    const seated = await listSeated(tx, [tripId])
    const told = seated.length + 1
    const by = { id, at, actorId: actor.userId, kind: 'trip', subjectId: tripId } as const
    const lastAt = await lastToldAt(tx, tripId)
    const note = { ...by, userId: trip.driverId, text: `A todos los del viaje: ${text}` }
    if (!(await insertNote(tx, note))) return { told }
    if (lastAt && lastAt > addMs(at, -ROAD_MESSAGE_MINUTES * MINUTE_MS)) {
      throw new AppError('trip_told_lately')
    }
    const [from, to] = [placeAt(trip, 0).name, placeAt(trip, trip.places.length - 1).name]
    const facts = { from, to, at: trip.departsAt.toISOString(), text }
    const people = seated.map((one) => [one.passengerId, `/bookings/${one.id}`] as const)
    const driver = [trip.driverId, `/trips/${tripId}?ver=conductor`] as const
    for (const [userId, path] of [driver, ...people]) {
      await tellUser(tx, deps, tripTold, { userId, data: { ...facts, path }, cause: id })
    }
    const details = { people: told, messageId: id }
    const subject = { kind: 'trip', id: tripId }
    await recordStaffAction(tx, actor, {
      at,
      action: 'trip.told',
      subject,
      reason: REASON,
      details,
    })
    return { told }
  })
}
