import { isStaff } from '#contract/permissions.ts'
import { tellUser } from '#server/domains/people/users/users.public.ts'
import { recordAudit } from '#server/platform/audit.queries.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { afterCommit, inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { describeDevice } from '#server/platform/http/device.ts'
import { sessionReused } from './auth.messages.ts'
import {
  forgetProofOfOther,
  liveSession,
  revokeSessionRow,
  rotateSession,
  type SessionRow,
  sessionById,
} from './auth.queries.ts'
import { announceEnded } from './end-session.ts'
import { browserOf } from './known-device.ts'
import { type Issued, issue, REFRESH_MS, STAFF_SESSION_MS } from './open-session.ts'
import { deviceDigest } from './proof-place.ts'
import { type RefreshToken, readRefreshToken, successor } from './refresh-token.ts'

/** Time in which a replaced token counts as a retry (second tab, lost answer), not as theft. */
const LEEWAY_MS = 20_000

/** Maximum age of a session since the sign-in, however often it is renewed. */
const LIFETIME_MS = 180 * DAY_MS

type Renewal = {
  presented: string | undefined
  mobile: boolean
  /** Cookie of a known device. */
  device: string | undefined
}

/**
 * Exchanges a refresh token for its successor and a new access token. The same token within 20
 * seconds gets the same successor. Any later use of a replaced token means that two parties hold
 * it, and ends the session for both. A token that comes in another way (cookie or body) than the
 * session uses ends the session too. In another browser than the one that proved a second factor,
 * the session continues without the second factor.
 * Errors: `token_expired` (the session ended by time), `unauthenticated` (the session was ended, or
 * the token is not ours), `session_reused`.
 */
export async function renewSession(
  deps: Deps,
  { presented, mobile, device }: Renewal,
): Promise<Issued> {
  // A missing cookie means expired: the browser drops it when the session expires.
  if (presented === undefined) throw new AppError('token_expired')
  const token = readRefreshToken(deps.secrets, presented)
  if (!token) throw new AppError('unauthenticated')
  const next = successor(deps.secrets.authKey, token)
  const now = deps.clock.now()
  const live = await inTransaction(deps.db, async (tx) => {
    const owner = await rotateSession(tx, {
      id: token.sessionId,
      presented: token.hash,
      next: next.hash,
      mobile,
      now,
      expiresAt: addMs(now, REFRESH_MS),
      lifetimeMs: LIFETIME_MS,
      staffLifetimeMs: STAFF_SESSION_MS,
    })
    if (!owner) await assertRepeat(tx, deps, token, mobile)
    const session = await liveSession(tx, { id: token.sessionId, network: null, now })
    if (session && isStaff(session.roles)) await checkDevice(tx, deps, token.sessionId, device)
    return session
  })
  if (!live) throw new AppError('unauthenticated')
  const session = { userId: live.userId, sessionId: token.sessionId, refreshToken: next.text }
  return await issue(deps, session, live.roles)
}

/**
 * Deletes the second factor proof of a session that is renewed without the cookie that identifies
 * the browser of the proof, as a copied refresh cookie would be.
 */
async function checkDevice(
  tx: Tx,
  deps: Deps,
  sessionId: string,
  device: string | undefined,
): Promise<void> {
  const digest = deviceDigest(deps, { sessionId, browser: browserOf(device) })
  if (!(await forgetProofOfOther(tx, { sessionId, device: digest }))) return
  await recordAudit(tx, {
    at: deps.clock.now(),
    actorId: null,
    action: 'session.second_factor_forgotten',
    subjectKind: 'session',
    subjectId: sessionId,
  })
}

async function assertRepeat(
  tx: Tx,
  deps: Deps,
  token: RefreshToken,
  mobile: boolean,
): Promise<void> {
  const now = deps.clock.now()
  const row = await sessionById(tx, token.sessionId)
  switch (judge(row, { hash: token.hash, mobile, now })) {
    case 'repeat':
      return
    case 'expired':
      throw new AppError('token_expired')
    case 'ended':
      throw new AppError('unauthenticated')
    case 'ended by reuse':
      throw new AppError('session_reused')
    case 'reuse':
      await endReused(tx, deps, token.sessionId, row?.user_agent ?? null)
      throw new AppError('session_reused', { commit: true })
  }
}

function judge(
  row: SessionRow | undefined,
  { hash, mobile, now }: { hash: Buffer; mobile: boolean; now: Date },
): 'repeat' | 'expired' | 'ended' | 'ended by reuse' | 'reuse' {
  if (!row) return 'ended'
  if (row.revoked_at) return row.revoked_reason === 'reuse' ? 'ended by reuse' : 'ended'
  if (row.expires_at <= now) return 'expired'
  if (row.mobile !== null && row.mobile !== mobile) return 'reuse'
  const isPrevious = row.previous_hash?.equals(hash) ?? false
  const isFresh = now.getTime() - row.rotated_at.getTime() <= LEEWAY_MS
  return isPrevious && isFresh ? 'repeat' : 'reuse'
}

async function endReused(
  tx: Tx,
  deps: Deps,
  sessionId: string,
  userAgent: string | null,
): Promise<void> {
  const now = deps.clock.now()
  const userId = await revokeSessionRow(tx, { id: sessionId, reason: 'reuse', now })
  await recordAudit(tx, {
    at: now,
    actorId: null,
    action: 'session.reused',
    subjectKind: 'session',
    subjectId: sessionId,
    details: { userId: userId ?? null },
  })
  if (userId) {
    await announceEnded(tx, userId)
    const data = { device: describeDevice(userAgent), at: now.toISOString() }
    await tellUser(tx, deps, sessionReused, { userId, data })
  }
  afterCommit(tx, () => {
    deps.metrics.count('session_reused')
    deps.log.warn({ sessionId }, 'refresh token reused')
  })
}
