import { readToken } from '#web/lib/token-store.ts'
import type { SessionState } from './session-state.ts'

/**
 * Somebody was signed in here, and without a network nobody can be asked whether they still are:
 * their token waits. What this device keeps for them may be shown; nothing else.
 */
export function isUnasked(session: SessionState, online: boolean): boolean {
  if (session.status === 'signedIn') return false
  if (session.status === 'loading') return !online && readToken() !== null
  return !session.expired && readToken() !== null
}
