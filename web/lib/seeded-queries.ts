import type { DehydratedState } from '@tanstack/react-query'
import { useState } from 'react'

/**
 * Queries that the server read for this page, for `HydrationBoundary`. A phone whose clock is slow
 * would take them for answers of the future, which never grow old: they are then as old as now.
 */
export function useSeed(seed: DehydratedState | null | undefined): DehydratedState | undefined {
  const [openedAt] = useState(() => Date.now())
  if (!seed) return undefined
  for (const { state } of seed.queries) {
    state.dataUpdatedAt = Math.min(state.dataUpdatedAt, openedAt)
  }
  return seed
}
