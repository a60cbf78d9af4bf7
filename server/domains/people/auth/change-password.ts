import { findUser, passwordOwner, tellUser } from '#server/domains/people/users/users.public.ts'
import { recordAudit } from '#server/platform/audit.queries.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { deleteOpenLinks } from './account.queries.ts'
import { passwordChanged } from './auth.messages.ts'
import { setPassword } from './credentials.ts'
import { closeSessionsOf } from './end-session.ts'
import { hashPassword } from './password.ts'
import { assertStrong } from './password-rules.ts'
import { proveByPassword, requireStepUp } from './step-up.ts'

/**
 * Replaces the password of a person who types the current password, or passed step-up in this
 * session; ends their other sessions.
 * Errors: `wrong_password`, `step_up_required`, `weak_password`, `rate_limited`, `busy`.
 */
export async function changePassword(
  deps: Pick<Deps, 'db' | 'clock' | 'log' | 'metrics' | 'secrets'>,
  actor: Actor,
  input: { current: string | undefined; next: string; ip: string; device: string | null },
): Promise<void> {
  const { userId, sessionId } = actor
  const user = await findUser(deps.db, userId)
  const { current: password, ip } = input
  // Checked before the proof, because a proof is written to the session and a refusal must not
  // write.
  assertStrong(input.next, passwordOwner(user), 'new_password')
  if (password === undefined) await requireStepUp(deps, actor)
  else await proveByPassword(deps, actor, { password, ip })
  const passwordHash = await hashPassword(input.next, { known: true })
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    await setPassword(tx, { userId, passwordHash, now })
    await deleteOpenLinks(tx, userId)
    await closeSessionsOf(tx, { userId, except: sessionId, reason: 'password', now })
    await recordAudit(tx, {
      at: now,
      actorId: userId,
      action: 'password.changed',
      subjectKind: 'user',
      subjectId: userId,
    })
    const data = { device: input.device, at: now.toISOString() }
    await tellUser(tx, deps, passwordChanged, { userId, data })
  })
}
