import { ApiError, hasCode } from './api-error.ts'
import { useRead } from './use-read.ts'

type Answer<T> = { data: T | undefined; error: Error | null }

/**
 * Returns data that a screen cannot render without; undefined while loading. When a refetch fails,
 * the stale data stays on the screen, and while the second factor is asked for over it.
 * @throws to the error boundary when the first fetch failed, and on 403 or 404: this person must
 * not, or no longer, see the data
 */
export function neededAnswer<T>({ data, error }: Answer<T>): T | undefined {
  if (hasCode(error, 'second_factor_required')) return data
  if (error && (data === undefined || isRefused(error))) throw error
  return data
}

function isRefused(error: Error): boolean {
  return error instanceof ApiError && (error.status === 403 || error.status === 404)
}

/** Runs a query whose data the screen cannot render without; see `neededAnswer`. */
export function useNeeded<T>(...query: Parameters<typeof useRead<T>>): T | undefined {
  return neededAnswer(useRead(...query))
}
