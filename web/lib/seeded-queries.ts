import type { DehydratedState } from '@tanstack/react-query'
import { useState } from 'react'
import { deviceNow } from './clock.ts'
import { readToken } from './token-store.ts'

/**
 * Queries that the server fetched for this page, for `HydrationBoundary`. If the phone's clock is
 * slow, `dataUpdatedAt` is in the future and the data would stay fresh too long, so it is clamped
 * to the time of opening.
 */
export function useSeed(seed: DehydratedState | null | undefined): DehydratedState | undefined {
  // The server renders as a visitor. A signed-in person refetches, because some trips can be hidden
  // from them.
  const [openedAt] = useState(() => (readToken() ? 0 : deviceNow()))
  if (!seed) return undefined
  for (const { state } of seed.queries) {
    state.dataUpdatedAt = Math.min(state.dataUpdatedAt, openedAt)
  }
  return seed
}
