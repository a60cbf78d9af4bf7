import { emailKey } from '#contract/email-address.ts'
import { announce } from '#server/modules/foundation/notifications/index.ts'
import { auditUser, findUserIdByEmailKey } from '#server/modules/people/users/index.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { ActDeps, ReadDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import { auditSession } from './audit-session.ts'
import {
  revokeByOperator,
  revokeSessionRow,
  revokeSessionsOf,
  type SessionsOf,
} from './auth.queries.ts'
import { readRefreshToken } from './refresh-token.ts'

/** Ends the sessions that the caller presents, by access token, refresh token, or both. */
export async function endSession(
  deps: ActDeps,
  caller: { actor: Actor | null; refreshToken: string | undefined },
): Promise<void> {
  const token = readRefreshToken(deps.secrets, caller.refreshToken)
  const ids = new Set([caller.actor?.sessionId, token?.sessionId].filter((id) => id !== undefined))
  if (ids.size === 0) return
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    for (const id of [...ids].sort()) await logOut(tx, { id, reason: 'logout', now })
  })
}

/** Ends a session and returns its owner; undefined when it is unknown or already ended. */
async function logOut(
  tx: Tx,
  { id, reason, now }: { id: string; reason: 'logout' | 'closed'; now: Date },
): Promise<string | undefined> {
  const owner = await revokeSessionRow(tx, { id, reason, now })
  if (!owner) return undefined
  await announceEnded(tx, owner)
  await auditSession(tx, id, { at: now, actorId: owner, action: 'session.closed' })
  return owner
}

/** Announces that a session ended: streams close, and other screens reload the sessions. */
export async function announceEnded(tx: Tx, userId: string): Promise<void> {
  await announce(tx, [userId], { type: 'session', ref: userId })
}

/** Ends one of the person's own sessions. Errors: `not_found`, also for somebody else's. */
export async function closeSession(
  deps: ReadDeps,
  actor: Actor,
  { sessionId }: { sessionId: string },
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const reason = sessionId === actor.sessionId ? 'logout' : 'closed'
    const owner = await logOut(tx, { id: sessionId, reason, now: deps.clock.now() })
    // The error also undoes the end of a session of somebody else.
    if (owner !== actor.userId) throw new AppError('not_found')
  })
}

/** Job that ends calendar links made until an instant; a module on a higher layer handles it. */
export const CALENDAR_END_JOB = 'calendar.end-link'

/** Reasons after which nothing that somebody else made in the account gives access any more. */
const REGAINED: readonly string[] = ['password', 'recovery', 'email_undo']

/** Ends every session of a person except `except`; returns their number. */
export async function closeSessionsOf(tx: Tx, input: SessionsOf): Promise<number> {
  const { userId, reason, now } = input
  const closed = await revokeSessionsOf(tx, input)
  if (REGAINED.includes(reason)) {
    const payload = { userId, at: now.toISOString() }
    await enqueue(tx, { now: () => now }, { name: CALENDAR_END_JOB, payload })
  }
  if (closed > 0) await announceEnded(tx, userId)
  const details = { reason, closed }
  await auditUser(tx, userId, { at: now, action: 'session.all_closed', details })
  return closed
}

/** Ends all sessions of a person or of everybody; returns their number, null without account. */
export async function endSessionsByOperator(
  deps: ReadDeps,
  whose: { email: string } | 'everybody',
): Promise<number | null> {
  const now = deps.clock.now()
  return await inTransaction(deps.db, async (tx) => {
    const userId =
      whose === 'everybody' ? null : await findUserIdByEmailKey(tx, emailKey(whose.email))
    if (userId === undefined) return null
    const owners = await revokeByOperator(tx, { userId, now })
    for (const [owner, ended] of Map.groupBy(owners, (owner) => owner)) {
      await announceEnded(tx, owner)
      const details = { reason: 'operator', closed: ended.length }
      const entry = { at: now, actorId: null, action: 'session.all_closed', details }
      await auditUser(tx, owner, entry)
    }
    return owners.length
  })
}
