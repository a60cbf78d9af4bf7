import type { TripDraftView } from '#contract/trip-drafts.ts'
import { findOwnVehicle } from '#server/modules/people/verification/index.ts'
import { namePlaces } from '#server/modules/roads/places/index.ts'
import { assertMoment, assertNotes } from '#server/modules/travel/trips/index.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps, ReadDeps } from '#server/platform/deps.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { newId } from '#server/platform/ids.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import { TRIP_UNREADABLE } from '../recurrence/series.ts'
import {
  type DraftRequest,
  deleteDraft,
  findDraft,
  replaceDraft,
  type TripDraft,
} from './trip-drafts.queries.ts'

/** Payload: `driverId`. The documents can have been approved just before the draft was saved. */
export const DRAFT_SAVED_JOB = 'trip-drafts.saved'

/**
 * Keeps the driver's trip until the documents are approved; it replaces an earlier one.
 * Errors: `vehicle_not_found`, `trip_departs_in_past`, `trip_too_far_ahead`, `contact_in_text`.
 */
export async function keepDraft(
  deps: Deps,
  { userId: driverId }: ActorId,
  request: DraftRequest,
): Promise<TripDraftView> {
  const { vehicleId, departsAt, notes } = request.trip
  assertMoment(deps, new Date(departsAt))
  if (notes) assertNotes(notes)
  await findOwnVehicle(deps.db, { userId: driverId, vehicleId })
  const draft = { id: newId(), driverId, request, savedAt: deps.clock.now() }
  await inTransaction(deps.db, async (tx) => {
    await replaceDraft(tx, draft)
    await enqueue(tx, deps.clock, { name: DRAFT_SAVED_JOB, payload: { driverId } })
  })
  return await view(deps, { ...draft, status: 'waiting', reason: null, tripId: null })
}

/** Returns the driver's draft, waiting or decided; null without one. */
export async function showDraft(
  deps: ReadDeps,
  { userId }: ActorId,
): Promise<TripDraftView | null> {
  const draft = await findDraft(deps.db, userId)
  return draft ? await view(deps, draft) : null
}

/** Forgets the driver's draft. A repeat is harmless. */
export async function discardDraft(deps: Pick<Deps, 'db'>, { userId }: ActorId): Promise<void> {
  await inTransaction(deps.db, (tx) => deleteDraft(tx, userId))
}

/** A draft that cannot be read departs at the time of its saving, and is refused. */
async function view(
  deps: ReadDeps,
  { status, request, savedAt, reason, tripId }: TripDraft,
): Promise<TripDraftView> {
  const stops = (request?.trip.stops ?? []).filter(({ via }) => !via).map((each) => each.placeId)
  const place = await namePlaces(deps, stops)
  const saved = savedAt.toISOString()
  const isLost = status === 'waiting' && request === null
  const shown = isLost
    ? { status: 'refused' as const, reason: TRIP_UNREADABLE }
    : { status, reason }
  return {
    ...{ ...shown, savedAt: saved, tripId, stops: stops.map((id) => place(id).name) },
    departsAt: request?.trip.departsAt ?? saved,
  }
}
