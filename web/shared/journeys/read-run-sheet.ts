import type { RunSheet } from '#contract/journeys.ts'
import { api } from '#web/lib/api.ts'
import { hasCode } from '#web/lib/api-error.ts'
import { forgetRunSheet, saveRunSheet } from './saved-run-sheets.ts'

const TIMEOUT_MS = 8_000

/** Reads a run sheet and keeps it on this device; forgets the one of somebody else's trip. */
export async function readRunSheet(tripId: string, ownerId: string): Promise<RunSheet> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const { sheet } = await api.journeys.runSheet({ params: { tripId }, signal })
    saveRunSheet({ ownerId, sheet })
    return sheet
  } catch (error) {
    if (hasCode(error, 'trip_not_found')) forgetRunSheet(tripId)
    throw error
  }
}
