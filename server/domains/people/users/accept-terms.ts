import { textInForce } from '#contract/consent-texts.ts'
import { recordTerms } from '#server/domains/foundation/consents/consents.public.ts'
import { recordAudit } from '#server/platform/audit.queries.ts'
import { bogotaDate } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { updateTermsAccepted } from './users.queries.ts'

/**
 * Records that a person accepted the terms in force and is of age (18 years, terms of 3 July 2025).
 * Accounts opened through Google or Apple are asked for it, and everybody when new terms come into
 * force. Idempotent.
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
    await recordAudit(tx, {
      at,
      actorId: userId,
      action: 'user.accepted-terms',
      subjectKind: 'user',
      subjectId: userId,
      details: { termsVersion: version },
    })
  })
}
