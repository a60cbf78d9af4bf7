import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { RunSheet } from '#contract/journeys.ts'
import {
  forgetRunSheet,
  readSavedRunSheet,
  saveRunSheet,
} from '#web/domain/journeys/saved-run-sheets.ts'
import { api } from '#web/lib/api.ts'
import { hasCode, isUnanswered, networkError } from '#web/lib/api-error.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

const REFRESH_MS = 30_000
const TIMEOUT_MS = 8_000

export type KnownSheet = {
  sheet: RunSheet
  /** True if the server has just answered; false if the sheet is from the cache. */
  fresh: boolean
}

/** The cached sheet, drawn until the server answers. */
function keptSheet(tripId: string, ownerId: string): KnownSheet | undefined {
  const kept = readSavedRunSheet(tripId, ownerId)
  return kept ? { sheet: kept.sheet, fresh: false } : undefined
}

/** Fetches the run sheet of the trip; if the server does not answer, reads the cached one. */
async function readSheet(tripId: string, ownerId: string): Promise<KnownSheet> {
  try {
    if (!navigator.onLine) throw networkError()
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const { sheet } = await api.journeys.runSheet({ params: { tripId }, signal })
    saveRunSheet({ ownerId, sheet })
    return { sheet, fresh: true }
  } catch (error) {
    if (!isUnanswered(error)) {
      if (hasCode(error, 'trip_not_found')) forgetRunSheet(tripId)
      throw error
    }
    const kept = keptSheet(tripId, ownerId)
    if (!kept) throw error
    return kept
  }
}

export function useRunSheet(tripId: string, ownerId: string) {
  return useQuery({
    queryKey: queryKeys.runSheet(tripId, ownerId),
    queryFn: () => readSheet(tripId, ownerId),
    placeholderData: () => keptSheet(tripId, ownerId),
    networkMode: 'always',
    refetchOnReconnect: true,
    refetchInterval: REFRESH_MS,
  })
}

export type RunAction = { kind: 'start' | 'finish' } | { kind: 'arrive' | 'undo'; stopId: string }

function send(tripId: string, action: RunAction) {
  const params = { tripId }
  switch (action.kind) {
    case 'start':
      return api.journeys.start({ params, body: {} })
    case 'finish':
      return api.journeys.finish({ params, body: {} })
    case 'arrive':
      return api.journeys.arrive({ params, body: { stopId: action.stopId } })
    case 'undo':
      return api.journeys.undoArrival({ params, body: { stopId: action.stopId } })
  }
}

/** Sends the driver's actions. Not optimistic: waits for the answer, which is the next sheet. */
export function useRunAction(tripId: string, ownerId: string) {
  const client = useQueryClient()
  const queryKey = queryKeys.runSheet(tripId, ownerId)
  return useMutation({
    mutationFn: (action: RunAction) => send(tripId, action),
    onSuccess: ({ sheet }) => {
      saveRunSheet({ ownerId, sheet })
      client.setQueryData<KnownSheet>(queryKey, { sheet, fresh: true })
    },
    onError: () => client.invalidateQueries({ queryKey }),
  })
}
