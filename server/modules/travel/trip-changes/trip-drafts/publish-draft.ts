import type { ErrorCode } from '#contract/errors.ts'
import { tellUser } from '#server/modules/people/users/index.ts'
import { requireVerifiedDriver } from '#server/modules/people/verification/index.ts'
import { placesByIds } from '#server/modules/roads/places/index.ts'
import { isPassing, publishTrip } from '#server/modules/travel/trips/index.ts'
import { addMs, MINUTE_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { JobPostponed } from '#server/platform/jobs/lanes.ts'
import { createSeries } from '../recurrence/create-series.ts'
import { tripUnreadable } from '../recurrence/recurrence.messages.ts'
import { TRIP_UNREADABLE } from '../recurrence/series.ts'
import { tripDraftPublished, tripDraftRefused } from './trip-drafts.messages.ts'
import { type DraftRequest, decideDraft, findDraft, type TripDraft } from './trip-drafts.queries.ts'

/** Documents are still missing: the draft goes on waiting. */
const WAITS: readonly ErrorCode[] = ['identity_not_verified', 'vehicle_not_verified']

/** After this time a draft is tried again that met publishing switched off. */
const OFF_MS = 15 * MINUTE_MS

type Outcome = { tripId: string | null; reason: string | null; path: string }

/**
 * Publishes the driver's waiting trip by the rules of publishing, and tells the driver; a refusal
 * is told with its reason. Nothing happens while documents are missing, and the job is postponed
 * while publishing is off. Idempotent: the id of the draft is the key of its publication.
 */
export async function publishDraft(deps: Deps, { driverId }: { driverId: string }): Promise<void> {
  const draft = await findDraft(deps.db, driverId)
  if (draft?.status !== 'waiting') return
  const { id, request, savedAt } = draft
  if (!request) {
    const data = { savedAt: savedAt.toISOString(), weekly: null }
    deps.log.error({ draftId: id }, 'a stored draft cannot be read')
    return await inTransaction(deps.db, async (tx) => {
      const now = deps.clock.now()
      if (!(await decideDraft(tx, { id, tripId: null, reason: TRIP_UNREADABLE, now }))) return
      await tellUser(tx, deps, tripUnreadable, { userId: driverId, cause: id, data })
    })
  }
  const outcome = await outcomeOf(deps, { ...draft, request })
  if (outcome === 'waits') return
  const { stops, departsAt } = request.trip
  const placeIds = stops.map((stop) => stop.placeId)
  const places = await placesByIds(deps, placeIds)
  const ends = { from: places[0]?.name ?? '', to: places.at(-1)?.name ?? '', at: departsAt }
  await inTransaction(deps.db, async (tx) => {
    const { tripId, reason, path } = outcome
    const now = deps.clock.now()
    const isDecided = await decideDraft(tx, { id, tripId, reason, now })
    // A draft that was replaced or discarded meanwhile: a published trip is told all the same.
    if (!isDecided && reason !== null) return
    const to = { userId: driverId, cause: id }
    if (reason === null)
      await tellUser(tx, deps, tripDraftPublished, { ...to, data: { ...ends, path } })
    else await tellUser(tx, deps, tripDraftRefused, { ...to, data: { ...ends, reason } })
  })
}

type Readable = TripDraft & { request: DraftRequest }

async function outcomeOf(deps: Deps, draft: Readable): Promise<Outcome | 'waits'> {
  const { vehicleId, departsAt } = draft.request.trip
  const asked = { userId: draft.driverId, vehicleId, on: new Date(departsAt) }
  try {
    // Checked first: a draft with missing documents is not refused for anything else.
    await requireVerifiedDriver(deps.db, { ...asked, now: deps.clock.now() })
    return await publish(deps, draft)
  } catch (error) {
    if (error instanceof AppError && error.code === 'publishing_off') {
      throw new JobPostponed(addMs(deps.clock.now(), OFF_MS), 'publishing is off')
    }
    // The job is run again.
    if (!(error instanceof AppError) || isPassing(error)) throw error
    if (WAITS.includes(error.code)) return 'waits'
    return { tripId: null, reason: error.message, path: '/publish' }
  }
}

async function publish(deps: Deps, { id, driverId, request }: Readable): Promise<Outcome> {
  const idempotencyKey = `draft:${id}`
  const actor = { userId: driverId }
  const { trip, repeat } = request
  if (repeat) {
    await createSeries(deps, actor, { trip, ...repeat, idempotencyKey })
    return { tripId: null, reason: null, path: '/my-trips?ver=conductor' }
  }
  const published = await publishTrip(deps, actor, { ...trip, idempotencyKey })
  return { tripId: published.id, reason: null, path: `/trips/${published.id}?ver=conductor` }
}
