import { recordAudit } from '#server/platform/audit.queries.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { type RevokeReason, revokeSessionRow, revokeSessionsOf } from './auth.queries.ts'
import { readRefreshToken } from './refresh-token.ts'

/** Ends the sessions that the caller can name: by access token, by refresh token, or both. */
export async function endSession(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets'>,
  caller: { actor: Actor | null; refreshToken: string | undefined },
): Promise<void> {
  const token = readRefreshToken(deps.secrets, caller.refreshToken)
  const ids = new Set([caller.actor?.sessionId, token?.sessionId].filter((id) => id !== undefined))
  if (ids.size === 0) return
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    for (const id of [...ids].sort()) {
      const userId = await revokeSessionRow(tx, { id, reason: 'logout', now })
      if (!userId) continue
      await recordAudit(tx, {
        at: now,
        actorId: userId,
        action: 'session.closed',
        subjectKind: 'session',
        subjectId: id,
      })
    }
  })
}

/** Ends one of the person's own sessions. Errors: `not_found`, also for somebody else's. */
export async function closeSession(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  sessionId: string,
): Promise<void> {
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const owner = await revokeSessionRow(tx, { id: sessionId, reason: 'logout', now })
    if (owner !== actor.userId) throw new AppError('not_found')
    await recordAudit(tx, {
      at: now,
      actorId: owner,
      action: 'session.closed',
      subjectKind: 'session',
      subjectId: sessionId,
    })
  })
}

/** Ends every session of a person, or every other than `except`; answers how many. */
export async function closeSessionsOf(
  tx: Tx,
  input: { userId: string; except: string | null; reason: RevokeReason; now: Date },
): Promise<number> {
  const closed = await revokeSessionsOf(tx, input)
  await recordAudit(tx, {
    at: input.now,
    actorId: input.userId,
    action: 'session.all_closed',
    subjectKind: 'user',
    subjectId: input.userId,
    details: { reason: input.reason, closed },
  })
  return closed
}
