import { recordAudit } from '#server/platform/audit.queries.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { revokeSessionRow } from './auth.queries.ts'
import { readRefreshToken } from './refresh-token.ts'

/** Ends the sessions that the caller can name: by access token, by refresh token, or both. */
export async function endSession(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets'>,
  caller: { actor: Actor | null; refreshToken: string | undefined },
): Promise<void> {
  const token = readRefreshToken(deps.secrets.authKey, caller.refreshToken)
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
