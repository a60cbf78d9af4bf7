import { ECDH } from 'node:crypto'
import { sha256 } from '#server/platform/crypto.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { ActDeps, Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import {
  deleteSubscription,
  isMobileSession,
  saveDevice,
  saveSubscription,
} from './push.queries.ts'
import { isPushEndpoint } from './push-hosts.ts'
import { vapidPublicKey } from './vapid.ts'

/** Bytes of the secret; the key is a point of P-256 (RFC 8291). Other keys cannot encrypt. */
const SECRET_BYTES = 16

function isPoint(key: string): boolean {
  try {
    return ECDH.convertKey(key, 'prime256v1', 'base64url').length > 0
  } catch {
    return false
  }
}

/** Registers the browser of this session for push. Safe to repeat. Errors: `push_refused`. */
export async function subscribePush(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets' | 'urls'>,
  { userId, sessionId }: Actor,
  { endpoint, keys }: { endpoint: string; keys: { p256dh: string; auth: string } },
): Promise<{ subscribed: true }> {
  const secret = Buffer.from(keys.auth, 'base64url')
  const fits = isPoint(keys.p256dh) && secret.length === SECRET_BYTES
  const { vapid } = deps.secrets
  if (!vapid || !isPushEndpoint(endpoint, deps.urls.push) || !fits) {
    throw new AppError('push_refused')
  }
  const hashes = { endpointHash: sha256(endpoint), vapidHash: sha256(vapidPublicKey(vapid)) }
  const row = { userId, sessionId, endpoint, ...hashes, ...keys }
  await inTransaction(deps.db, (tx) => saveSubscription(tx, { ...row, now: deps.clock.now() }))
  return { subscribed: true }
}

/** Removes the push subscription of this session. Safe to repeat. */
export async function unsubscribePush(
  deps: Pick<Deps, 'db'>,
  { sessionId }: Actor,
): Promise<{ subscribed: false }> {
  await deleteSubscription(deps.db, sessionId)
  return { subscribed: false }
}

/** Registers the telephone of this app session for push. Safe to repeat. Errors: `push_refused`. */
export async function registerDevice(
  deps: ActDeps,
  { userId, sessionId }: Actor,
  { token }: { token: string },
): Promise<{ subscribed: true }> {
  await inTransaction(deps.db, async (tx) => {
    if (!deps.secrets.fcm || !(await isMobileSession(tx, sessionId))) {
      throw new AppError('push_refused')
    }
    const row = { userId, sessionId, token, tokenHash: sha256(token) }
    await saveDevice(tx, { ...row, now: deps.clock.now() })
  })
  return { subscribed: true }
}
