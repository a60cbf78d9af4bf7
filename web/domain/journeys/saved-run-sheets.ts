import type { RunSheet } from '#contract/journeys.ts'
import { keepStored, keptText, readStored, storedKeys } from '#web/lib/browser-storage.ts'

export type SavedRunSheet = { ownerId: string; sheet: RunSheet }

const PREFIX = 'run-sheet:'
/** The phones of passengers are kept no longer than the server shows them. */
const KEPT_MS = 48 * 3_600_000

const savedNames = () => storedKeys('local', PREFIX)

function read(name: string): SavedRunSheet | null {
  try {
    return JSON.parse(readStored('local', name) ?? 'null') as SavedRunSheet | null
  } catch {
    return null
  }
}

/** Keeps a sheet on this device so that it is read without network; drops those long past. */
export function saveRunSheet(saved: SavedRunSheet, now: Date = new Date()): void {
  for (const name of savedNames()) {
    const end = Date.parse(read(name)?.sheet.startsUntil ?? '')
    if (!(end + KEPT_MS > now.getTime())) keepStored('local', name, null)
  }
  keepStored('local', PREFIX + saved.sheet.tripId, keptText(saved))
}

/** All that are kept on this device. */
export function savedRunSheets(): SavedRunSheet[] {
  return savedNames().flatMap((name) => read(name) ?? [])
}

/** The sheet kept of a trip; with `ownerId`, only if it belongs to that person. */
export function readSavedRunSheet(tripId: string, ownerId?: string): SavedRunSheet | null {
  const saved = read(PREFIX + tripId)
  return saved && (ownerId === undefined || saved.ownerId === ownerId) ? saved : null
}

/** Of a trip that is not this person's. */
export function forgetRunSheet(tripId: string): void {
  keepStored('local', PREFIX + tripId, null)
}

/** On signing out: it names passengers and their phones. */
export function forgetRunSheets(): void {
  for (const name of savedNames()) keepStored('local', name, null)
}
