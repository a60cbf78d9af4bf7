import { AppError } from './errors.ts'

/**
 * Checks of the caller that a use case makes inside its own database call, if its route sets
 * `checkedInCall`: the session is open and the rate limit of the route is not used up.
 */
export type CallGuard = {
  sessionId: string
  limit: { key: string; max: number; windowSeconds: number } | null
  /** Set by the use case once the database has checked session and limit, with any result. */
  checked: boolean
}

/** Returns the error for an answer of the SQL function `refuse_caller`, if it is one. */
export function callerRefusal(answer: string): AppError | undefined {
  if (answer === 'unauthenticated') return new AppError('unauthenticated')
  const [code, seconds] = answer.split(':')
  if (code !== 'rate_limited') return undefined
  return new AppError('rate_limited', { details: { retryAfter: Number(seconds) } })
}
