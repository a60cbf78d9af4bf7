import { messageOf } from '#contract/errors.ts'
import { isStaff } from '#contract/permissions.ts'
import { instantFormat } from '#server/modules/foundation/notifications/index.ts'
import { tellUser } from '#server/modules/people/users/index.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { afterCommit, inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { describeDevice } from '#server/platform/http/device.ts'
import { auditSession } from './audit-session.ts'
import { sessionReused } from './auth.messages.ts'
import {
  findLiveSessionRow,
  findSessionById,
  forgetProofOfOther,
  type RevokeReason,
  revokeSessionRow,
  rotateSession,
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

type Renewal = { presented: string | undefined; mobile: boolean; device: string | undefined }

/**
 * Exchanges a refresh token for its successor and a new access token. The same token within 20
 * seconds gets the same successor. A later use of a replaced token means that two parties hold it,
 * and ends the session, as does a token that comes in another way (cookie or body) than before. In
 * another browser than the one that proved a second factor, the session continues without it.
 * Errors: `token_expired` (by time), `unauthenticated` (ended, or not our token), `session_reused`;
 * their sentence says to who held the token why the session ended.
 */
export async function renewSession(
  deps: Deps,
  { presented, mobile, device }: Renewal,
): Promise<Issued> {
  // A missing cookie means expired: the browser drops it when the session expires.
  if (presented === undefined) throw new AppError('token_expired')
  const token = readRefreshToken(deps.secrets, presented)
  if (!token) throw ended()
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
    const session = await findLiveSessionRow(tx, { id: token.sessionId, network: null, now })
    if (session && isStaff(session.roles))
      await forgetProofOfOtherBrowser(tx, deps, token.sessionId, device)
    return session
  })
  if (!live) throw ended()
  const session = { userId: live.userId, sessionId: token.sessionId, refreshToken: next.text }
  return await issue(deps, session, live.roles)
}

/** Deletes the proof of a session that another browser renews, as with a copied refresh cookie. */
async function forgetProofOfOtherBrowser(
  tx: Tx,
  deps: Deps,
  sessionId: string,
  device: string | undefined,
): Promise<void> {
  const digest = deviceDigest(deps, { sessionId, browser: browserOf(device) })
  if (!(await forgetProofOfOther(tx, { sessionId, device: digest }))) return
  const entry = { actorId: null, action: 'session.second_factor_forgotten' }
  await auditSession(tx, sessionId, { at: deps.clock.now(), ...entry })
}

/** Refuses a replaced token, unless it repeats the last renewal; a reuse ends the session. */
async function assertRepeat(tx: Tx, deps: Deps, token: RefreshToken, mobile: boolean) {
  const now = deps.clock.now()
  const row = await findSessionById(tx, token.sessionId)
  if (!row) throw ended()
  const isPrevious = row.previous_hash?.equals(token.hash) ?? false
  const isHeld = isPrevious || row.refresh_hash.equals(token.hash)
  if (row.revoked_at) {
    if (row.revoked_reason === 'reuse') throw new AppError('session_reused')
    throw ended(isHeld ? { reason: row.revoked_reason, at: row.revoked_at } : undefined)
  }
  if (row.expires_at <= now) throw isHeld ? endedByTime(row) : new AppError('token_expired')
  const isSameWay = row.mobile === null || row.mobile === mobile
  const isFresh = now.getTime() - row.rotated_at.getTime() <= LEEWAY_MS
  if (isSameWay && isPrevious && isFresh) return
  await endReused(tx, deps, token.sessionId, row.user_agent)
  throw new AppError('session_reused', { commit: true })
}

async function endReused(tx: Tx, deps: Deps, sessionId: string, userAgent: string | null) {
  const now = deps.clock.now()
  const userId = await revokeSessionRow(tx, { id: sessionId, reason: 'reuse', now })
  const details = { userId: userId ?? null }
  await auditSession(tx, sessionId, { at: now, actorId: null, action: 'session.reused', details })
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

const AGAIN = 'Inicia sesión de nuevo.'
const NOT_YOU = 'Si no fuiste tú, recupera tu cuenta.'

/** Reasons that a person is told when a session ended; others get the neutral sentence. */
const WORDS: { [K in RevokeReason | 'operator']?: (at: string) => string } = {
  closed: (at) => `Entraste desde otro dispositivo y cerraste esta sesión (${at}). ${AGAIN}`,
  closed_all: (at) => `Cerraste todas las sesiones (${at}). ${AGAIN}`,
  password: (at) => `Cambiaste la contraseña (${at}) y cerramos tus otras sesiones. ${NOT_YOU}`,
  recovery: (at) => `Recuperaste tu cuenta (${at}) y cerramos todas las sesiones. ${NOT_YOU}`,
  email_undo: (at) => `Deshiciste un cambio de correo (${at}). Recupera tu cuenta para entrar.`,
  unlinked: (at) => `Se desvinculó la cuenta con la que entrabas (${at}). ${NOT_YOU}`,
  team: (at) => `Tus permisos en el equipo cambiaron (${at}). ${AGAIN}`,
  operator: (at) => `Cupo cerró las sesiones por seguridad (${at}). ${AGAIN}`,
}

/** Refusal of a renewal whose session is unknown, or ended; `why` only for who held its token. */
function ended(why?: { reason: string | null; at: Date }): AppError {
  const words = why && WORDS[why.reason as keyof typeof WORDS]?.(instantFormat.format(why.at))
  return new AppError('unauthenticated', { message: words ?? messageOf('token_expired') })
}

/** Refusal of a renewal after the end of the session by time, which it names. */
function endedByTime(session: { rotated_at: Date; expires_at: Date }): AppError {
  const lasted = session.expires_at.getTime() - session.rotated_at.getTime()
  const idle = 'Tu sesión se venció por inactividad: pasaron 30 días sin usarla.'
  const old = 'Tu sesión llegó al tiempo máximo que puede estar abierta.'
  return new AppError('token_expired', { message: `${lasted < REFRESH_MS ? old : idle} ${AGAIN}` })
}
