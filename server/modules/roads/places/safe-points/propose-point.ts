import type { ProposalBody } from '#contract/safe-points.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { ReadDeps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { type CallKey, claimKey } from '#server/platform/idempotency.queries.ts'
import { placesByIds } from '../find-places.ts'
import { isSamePoint, isWithinReach, type SafePoint } from './safe-point.ts'
import { insertSafePoints, listKnownPointsOfPlace, listPointsByIds } from './safe-points.queries.ts'

/**
 * Adds a proposed point, which others see once a moderator has vetted it. Without a position it is
 * placed at the seat of the municipality. A repeated key returns the same point. Errors:
 * `place_not_found`, `safe_point_far`, `safe_point_exists`.
 */
export async function proposePoint(
  deps: ReadDeps,
  { userId }: ActorId,
  input: { idempotencyKey: CallKey | undefined; proposal: ProposalBody },
): Promise<SafePoint> {
  const { proposal } = input
  const { placeId, hours = null, position, ...words } = proposal
  const [place] = await placesByIds(deps, [placeId])
  if (!place) throw new AppError('place_not_found')
  if (position && !isWithinReach(position, place)) throw new AppError('safe_point_far')
  const { lat, lng } = position ?? place
  const shown = { ...words, hours, lat, lng, approximate: !position }
  const now = deps.clock.now()
  return await inTransaction(deps.db, async (tx) => {
    const key = input.idempotencyKey
    const call = { actorId: userId, operation: 'safe_point.propose', key, request: proposal, now }
    const claim = await claimKey(tx, call, async (id) => (await listPointsByIds(tx, [id]))[0])
    if (!claim.earlier) {
      const known = await listKnownPointsOfPlace(tx, placeId)
      if (known.some((point) => isSamePoint(shown, point))) throw new AppError('safe_point_exists')
      const row = { id: claim.resourceId, place_id: placeId, ...shown, status: 'proposed' }
      await insertSafePoints(tx, [{ ...row, proposed_by: userId, created_at: now }])
    }
    const [point] = await listPointsByIds(tx, [claim.resourceId])
    assert(point, 'the point of an idempotency key')
    return point
  })
}
