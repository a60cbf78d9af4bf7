// The profile photo that publishing requires, and its review by eye.
import { photoRule } from '#contract/consent-texts.ts'
import type { OwnPhoto } from '#contract/verification.ts'
import { addMs, bogotaDate, DAY_MS, startOfBogotaDate } from '#server/platform/clock.ts'
import type { Reader, Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { auditUser } from './audit-user.ts'
import { consentOf } from './consents/record-consent.ts'
import {
  type DriverPhotoRow,
  findDriverPhoto,
  listDriversWithoutPhoto,
  saveAccepted,
  saveDueOn,
  saveRefused,
} from './driver-photos.queries.ts'
import { findUser } from './find-user.ts'
import { photoUrls } from './person.ts'
import { deletePhotoRow, type UserRow, updatePhotoVersion } from './users.queries.ts'

type RuleDeps = Pick<Deps, 'clock' | 'consentTexts'>

/** Reads a person's profile photo as publishing sees it. A photo without its consent is missing. */
export async function readDriverPhoto(
  reader: Reader,
  deps: RuleDeps,
  { userId }: { userId: string },
): Promise<OwnPhoto> {
  const user = await findUser(reader, userId)
  const row = await findDriverPhoto(reader, userId)
  const version = await agreedVersion(reader, user)
  const dueOn = version === null ? dueDay(deps, user, row) : null
  if (version === null) {
    const reason = row?.refusedReason ?? null
    return { url: null, state: reason === null ? 'missing' : 'refused', reason, dueOn }
  }
  const state = row?.acceptedVersion === version ? 'accepted' : 'set'
  return { url: photoUrls(user)?.full ?? null, state, reason: null, dueOn }
}

/**
 * Refuses a driver without a profile photo, except one who was approved before the rule, until the
 * last day that the driver was told. Errors: `profile_photo_needed`.
 */
export async function requireDriverPhoto(
  reader: Reader,
  deps: RuleDeps,
  { userId }: { userId: string },
): Promise<void> {
  const { url, dueOn } = await readDriverPhoto(reader, deps, { userId })
  if (url === null && dueOn === null) throw new AppError('profile_photo_needed')
}

/** Version of the photo, if the person agreed to its use. */
async function agreedVersion(reader: Reader, user: UserRow): Promise<string | null> {
  if (user.photo_version === null) return null
  const consent = await consentOf(reader, user.id, 'profile_photo')
  return consent?.given ? user.photo_version : null
}

/** Last day without a photo; null when it is over, and for people not approved before the rule. */
function dueDay(deps: RuleDeps, user: UserRow, row: DriverPhotoRow | undefined): string | null {
  const { from } = photoRule(deps.consentTexts)
  const verifiedAt = user.identity_verified_at
  if (!user.roles.includes('driver') || !verifiedAt || bogotaDate(verifiedAt) >= from) return null
  // The full period starts only when the driver is notified.
  const dueOn = row?.dueOn ?? dayFor(deps)
  return dueOn >= bogotaDate(deps.clock.now()) ? dueOn : null
}

const GRACE_MS = 30 * DAY_MS

/** 30 days from today, or the day of the announcement where that is later. */
function dayFor(deps: RuleDeps): string {
  const { until } = photoRule(deps.consentTexts)
  const inGrace = bogotaDate(addMs(deps.clock.now(), GRACE_MS))
  if (inGrace <= until) return until
  return inGrace
}

/** Lists drivers who were approved before the rule, have no photo, and were not told of it. */
export async function listUntoldOfPhoto(
  reader: Reader,
  deps: RuleDeps,
  { limit }: { limit: number },
): Promise<string[]> {
  const { from } = photoRule(deps.consentTexts)
  if (bogotaDate(deps.clock.now()) < from) return []
  return await listDriversWithoutPhoto(reader, { verifiedBefore: startOfBogotaDate(from), limit })
}

/** Starts the 30 days of a driver; returns their last day. */
export async function startPhotoGrace(
  tx: Tx,
  deps: RuleDeps,
  { userId }: { userId: string },
): Promise<string> {
  const dueOn = dayFor(deps)
  await saveDueOn(tx, { userId, dueOn })
  return dueOn
}

/** The photo that a verifier compares; undefined when there is none, or it was accepted. */
export async function findPhotoToReview(
  reader: Reader,
  userId: string,
): Promise<{ url: string; version: string } | undefined> {
  const user = await findUser(reader, userId)
  const version = await agreedVersion(reader, user)
  const urls = photoUrls(user)
  if (version === null || !urls) return undefined
  const row = await findDriverPhoto(reader, userId)
  return row?.acceptedVersion === version ? undefined : { url: urls.full, version }
}

type Judged = { userId: string; version: string; verifierId: string; at: Date }

/** Records that the photo shows the person of the documents. Errors: `photo_changed`. */
export async function acceptPhoto(tx: Tx, judged: Judged): Promise<void> {
  const { userId, version, verifierId: actorId, at } = judged
  await requireVersion(tx, judged)
  await saveAccepted(tx, { userId, version })
  await auditUser(tx, userId, { at, actorId, action: 'user.photo_accepted' })
}

/** Removes a photo that does not show the person of the documents. Errors: `photo_changed`. */
export async function refusePhoto(tx: Tx, judged: Judged & { reason: string }): Promise<void> {
  const { userId, reason, verifierId: actorId, at } = judged
  await requireVersion(tx, judged)
  await deletePhotoRow(tx, userId)
  await updatePhotoVersion(tx, { userId, version: null })
  await saveRefused(tx, { userId, reason })
  await auditUser(tx, userId, { at, actorId, action: 'user.photo_refused', details: { reason } })
}

async function requireVersion(tx: Tx, { userId, version }: Judged): Promise<void> {
  if ((await findUser(tx, userId)).photo_version !== version) throw new AppError('photo_changed')
}
