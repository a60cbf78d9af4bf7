// A selfie is sensitive data (Ley 1581 de 2012, art. 6): optional, with its own consent.
import { textInForce } from '#contract/consent-texts.ts'
import { consentOf, lockUser, recordConsent } from '#server/modules/people/users/index.ts'
import { bogotaDate } from '#server/platform/clock.ts'
import { inTransaction, type Reader } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { deletePhotos } from './delete-photos.ts'
import { listFilesOfSelfies, supersedeSelfies } from './photos.queries.ts'

export async function hasSelfieConsent(reader: Reader, userId: string): Promise<boolean> {
  return (await consentOf(reader, userId, 'selfie'))?.given ?? false
}

/** Refuses a selfie without consent. Errors: `selfie_consent_needed`. */
export async function requireSelfieConsent(reader: Reader, userId: string): Promise<void> {
  if (!(await hasSelfieConsent(reader, userId))) throw new AppError('selfie_consent_needed')
}

/**
 * Gives or withdraws the consent. A withdrawal deletes every selfie; if the process stops before,
 * or another screen withdraws it, the job that deletes photos does it.
 */
export async function setSelfieConsent(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'consentTexts'>,
  { userId }: ActorId,
  { given }: { given: boolean },
): Promise<void> {
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    await lockUser(tx, userId)
    const { version } = textInForce('selfie', bogotaDate(now), deps.consentTexts)
    await recordConsent(tx, { userId, purpose: 'selfie', version, given }, now)
    if (!given) await supersedeSelfies(tx, userId)
  })
  if (!given) await deletePhotos(deps, await listFilesOfSelfies(deps.db, userId))
}
