import { deviceNow } from '#web/lib/clock.ts'
import { readRunSheet } from '#web/shared/journeys/read-run-sheet.ts'
import { savedRunSheets } from '#web/shared/journeys/saved-run-sheets.ts'

/** Age in ms up to which a kept sheet counts as read just now. */
const FRESH_MS = 5 * 60_000

/**
 * Reads the kept run sheets of a driver again: after a block, or a cancelled seat, the server shows
 * a passenger's telephone no more. Nobody is told of a block, so no hint could bring this.
 */
export async function refreshSheets(ownerId: string): Promise<void> {
  for (const { sheet, clockOffsetMs = 0 } of savedRunSheets(ownerId)) {
    const age = deviceNow() + clockOffsetMs - Date.parse(sheet.asOf)
    // Without an answer, the next start or `online` event reads it.
    if (age > FRESH_MS) await readRunSheet(sheet.tripId, ownerId).catch(() => undefined)
  }
}
