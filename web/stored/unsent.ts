/** What waits on this device until it is sent: whether there is any, and its deletion. */
import { storedKeys } from '#web/lib/browser-storage.ts'
import { countAboard, forgetAboard } from './aboard-outbox.ts'
import { forgetPacks } from './boarding-store.ts'
import { countOutbox, forgetOutbox } from './message-outbox.ts'
import { mayHavePendingScans } from './pending-mark.ts'
import { countPhotos, forgetUnsentPhotos } from './unsent-photos.ts'

/** Keys of web/shared/journeys/press-queue.ts and safety/incident-outbox.ts. */
const JOURNEY_PRESSES = 'journey-presses:'
const INCIDENTS = 'incident:'

/**
 * Whether something on this device waits to be sent, or was refused and not read, of anybody. It
 * only counts: the code that reads what waits has React, which pages without the app do not load.
 */
export async function hasUnsent(): Promise<boolean> {
  const keys = [...storedKeys('local', JOURNEY_PRESSES), ...storedKeys('local', INCIDENTS)]
  if (keys.length + countAboard() > 0 || mayHavePendingScans()) return true
  // Fails only where IndexedDB is blocked, so nothing is stored there.
  const counts = [countOutbox(), countPhotos()].map((count) => count.catch(() => 0))
  return (await Promise.all(counts)).some((count) => count > 0)
}

/** Deletes unsent photos, messages and "Ya voy a bordo" reports, and passenger lists. */
export function forgetUnsent(): void {
  forgetAboard()
  for (const forget of [forgetUnsentPhotos, forgetOutbox, forgetPacks]) {
    forget().catch(() => undefined)
  }
}
