import { blindIndex } from '#server/platform/crypto.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { subscriberOf } from '#server/platform/http/rate-limit.ts'

export type LogDeps = Pick<Deps, 'log' | 'metrics' | 'secrets'>

type Failure = {
  at: 'login' | 'session' | 'recovery'
  emailKey: string
  ip: string
  reason: 'unknown_account' | 'wrong_password' | 'rate_limited' | 'busy'
}

/** Logs a failed password check with a keyed digest of the address, to group attempts. */
export function logFailure(deps: LogDeps, { at, emailKey, ip, reason }: Failure): void {
  const account = accountMark(deps.secrets.indexKey, emailKey)
  deps.metrics.count('password_refused', { at, reason })
  deps.log.warn({ at, account, source: subscriberOf(ip), reason }, 'password refused')
}

/** Like `logFailure`, for an attempt that was refused before the password was compared. */
export function logRefusal(deps: LogDeps, attempt: Omit<Failure, 'reason'>, error: unknown): void {
  if (!(error instanceof AppError)) return
  const { code } = error
  if (code === 'rate_limited' || code === 'busy') logFailure(deps, { ...attempt, reason: code })
}

/** Account id for logs: 16 bytes of an HMAC over its address. */
function accountMark(indexKey: Buffer, emailKey: string): string {
  return blindIndex(indexKey, `log|account|${emailKey}`).subarray(0, 16).toString('base64url')
}
