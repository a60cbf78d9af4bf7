/** What this device keeps for the person of a session, gone with it. */

import { keepStored } from '#web/lib/browser-storage.ts'
import { forgetRunSheets } from '../journeys/saved-run-sheets.ts'
import { forgetTickets } from '../tickets/saved-tickets.ts'
import { forgetAccount } from './account-memory.ts'

/** As web/domain/search/recent-searches.ts calls it, whose code only the search downloads. */
const RECENT_SEARCHES = 'recent-searches'

/**
 * On signing out, and as soon as the server says that the session ended elsewhere: somebody else
 * may hold this device. Scans that were not sent stay for their driver.
 */
export function forgetSession(): void {
  forgetTickets()
  forgetRunSheets()
  forgetBoarding()
  forgetAccount()
  keepStored('local', RECENT_SEARCHES, null)
}

/** Lists of passengers kept for scanning without a network. */
function forgetBoarding(): void {
  const forget = async () => (await import('#web/offline/boarding-store.ts')).forgetPacks()
  // A browser without storage has nothing to forget.
  forget().catch(() => undefined)
}
