import { textInForce } from '#contract/consent-texts.ts'
import { bogotaDate } from '#server/platform/clock.ts'
import { sha256Hex } from '#server/platform/crypto.ts'
import { inTransaction, type Reader, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { redrawImage } from '#server/platform/image.ts'
import { auditUser } from './audit-user.ts'
import { consentOf, recordConsent } from './consents/record-consent.ts'
import { clearDriverPhoto, queueDriverPhoto } from './driver-photos.queries.ts'
import { lockUser } from './grow-into-driver.ts'
import { deletePhotoRow, findPhotoOf, savePhotoRow, updatePhotoVersion } from './users.queries.ts'

/** Side of the stored square in pixels: twice the largest display size. */
const SIDE = 512
/** Side of the small photo for cards and lists in pixels; it needs a fortieth of the bytes. */
const SMALL_SIDE = 128

type PhotoDeps = Pick<Deps, 'db' | 'clock' | 'consentTexts'>

/**
 * Stores a photo to which the person agreed: a new image made from the pixels of the upload; the
 * uploaded bytes are discarded. A driver's photo is queued for review.
 * Errors: `file_type_unsupported`, `image_too_large`, `file_unreadable`, `busy`.
 */
export async function setPhoto(deps: PhotoDeps, { userId }: ActorId, input: { bytes: Buffer }) {
  const image = await redrawImage(input.bytes, { by: userId, side: SIDE, fit: 'cover' })
  const small = await redrawImage(image, { by: userId, side: SMALL_SIDE, fit: 'cover' })
  const version = sha256Hex(image).slice(0, 12)
  const at = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    await lockUser(tx, userId)
    await recordAnswer(tx, deps, { userId, given: true })
    await savePhotoRow(tx, { userId, image, small, at })
    await updatePhotoVersion(tx, { userId, version })
    await clearDriverPhoto(tx, userId)
    await queueDriverPhoto(tx, { userId, at })
    await auditUser(tx, userId, { at, action: 'user.photo_set' })
  })
}

/** Deletes the profile photo and withdraws its consent. Idempotent. */
export async function removePhoto(deps: PhotoDeps, { userId }: ActorId): Promise<void> {
  const at = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    await lockUser(tx, userId)
    if (await consentOf(tx, userId, 'profile_photo')) {
      await recordAnswer(tx, deps, { userId, given: false })
    }
    if (!(await deletePhotoRow(tx, userId))) return
    await updatePhotoVersion(tx, { userId, version: null })
    await clearDriverPhoto(tx, userId)
    await auditUser(tx, userId, { at, action: 'user.photo_removed' })
  })
}

async function recordAnswer(tx: Tx, deps: PhotoDeps, answer: { userId: string; given: boolean }) {
  const now = deps.clock.now()
  const { version } = textInForce('profile_photo', bogotaDate(now), deps.consentTexts)
  await recordConsent(tx, { ...answer, purpose: 'profile_photo', version }, now)
}

/** Returns the public photo; an old one has only one size. Errors: `photo_not_found`. */
export async function viewPhoto(
  reader: Reader,
  wanted: { userId: string; size?: 'small' | undefined },
): Promise<Buffer> {
  const photo = await findPhotoOf(reader, wanted)
  if (!photo) throw new AppError('photo_not_found')
  return photo
}
