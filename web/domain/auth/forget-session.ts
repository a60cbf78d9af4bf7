/** Deletes what this device stores for the person when their session ends. */

import { keepStored } from '#web/lib/browser-storage.ts'
import { forgetRunSheets } from '../journeys/saved-run-sheets.ts'
import { forgetTickets } from '../tickets/saved-tickets.ts'
import { forgetAccount } from './account-memory.ts'

/** Key of web/domain/search/recent-searches.ts, repeated: importing it would load its code. */
const RECENT_SEARCHES = 'recent-searches'

/**
 * Call on sign-out, and when the server says that the session was ended elsewhere: somebody else
 * may have this device. Unsent scans stay for their driver.
 */
export function forgetSession(): void {
  forgetTickets()
  forgetRunSheets()
  forgetBoarding()
  forgetMessages()
  forgetPhotos()
  forgetAccount()
  keepStored('local', RECENT_SEARCHES, null)
}

/** Photos of documents that were taken and not sent. */
function forgetPhotos(): void {
  const forget = async () => (await import('../verification/unsent-photos.ts')).forgetUnsentPhotos()
  forget().catch(() => undefined)
}

/** Messages that were not sent. */
function forgetMessages(): void {
  const forget = async () => (await import('../conversations/outbox.ts')).forgetOutbox()
  forget().catch(() => undefined)
}

/** Lists of passengers kept for scanning without a network. */
function forgetBoarding(): void {
  const forget = async () => (await import('#web/offline/boarding-store.ts')).forgetPacks()
  // Fails only where IndexedDB is blocked: then nothing is stored.
  forget().catch(() => undefined)
}
