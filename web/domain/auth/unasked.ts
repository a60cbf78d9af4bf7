import { readToken } from '#web/lib/token-store.ts'
import type { SessionState } from './session-state.ts'

/**
 * A token is stored, but the server cannot be asked whether it is still valid (offline). Only what
 * this device has cached for the person may be shown.
 */
export function isUnasked(session: SessionState, online: boolean): boolean {
  if (session.status === 'signedIn') return false
  if (session.status === 'loading') return !online && readToken() !== null
  return !session.expired && readToken() !== null
}
