import { sha256 } from '#server/platform/crypto.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { isMobileSession, saveDevice } from './push.queries.ts'

/**
 * Registers the telephone of this app session for push messages. Safe to repeat, also with a new
 * token. Errors: `push_refused` (not a session of the app, or Firebase is not configured).
 */
export async function registerDevice(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets'>,
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
