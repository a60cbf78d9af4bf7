/** Since when what was not sent waits for its owner, whose session the server has ended. */
import { keepStored, readStored } from '#web/lib/browser-storage.ts'
import { deviceNow } from '#web/lib/clock.ts'

export const UNSENT_SINCE = 'unsent_since'

/** Time in ms that it waits: as long as a run sheet stays, which tells the driver of it. */
export const UNSENT_KEPT_MS = 48 * 3_600_000

/** Call when a session ends without its person: later ends do not prolong the time. */
export function keepUnsentSince(): void {
  if (hasUnsentSince()) return
  keepStored('local', UNSENT_SINCE, String(deviceNow()))
}

export const hasUnsentSince = (): boolean => readStored('local', UNSENT_SINCE) !== null

/** Until when it waits; null after no such end. */
export function unsentUntil(): Date | null {
  const since = readStored('local', UNSENT_SINCE)
  return since === null ? null : new Date(Number(since) + UNSENT_KEPT_MS)
}
