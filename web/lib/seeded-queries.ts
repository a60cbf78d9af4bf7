import type { DehydratedState } from '@tanstack/react-query'
import { useState } from 'react'
import { readToken } from './token-store.ts'

/**
 * Queries that the server fetched for this page, for `HydrationBoundary`. If the phone's clock is
 * slow, `dataUpdatedAt` lies in the future and the data would stay fresh too long: it is clamped to
 * the time of opening.
 */
export function useSeed(seed: DehydratedState | null | undefined): DehydratedState | undefined {
  // The server renders as a visitor. Somebody signed in fetches again: some trips may be hidden.
  const [openedAt] = useState(() => (readToken() ? 0 : Date.now()))
  if (!seed) return undefined
  for (const { state } of seed.queries) {
    state.dataUpdatedAt = Math.min(state.dataUpdatedAt, openedAt)
  }
  return seed
}
