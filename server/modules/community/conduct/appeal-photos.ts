import { CONDUCT_PHOTOS } from '#contract/limits.ts'
import { recordStaffAction } from '#server/modules/foundation/staff-actions/index.ts'
import { open, seal } from '#server/platform/crypto.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { ActDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { newId } from '#server/platform/ids.ts'
import { redrawImage } from '#server/platform/image.ts'
import {
  findAppealPhoto,
  insertAppealPhoto,
  listAppealPhotosOf,
  lockAppeal,
} from './appeals.queries.ts'
import { PHOTO_SIDE_MAX } from './report-conduct.ts'

const contextOf = (photoId: string) => `appeal_photos:${photoId}`

/**
 * Adds a photo, or the first page of a PDF, to an unanswered appeal of the actor, re-encoded and
 * encrypted; answers their number. Errors: `sanction_not_found`, `appeal_answered`,
 * `appeal_photo_limit`, and the errors of `redrawImage`.
 */
export async function addAppealPhoto(
  deps: ActDeps,
  { userId }: ActorId,
  { sanctionId, bytes }: { sanctionId: string; bytes: Buffer },
): Promise<number> {
  const shape = { side: PHOTO_SIDE_MAX, fit: 'inside', pdf: true } as const
  const image = await redrawImage(bytes, { by: userId, ...shape })
  return await inTransaction(deps.db, async (tx) => {
    const appeal = await lockAppeal(tx, sanctionId)
    if (appeal?.userId !== userId) throw new AppError('sanction_not_found')
    if (appeal.answeredAt) throw new AppError('appeal_answered')
    const before = (await listAppealPhotosOf(tx, [sanctionId])).length
    if (before >= CONDUCT_PHOTOS) throw new AppError('appeal_photo_limit')
    const id = newId()
    const sealed = seal(deps.secrets.dataKey, contextOf(id), image)
    await insertAppealPhoto(tx, { id, sanctionId, sealed, now: deps.clock.now() })
    return before + 1
  })
}

/** Decrypts a photo for the team, after recording the view. Errors: `sanction_not_found`. */
export async function viewAppealPhoto(
  deps: ActDeps,
  actor: ActorId,
  { photoId }: { photoId: string },
): Promise<Buffer> {
  const photo = await findAppealPhoto(deps.db, photoId)
  if (!photo) throw new AppError('sanction_not_found')
  const subject = { kind: 'sanction', id: photo.sanctionId }
  const entry = { at: deps.clock.now(), action: 'appeal_photo.viewed', subject, reason: null }
  await inTransaction(deps.db, (tx) =>
    recordStaffAction(tx, actor, { ...entry, details: { photoId } }),
  )
  return open(deps.secrets.dataKey, contextOf(photo.id), photo.sealed)
}
