import { recordAudit } from '#server/platform/audit.queries.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { TERMS_VERSION } from './create-user.ts'
import { updateTermsAccepted } from './users.queries.ts'

/**
 * Notes that a person accepted the terms in force and is of age (18 years, terms of 3 July 2025).
 * Asked of accounts that Google or Apple opened; safe to repeat.
 */
export async function acceptTerms(
  deps: Pick<Deps, 'db' | 'clock'>,
  { userId }: ActorId,
): Promise<void> {
  const at = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    if (!(await updateTermsAccepted(tx, { id: userId, version: TERMS_VERSION, at }))) return
    await recordAudit(tx, {
      at,
      actorId: userId,
      action: 'user.accepted-terms',
      subjectKind: 'user',
      subjectId: userId,
      details: { termsVersion: TERMS_VERSION },
    })
  })
}
