import { type ConsentPurpose, textInForce } from '#contract/consent-texts.ts'
import { recordConsent, removePhoto } from '#server/modules/people/users/index.ts'
import { setSelfieConsent } from '#server/modules/people/verification/index.ts'
import { stopLists } from '#server/modules/travel/demand/index.ts'
import { bogotaDate } from '#server/platform/clock.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { ActorId } from '#server/platform/http/session.ts'

/** Gives or withdraws a consent to the text in force; without consent its photo is deleted. */
export async function changeConsent(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'consentTexts'>,
  { userId }: ActorId,
  { purpose, given }: { purpose: ConsentPurpose; given: boolean },
): Promise<void> {
  if (purpose === 'selfie') return await setSelfieConsent(deps, { userId }, { given })
  if (purpose === 'profile_photo' && !given) return await removePhoto(deps, { userId })
  if (purpose === 'list_purchase' && !given) await stopLists(deps, { userId })
  const now = deps.clock.now()
  const { version } = textInForce(purpose, bogotaDate(now), deps.consentTexts)
  await recordConsent(deps.db, { userId, purpose, version, given }, now)
}
