import { ApiError } from './api-error.ts'

type Answer<T> = { data: T | undefined; error: Error | null }

/**
 * What a screen cannot be drawn without; undefined while it is asked for. A later failure leaves
 * what is on the screen.
 * @throws to the error boundary when the first reading failed, and when the server says that it is
 *   not (or no longer) this person's to see
 */
export function neededAnswer<T>({ data, error }: Answer<T>): T | undefined {
  if (error && (data === undefined || isRefused(error))) throw error
  return data
}

function isRefused(error: Error): boolean {
  return error instanceof ApiError && (error.status === 403 || error.status === 404)
}
