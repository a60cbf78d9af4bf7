import { isStaff } from '#contract/permissions.ts'
import { SECOND_FACTOR_HOURS } from '#contract/second-factor.ts'
import { findUser } from '#server/modules/people/users/index.ts'
import { addMs, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/db/tx.ts'
import type { TellDeps } from '#server/platform/deps.ts'
import { type Role, signAccessToken } from '#server/platform/http/session.ts'
import { newId } from '#server/platform/ids.ts'
import { auditSession } from './audit-session.ts'
import { insertSession } from './auth.queries.ts'
import { newRefreshToken } from './refresh-token.ts'

/** Time without a renewal after which a session ends. */
export const REFRESH_MS = 30 * DAY_MS

/** Time that ended sessions are stored, to say why, and to know a reused token. */
export const ENDED_KEPT_MS = 7 * DAY_MS

/** Lifetime of a team member's session: a working day, which renewals do not extend. */
export const STAFF_SESSION_MS = SECOND_FACTOR_HOURS * HOUR_MS

export type OpenSession = { userId: string; sessionId: string; refreshToken: string }

type Opening = { userId: string; userAgent: string | null; mobile: boolean; provider?: string }

/** Opens a new session for every sign-in. `mobile`: the refresh token is never in a cookie. */
export async function openSession(
  tx: Tx,
  deps: TellDeps,
  { userId, userAgent, mobile, provider }: Opening,
): Promise<OpenSession> {
  const now = deps.clock.now()
  const sessionId = newId()
  const { roles } = await findUser(tx, userId)
  const token = newRefreshToken(deps.secrets.authKey, sessionId)
  await insertSession(tx, {
    id: sessionId,
    userId,
    refreshHash: token.hash,
    userAgent: userAgent?.slice(0, 200) ?? null,
    mobile,
    provider: provider ?? null,
    now,
    expiresAt: addMs(now, isStaff(roles) ? STAFF_SESSION_MS : REFRESH_MS),
  })
  await auditSession(tx, sessionId, { at: now, actorId: userId, action: 'session.opened' })
  return { userId, sessionId, refreshToken: token.text }
}

export type Issued = OpenSession & {
  accessToken: string
  /** Expiry of the access token in Unix seconds. */
  expiresAt: number
}

export async function issue(
  deps: TellDeps,
  session: OpenSession,
  roles: readonly Role[],
): Promise<Issued> {
  const actor = { userId: session.userId, sessionId: session.sessionId, roles }
  const signed = await signAccessToken(deps.secrets.authKey, actor, deps.clock.now())
  return { ...session, accessToken: signed.token, expiresAt: signed.expiresAt }
}
