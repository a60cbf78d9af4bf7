import { ApiError, type ApiErrorCode, hasCode } from './api-error.ts'

/** Answers of others than our server, which names a code. */
const NOT_OURS: readonly ApiErrorCode[] = ['unknown', 'uncoded']

/**
 * Reason for the end of a session. `expired`: by time. `revoked`: somebody ended it, or the account
 * was closed or expelled; another person can have this device.
 */
export type SessionEnd = 'expired' | 'revoked'

/**
 * Decides whether a failed call keeps the session of this browser. No failed call ends it by
 * itself: even a refused access token only causes a renewal. An expelled person can still read
 * their own data, so `account_expelled` only refuses that one call.
 */
export function verdictOfCall(error: unknown): 'keep' | 'renew' {
  return hasCode(error, 'unauthenticated', 'token_expired') ? 'renew' : 'keep'
}

/**
 * Decides whether a failed renewal ends the session: only a refusal by our own server ends it. No
 * answer, 429, 5xx, and the page of a proxy or a Wi-Fi login (`unknown`) say nothing about it.
 */
export function verdictOfRenewal(error: unknown): 'keep' | SessionEnd {
  if (!(error instanceof ApiError) || NOT_OURS.includes(error.code)) return 'keep'
  if (error.code === 'token_expired') return 'expired'
  return error.status === 401 || error.code === 'account_expelled' ? 'revoked' : 'keep'
}
