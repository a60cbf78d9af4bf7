import { createContext, data } from 'react-router'
import type { Client } from './api.ts'
import { ApiError } from './api-error.ts'

/**
 * The API as a loader reads it while the server renders a page. Null where a page is made ahead of
 * time, and while developing: the screen then asks by itself.
 */
export const serverApi = createContext<Client | null>(null)

/**
 * For a call of a loader that failed. What the API refuses is the status of the page, which the
 * server answers with a page that asks by itself; anything else is a failure of rendering.
 * @throws always
 */
export function pageStatus(error: unknown): never {
  if (error instanceof ApiError && error.status >= 400 && error.status < 500) {
    throw data(null, { status: error.status })
  }
  throw error
}
