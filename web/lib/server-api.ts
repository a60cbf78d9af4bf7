import { createContext, data } from 'react-router'
import type { Client } from './api.ts'
import { ApiError } from './api-error.ts'

/** API client of loaders; null while prerendering and in development: the browser fetches. */
export const serverApi = createContext<Client | null>(null)

/** Time of the server during server-side rendering; null otherwise. */
export const serverTime = createContext<Date | null>(null)

/**
 * Handles a failed API call in a loader. A 4xx of the API becomes the status of the page, and the
 * screen refetches in the browser. Any other error fails the rendering.
 * @throws always
 */
export function pageStatus(error: unknown): never {
  if (error instanceof ApiError && error.status >= 400 && error.status < 500) {
    throw data(null, { status: error.status })
  }
  throw error
}
