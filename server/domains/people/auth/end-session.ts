import { announce } from '#server/domains/foundation/live/live.public.ts'
import { emailKey, userIdByEmailKey } from '#server/domains/people/users/users.public.ts'
import { recordAudit } from '#server/platform/audit.queries.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Actor, ActorId } from '#server/platform/http/session.ts'
import {
  type RevokeReason,
  revokeByOperator,
  revokeSessionRow,
  revokeSessionsOf,
} from './auth.queries.ts'
import { readRefreshToken } from './refresh-token.ts'

/** Ends the sessions that the caller presents, by access token, refresh token, or both. */
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
      await announceEnded(tx, userId)
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

/**
 * Announces that a session of this person ended, so that every process closes its live streams and
 * other screens reload the list of sessions.
 */
export async function announceEnded(tx: Tx, userId: string): Promise<void> {
  await announce(tx, [userId], { type: 'session', ref: userId })
}

/**
 * Ends one of the person's own sessions. Errors: `not_found`, also for a session of another person.
 */
export async function closeSession(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: ActorId,
  { sessionId }: { sessionId: string },
): Promise<void> {
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const owner = await revokeSessionRow(tx, { id: sessionId, reason: 'logout', now })
    if (owner !== actor.userId) throw new AppError('not_found')
    await announceEnded(tx, owner)
    await recordAudit(tx, {
      at: now,
      actorId: owner,
      action: 'session.closed',
      subjectKind: 'session',
      subjectId: sessionId,
    })
  })
}

/** Ends every session of a person except `except`; returns their number. */
export async function closeSessionsOf(
  tx: Tx,
  input: { userId: string; except: string | null; reason: RevokeReason; now: Date },
): Promise<number> {
  const closed = await revokeSessionsOf(tx, input)
  if (closed > 0) await announceEnded(tx, input.userId)
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

/**
 * Ends every session of one person, or of all people with `everybody`, after an account or a key
 * was stolen. Returns the number of ended sessions; null when no account has that address.
 */
export async function endSessionsByOperator(
  deps: Pick<Deps, 'db' | 'clock'>,
  whose: { email: string } | 'everybody',
): Promise<number | null> {
  const now = deps.clock.now()
  return await inTransaction(deps.db, async (tx) => {
    const userId = whose === 'everybody' ? null : await userIdByEmailKey(tx, emailKey(whose.email))
    if (userId === undefined) return null
    const owners = await revokeByOperator(tx, { userId, now })
    const counts = Map.groupBy(owners, (owner) => owner)
    for (const [owner, ended] of counts) {
      await announceEnded(tx, owner)
      await recordAudit(tx, {
        at: now,
        actorId: null,
        action: 'session.all_closed',
        subjectKind: 'user',
        subjectId: owner,
        details: { reason: 'operator', closed: ended.length },
      })
    }
    return owners.length
  })
}
