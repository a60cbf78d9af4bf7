import { auditUser, findUser, passwordOwner, tellUser } from '#server/modules/people/users/index.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { namesOfIdentities } from '../oauth/list-identities.ts'
import { deleteOpenLinks } from './account.queries.ts'
import { passwordChanged } from './auth.messages.ts'
import { setPassword } from './auth.queries.ts'
import { closeSessionsOf } from './end-session.ts'
import { hashPassword } from './password.ts'
import { assertStrong } from './password-rules.ts'
import { proveByPassword, requireStepUp } from './step-up.ts'

/**
 * Replaces the password and ends the other sessions; needs the current password or step-up.
 * Errors: `wrong_password`, `step_up_required`, `weak_password`, `rate_limited`, `busy`.
 */
export async function changePassword(
  deps: Pick<Deps, 'db' | 'clock' | 'log' | 'metrics' | 'secrets' | 'urls'>,
  actor: Actor,
  input: { current: string | undefined; next: string; ip: string; device: string | null },
): Promise<void> {
  const { userId, sessionId } = actor
  const user = await findUser(deps.db, userId)
  const { current: password, ip } = input
  // Checked before the proof, which is written to the session: a refusal must not write.
  assertStrong(input.next, passwordOwner(user), 'new_password')
  if (password === undefined) await requireStepUp(deps, actor)
  else await proveByPassword(deps, actor, { password, ip })
  const passwordHash = await hashPassword(input.next, { known: true })
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    await setPassword(tx, { userId, passwordHash, now })
    await deleteOpenLinks(tx, userId)
    await closeSessionsOf(tx, { userId, except: sessionId, reason: 'password', now })
    await auditUser(tx, userId, { at: now, action: 'password.changed' })
    const also = await namesOfIdentities(tx, deps, userId)
    const data = { device: input.device, at: now.toISOString(), also }
    await tellUser(tx, deps, passwordChanged, { userId, data })
  })
}
