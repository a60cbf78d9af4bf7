// Photos of people who are heard: the person of a case, and both sides of a dispute.
import { CONDUCT_PHOTOS } from '#contract/limits.ts'
import { recordStaffAction } from '#server/modules/foundation/staff-actions/index.ts'
import { open, seal } from '#server/platform/crypto.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { ActDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { newId } from '#server/platform/ids.ts'
import { redrawImage } from '#server/platform/image.ts'
import { lockCaseFor, lockHearing } from './hear-person.ts'
import { findHearingPhoto, insertHearingPhoto, listHearingPhotos } from './hearings.queries.ts'
import { PHOTO_SIDE_MAX } from './report-conduct.ts'

type New = { subjectId: string; bytes: Buffer; lock: (tx: Tx) => Promise<unknown> }

const contextOf = (photoId: string) => `hearing_photos:${photoId}`

/**
 * Adds a photo, or the first page of a PDF, to the version of the actor, re-encoded and encrypted;
 * answers their number. `lock` locks what is heard, and throws unless the actor may still add.
 * Errors: `hearing_photo_limit`, and the errors of `redrawImage`.
 */
export async function addHearingPhoto(
  deps: ActDeps,
  { userId: authorId }: ActorId,
  { subjectId, bytes, lock }: New,
): Promise<number> {
  const shape = { side: PHOTO_SIDE_MAX, fit: 'inside', pdf: true } as const
  const image = await redrawImage(bytes, { by: authorId, ...shape })
  return await inTransaction(deps.db, async (tx) => {
    await lock(tx)
    const photos = await listHearingPhotos(tx, [subjectId])
    const before = photos.filter((photo) => photo.authorId === authorId).length
    if (before >= CONDUCT_PHOTOS) throw new AppError('hearing_photo_limit')
    const id = newId()
    const sealed = seal(deps.secrets.dataKey, contextOf(id), image)
    await insertHearingPhoto(tx, { id, subjectId, authorId, sealed, now: deps.clock.now() })
    return before + 1
  })
}

/** Adds a photo to the actor's version of a case. Errors: as `lockHearing`, `addHearingPhoto`. */
export function addPhotoOfCase(
  deps: ActDeps,
  actor: ActorId,
  { caseId, bytes }: { caseId: string; bytes: Buffer },
): Promise<number> {
  const lock = (tx: Tx) => lockHearing(tx, caseId, actor.userId)
  return addHearingPhoto(deps, actor, { subjectId: caseId, bytes, lock })
}

type Viewed = { kind: string; subjectId: string; photoId: string }
type Guarded = Viewed & { lock: (tx: Tx) => Promise<unknown> }

/** Decrypts a photo and records the view; `lock` throws unless allowed. Errors: `not_found`. */
export async function viewHearingPhoto(
  deps: ActDeps,
  actor: ActorId,
  { kind, subjectId, photoId, lock }: Guarded,
): Promise<Buffer> {
  return await inTransaction(deps.db, async (tx) => {
    await lock(tx)
    const photo = await findHearingPhoto(tx, { id: photoId, subjectId })
    if (!photo) throw new AppError('not_found')
    await recordStaffAction(tx, actor, {
      ...{ at: deps.clock.now(), action: 'hearing_photo.viewed', reason: null },
      ...{ subject: { kind, id: subjectId }, details: { photoId } },
    })
    return open(deps.secrets.dataKey, contextOf(photo.id), photo.sealed)
  })
}

/** Shows the team a photo of the person of a case. Errors: as `lockCaseFor`, `not_found`. */
export function viewPhotoOfCase(
  deps: ActDeps,
  actor: ActorId,
  { caseId, photoId }: { caseId: string; photoId: string },
): Promise<Buffer> {
  const lock = (tx: Tx) => lockCaseFor(tx, caseId, actor.userId)
  return viewHearingPhoto(deps, actor, { kind: 'conduct_case', subjectId: caseId, photoId, lock })
}
