import type { RunSheet } from '#contract/journeys.ts'
import { keepStored, keptText, storedKeys } from '#web/lib/browser-storage.ts'
import { deviceNow } from '#web/lib/clock.ts'
import { correctedTime } from '#web/lib/corrected-time.ts'
import { areTexts, readStoredJson } from '#web/lib/stored-json.ts'
import { rememberedAccount } from '#web/shared/access/auth/account-memory.ts'

export type SavedRunSheet = {
  ownerId: string
  sheet: RunSheet
  /** Server time minus phone time, milliseconds; absent in sheets of an older version. */
  clockOffsetMs?: number
}

const PREFIX = 'run-sheet:'
/** Cache lifetime: passengers' phone numbers are stored no longer than the server shows them. */
export const KEPT_MS = 48 * 3_600_000

const savedNames = () => storedKeys('local', PREFIX)

const read = (name: string) =>
  readStoredJson<SavedRunSheet>('local', name, ({ sheet }) =>
    sheet.stops.every(
      ({ name, getsOn, getsOff }) =>
        areTexts(sheet.tripId, sheet.departsAt, sheet.asOf, name) &&
        getsOn.length + getsOff.length >= 0,
    ),
  )

/** By the server's time: the clock of a phone can be days ahead. */
function isOver({ sheet, clockOffsetMs = 0 }: SavedRunSheet, now: Date): boolean {
  const at = correctedTime({ clockOffsetMs, serverTime: sheet.asOf }, now.getTime())
  return !(Date.parse(sheet.startsUntil) + KEPT_MS > at.getTime())
}

/**
 * Deletes the sheets of trips that ended longer ago than that, and those that cannot be read, with
 * the passenger lists of these trips.
 */
function dropOld(now: Date): void {
  for (const name of savedNames()) {
    const saved = read(name)
    if (saved && !isOver(saved, now)) continue
    keepStored('local', name, null)
    void import('#web/stored/boarding-store.ts')
      .then(({ dropPack }) => dropPack(name.slice(PREFIX.length)))
      .catch(() => undefined)
  }
}

/**
 * Caches a sheet on this device for offline use; deletes expired sheets. An answer that comes after
 * its driver signed out is not cached: it has telephones of passengers.
 */
export function saveRunSheet(
  saved: Pick<SavedRunSheet, 'ownerId' | 'sheet'>,
  now: Date = new Date(deviceNow()),
): void {
  if (saved.ownerId !== rememberedAccount()) return
  dropOld(now)
  const clockOffsetMs = Date.parse(saved.sheet.asOf) - now.getTime()
  keepStored('local', PREFIX + saved.sheet.tripId, keptText({ ...saved, clockOffsetMs }))
}

/** Returns the cached run sheets of a person; none when `ownerId` is null. */
export function savedRunSheets(
  ownerId: string | null,
  now: Date = new Date(deviceNow()),
): SavedRunSheet[] {
  dropOld(now)
  return savedNames().flatMap((name) => {
    const saved = read(name)
    return saved && saved.ownerId === ownerId ? [saved] : []
  })
}

/** Returns the cached run sheet of a trip, if it belongs to `ownerId`. */
export function readSavedRunSheet(
  tripId: string,
  ownerId: string | null,
  now: Date = new Date(deviceNow()),
): SavedRunSheet | null {
  dropOld(now)
  const saved = read(PREFIX + tripId)
  return saved && saved.ownerId === ownerId ? saved : null
}

/** Deletes the run sheet of a trip that is not, or no longer, this person's. */
export function forgetRunSheet(tripId: string): void {
  keepStored('local', PREFIX + tripId, null)
}
