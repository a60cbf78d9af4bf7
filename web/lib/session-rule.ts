import { ApiError, hasCode } from './api-error.ts'

/**
 * How a session ended. `expired`: by time. `revoked`: somebody ended it, or the account was closed
 * or expelled; this device may be in other hands.
 */
export type SessionEnd = 'expired' | 'revoked'

/**
 * What a failed call means for the session of this browser. No failed call ends it by itself: even
 * a refused access token only asks for a renewal. An expelled person still reads what is theirs, so
 * `account_expelled` on a call is a refusal of that call.
 */
export function verdictOfCall(error: unknown): 'keep' | 'renew' {
  return hasCode(error, 'unauthenticated', 'token_expired') ? 'renew' : 'keep'
}

/**
 * What a failed renewal means. Only a refusal by our own server ends the session. No answer, 429,
 * 5xx, and the page of a proxy or a hotel's network (`unknown`) say nothing about it.
 */
export function verdictOfRenewal(error: unknown): 'keep' | SessionEnd {
  if (!(error instanceof ApiError) || error.code === 'unknown') return 'keep'
  if (error.code === 'token_expired') return 'expired'
  return error.status === 401 || error.code === 'account_expelled' ? 'revoked' : 'keep'
}
