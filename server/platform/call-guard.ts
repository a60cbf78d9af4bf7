import { AppError } from './errors.ts'

/**
 * What a use case proves of its caller inside its own database call, where a route asks for it
 * (`checkedInCall`): that the session is open and the route's limit is not used up.
 */
export type CallGuard = {
  sessionId: string
  limit: { key: string; max: number; windowSeconds: number } | null
  /** Set by the use case once the database has checked both, with any result. */
  checked: boolean
}

/** The error that an answer of the database's `refuse_caller` stands for; undefined for others. */
export function callerRefusal(answer: string): AppError | undefined {
  if (answer === 'unauthenticated') return new AppError('unauthenticated')
  const [code, seconds] = answer.split(':')
  if (code !== 'rate_limited') return undefined
  return new AppError('rate_limited', { details: { retryAfter: Number(seconds) } })
}
