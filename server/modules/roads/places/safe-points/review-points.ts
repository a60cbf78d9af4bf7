import { isDeepStrictEqual } from 'node:util'
import type { CorrectionBody } from '#contract/safe-points.ts'
import { recordStaffAction } from '#server/modules/foundation/staff-actions/index.ts'
import { findPeople } from '#server/modules/people/users/index.ts'
import { addMs, MINUTE_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { ReadDeps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { newId } from '#server/platform/ids.ts'
import { enqueueAll } from '#server/platform/jobs/queue.ts'
import { partOf } from '#server/platform/paging.ts'
import { placesByIds } from '../find-places.ts'
import type { Place } from '../network.ts'
import { changeHours } from './change-hours.ts'
import { isWithinReach, type SafePoint, type SafePointReport } from './safe-point.ts'
import {
  decidePoint,
  listOpenReports,
  listPointsByIds,
  listQueue,
  lockPoint,
  type QueueFilter,
  resolveReports,
} from './safe-points.queries.ts'

const PAGE_SIZE = 20

/** Job for the trips that meet at a point which left the list, or has other hours for changes. */
export const POINT_CHANGED_JOB = 'places.point-changed'
/** A booking that read the list just before is found by a second run after these ms. */
const AGAIN_MS = 5 * MINUTE_MS

export type PointCase = {
  point: SafePoint
  place: Place
  proposerName: string | null
  reports: SafePointReport[]
}

/** Reads a page of the moderation queue, what has waited longest first. */
export async function readPointQueue(
  deps: ReadDeps,
  input: { filter: QueueFilter; page: number },
): Promise<{ cases: PointCase[]; total: number; totalPages: number }> {
  const at = partOf(input.page, PAGE_SIZE)
  const { points, total } = await listQueue(deps.db, input.filter, at)
  const placeIds = points.map(({ placeId }) => placeId)
  const places = await placesByIds(deps, placeIds)
  const proposers = points.flatMap(({ proposedBy }) => proposedBy ?? [])
  const people = await findPeople(deps.db, proposers)
  const ids = points.map(({ id }) => id)
  const reports = Map.groupBy(await listOpenReports(deps.db, ids), (report) => report.safePointId)
  const cases = points.flatMap((point) => {
    const place = places.find(({ id }) => id === point.placeId)
    const proposerName = people.get(point.proposedBy ?? '')?.name ?? null
    return place ? [{ point, place, proposerName, reports: reports.get(point.id) ?? [] }] : []
  })
  return { cases, total, totalPages: Math.ceil(total / PAGE_SIZE) }
}

type Ruled = { safePointId: string }

/**
 * Shows a point to everybody, with corrections, and closes its reports. Errors: `safe_point_far`,
 * `safe_point_not_found`, `forbidden` (the moderator's own proposal).
 */
export async function vetPoint(
  deps: ReadDeps,
  actor: ActorId,
  ruling: Ruled & { correction: CorrectionBody },
): Promise<SafePoint> {
  const { position, ...words } = ruling.correction
  return await rule(deps, actor, ruling, async (point) => {
    const [place] = await placesByIds(deps, [point.placeId])
    if (position && place && !isWithinReach(position, place)) throw new AppError('safe_point_far')
    const checked = position ? { ...position, approximate: false } : {}
    return { status: 'vetted', reason: null, ...words, ...checked }
  })
}

/** Hides a point, closes its reports. Errors: `safe_point_not_found`, `forbidden` (own point). */
export async function hidePoint(
  deps: ReadDeps,
  actor: ActorId,
  ruling: Ruled & { reason: string },
): Promise<SafePoint> {
  return await rule(deps, actor, ruling, async () => ({ status: 'hidden', reason: ruling.reason }))
}

/** Applies one decision about a point at a time and records it in the audit trail. */
async function rule(
  deps: ReadDeps,
  { userId: reviewerId }: ActorId,
  { safePointId }: Ruled,
  decide: (point: SafePoint) => Promise<Parameters<typeof decidePoint>[2]>,
): Promise<SafePoint> {
  const by = { userId: reviewerId, at: deps.clock.now() }
  return await inTransaction(deps.db, async (tx) => {
    const point = await lockPoint(tx, safePointId)
    if (!point) throw new AppError('safe_point_not_found')
    if (point.proposedBy === reviewerId) throw new AppError('forbidden')
    const decision = await decide(point)
    await decidePoint(tx, safePointId, decision, by)
    await resolveReports(tx, safePointId, by)
    await recordStaffAction(tx, by, {
      at: by.at,
      action: `safe_point.${decision.status}`,
      subject: { kind: 'safe_point', id: point.id },
      reason: decision.reason,
      details: { before: point.status, ...decision },
    })
    const [after] = await listPointsByIds(tx, [safePointId])
    assert(after, 'a locked point')
    const mayClose = !isDeepStrictEqual(changeHours(after), changeHours(point))
    if (point.status === 'vetted' && (after.status !== 'vetted' || mayClose)) {
      const job = { name: POINT_CHANGED_JOB, payload: { safePointId, causeId: newId() } }
      await enqueueAll(tx, deps.clock, [job, { ...job, runAt: addMs(by.at, AGAIN_MS) }])
    }
    return after
  })
}
