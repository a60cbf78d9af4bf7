import { keepStored, readStored } from '#web/lib/browser-storage.ts'
import { deviceNow } from '#web/lib/clock.ts'
import { rememberUnderWay } from '#web/shared/access/auth/under-way.ts'

const ASKED_AT = 'recovery_asked_at'
/** Validity of a recovery link. */
const LINK_MS = 30 * 60_000

/**
 * Stores that this browser asked for an account recovery, so that the link's page omits the
 * password field, and where the person was. A UI hint only: the server decides by an HttpOnly
 * cookie.
 */
export function rememberRecovery(returnTo: string | null, now = deviceNow()): void {
  if (returnTo !== null) rememberUnderWay(returnTo, now)
  keepStored('local', ASKED_AT, String(now))
}

export function hasAskedRecovery(now = deviceNow()): boolean {
  const askedAt = Number(readStored('local', ASKED_AT) ?? Number.NaN)
  return now - askedAt < LINK_MS
}

export function forgetRecovery(): void {
  keepStored('local', ASKED_AT, null)
}
