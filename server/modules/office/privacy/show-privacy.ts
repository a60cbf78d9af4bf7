import { announcedText, CONSENT_PURPOSES, textInForce } from '#contract/consent-texts.ts'
import type { PrivacyView } from '#contract/privacy.ts'
import { consentsOf } from '#server/modules/people/users/index.ts'
import { bogotaDate } from '#server/platform/clock.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { isoDates } from '#server/platform/iso-dates.ts'
import { beforeClosing } from './before-closing.ts'
import { findClosingOf } from './closings.queries.ts'
import { findLastExport } from './privacy.queries.ts'

type ViewDeps = Pick<Deps, 'db' | 'clock' | 'consentTexts' | 'registry'>

/** Shows a person's consents, last export, and the closing of their account. */
export async function showPrivacy(deps: ViewDeps, { userId }: ActorId): Promise<PrivacyView> {
  const now = deps.clock.now()
  const coming = announcedText('terms', bogotaDate(now), deps.consentTexts)
  const made = await findLastExport(deps.db, { userId, now })
  const closing = await findClosingOf(deps.db, userId)
  return {
    consents: await shownConsents(deps, userId),
    export: made ? isoDates(made) : null,
    closing: closing
      ? {
          ...isoDates({ askedAt: closing.asked_at, dueAt: closing.due_at }),
          canTakeBack: closing.started_at === null,
        }
      : null,
    beforeClosing: await beforeClosing(deps, userId),
    coming: coming ? { version: coming.version, changes: coming.changes ?? '' } : null,
  }
}

async function shownConsents(deps: ViewDeps, userId: string): Promise<PrivacyView['consents']> {
  const today = bogotaDate(deps.clock.now())
  const last = await consentsOf(deps.db, userId)
  return CONSENT_PURPOSES.map((purpose) => {
    const { title, text } = textInForce(purpose, today, deps.consentTexts)
    const { given = false, version = null, at } = last[purpose] ?? {}
    const ends = ['selfie', 'profile_photo', 'list_purchase'].includes(purpose)
    const canChange = purpose === 'marketing' || (ends && given)
    return { purpose, title, text, given, version, at: at?.toISOString() ?? null, canChange }
  })
}
