import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useReducer } from 'react'
import type { RunSheet } from '#contract/journeys.ts'
import { api } from '#web/lib/api.ts'
import { isUnanswered, networkError } from '#web/lib/api-error.ts'
import { deviceNow, serverDate } from '#web/lib/clock.ts'
import { correctedTime } from '#web/lib/corrected-time.ts'
import { newIdempotencyKey } from '#web/lib/keys.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRead } from '#web/lib/use-read.ts'
import { withPack } from '#web/offline/local-aboard.ts'
import {
  type KeptPress,
  keepPress,
  sendPresses,
  usePresses,
} from '#web/shared/journeys/press-queue.ts'
import { readRunSheet } from '#web/shared/journeys/read-run-sheet.ts'
import { readSavedRunSheet, saveRunSheet } from '#web/shared/journeys/saved-run-sheets.ts'
import { listScans } from '#web/stored/boarding-store.ts'
import { withKept } from './run-phase.ts'

const REFRESH_MS = 30_000

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
    return { sheet: await readRunSheet(tripId, ownerId), fresh: true }
  } catch (error) {
    if (!isUnanswered(error)) throw error
    const kept = keptSheet(tripId, ownerId)
    if (!kept) throw error
    return { ...kept, sheet: await withPack(kept.sheet, ownerId) }
  }
}

export function useRunSheet(tripId: string, ownerId: string) {
  return useRead(queryKeys.runSheet(tripId, ownerId), () => readSheet(tripId, ownerId), {
    placeholderData: () => keptSheet(tripId, ownerId),
    networkMode: 'always',
    refetchOnReconnect: true,
    refetchInterval: REFRESH_MS,
  })
}

/** Scans of this phone that the server has not taken. */
export function useKeptScans(tripId: string, ownerId: string) {
  return useRead(queryKeys.keptScans(tripId, ownerId), () => listScans(ownerId, tripId), {
    networkMode: 'always',
    retry: false,
  })
}

/** The sheet with what this phone keeps, and the notes about it. */
export function useShownSheet(known: KnownSheet | undefined, tripId: string, ownerId: string) {
  const kept = usePresses(ownerId, tripId)
  const scans = useKeptScans(tripId, ownerId)
  const now = useMinutes(tripId, ownerId, known?.sheet)
  const presses = kept.filter(({ refusal }) => refusal === null)
  const unsent = (scans.data ?? []).filter(({ result }) => result === null)
  return {
    shown: known && withKept(known.sheet, { presses, scans: unsent, now }),
    presses,
    refused: kept.filter(({ refusal }) => refusal !== null),
    /** Codes that this phone noted: their passengers are not known yet. */
    noted: unsent.filter(({ bookingId }) => bookingId === '').length,
  }
}

const MINUTE_MS = 60_000

/** The server's time, each minute: the start can open while the phone has no network. */
function useMinutes(tripId: string, ownerId: string, sheet: RunSheet | undefined): Date {
  const [, tick] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const timer = setInterval(tick, MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return sheet ? serverTime(tripId, ownerId, sheet) : serverDate()
}

export function serverTime(tripId: string, ownerId: string, { asOf }: RunSheet): Date {
  const clockOffsetMs = readSavedRunSheet(tripId, ownerId)?.clockOffsetMs ?? 0
  return correctedTime({ clockOffsetMs, serverTime: asOf }, deviceNow())
}

export type RunAction = { isSure?: boolean } & (
  | { kind: 'start' | 'finish' }
  | { kind: 'arrive'; stop: { id: string; name: string } }
  | { kind: 'undo'; stopId: string }
  | { kind: 'undoFinish' }
)

type Place = { tripId: string; ownerId: string; sheet: RunSheet }

/** Records an action; null when it waits on this phone, or the server refused it. */
async function record({ tripId, ownerId, sheet }: Place, action: RunAction) {
  if (action.kind === 'undo') {
    const answer = api.journeys.undoArrival({ params: { tripId }, body: { stopId: action.stopId } })
    return (await answer).sheet
  }
  if (action.kind === 'undoFinish') {
    return (await api.journeys.undoFinish({ params: { tripId }, body: {} })).sheet
  }
  const press: KeptPress = {
    id: newIdempotencyKey(),
    tripId,
    kind: action.kind,
    stop: action.kind === 'arrive' ? action.stop : null,
    at: serverTime(tripId, ownerId, sheet).toISOString(),
    timeProof: sheet.timeProof,
    isSure: action.isSure,
    refusal: null,
  }
  keepPress(ownerId, press)
  if (!navigator.onLine) return null
  try {
    const sent = await sendPresses(ownerId)
    return sent.findLast(({ press: { tripId: of } }) => of === tripId)?.sheet ?? null
  } catch {
    // The press waits: PendingPresses sends it.
    return null
  }
}

/** Keeps the driver's action on this phone and sends it; the answer is the next sheet. */
export function useRunAction(tripId: string, ownerId: string, sheet: RunSheet | undefined) {
  const client = useQueryClient()
  const queryKey = queryKeys.runSheet(tripId, ownerId)
  return useMutation({
    networkMode: 'always',
    mutationFn: async (action: RunAction) => {
      return sheet ? await record({ tripId, ownerId, sheet }, action) : null
    },
    onSuccess: (answer) => {
      if (!answer) return
      saveRunSheet({ ownerId, sheet: answer })
      client.setQueryData<KnownSheet>(queryKey, { sheet: answer, fresh: true })
    },
    onSettled: (answer) => (answer ? undefined : client.invalidateQueries({ queryKey })),
  })
}
