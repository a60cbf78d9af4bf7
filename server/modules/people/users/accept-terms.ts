import { textInForce } from '#contract/consent-texts.ts'
import { bogotaDate } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { auditUser } from './audit-user.ts'
import { recordTerms } from './consents/record-consent.ts'
import { updateTermsAccepted } from './users.queries.ts'

/**
 * Records that a person accepted the terms in force and is of age (18 years, terms of 3 July 2025).
 * Accounts of providers are asked, and everybody when new terms come into force. Idempotent.
 */
export async function acceptTerms(
  deps: Pick<Deps, 'db' | 'clock' | 'consentTexts'>,
  { userId }: ActorId,
): Promise<void> {
  const at = deps.clock.now()
  const texts = deps.consentTexts
  const { version } = textInForce('terms', bogotaDate(at), texts)
  await inTransaction(deps.db, async (tx) => {
    if (!(await updateTermsAccepted(tx, { id: userId, version, at }))) return
    await recordTerms(tx, { userId, via: 'terms', texts }, at)
    const details = { termsVersion: version }
    await auditUser(tx, userId, { at, action: 'user.accepted-terms', details })
  })
}
