/** Deletes what this device stores for the person when their session ends. */

import { forgetStored, keepStored } from '#web/lib/browser-storage.ts'
import {
  forgetAccount,
  forgetAccountDetails,
  isNewUser,
  markNewUser,
  rememberedAccount,
} from './account-memory.ts'

/**
 * Keys of web/domain/search/recent-searches.ts, tickets/saved-tickets.ts and
 * journeys/saved-run-sheets.ts, repeated: importing them would load their code on every page.
 */
const RECENT_SEARCHES = 'recent-searches'
const TICKETS = 'ticket:'
const RUN_SHEETS = 'run-sheet:'

/**
 * Call on sign-out, and when the server says that the session was ended elsewhere: somebody else
 * may have this device. Unsent scans stay for their driver.
 */
export function forgetSession(): void {
  forgetStored('local', TICKETS)
  forgetWork()
  forgetAccount()
}

/**
 * Call when the session has expired: the person still has to get on the car. Keeps their tickets,
 * which end 24 h after the drop-off (saved-tickets.ts), and whose they are.
 */
export function forgetExpired(): void {
  forgetWork()
  forgetAccountDetails()
}

/** Call when somebody has signed in: deletes what this device stores for another person. */
export function forgetOthers(userId: string): void {
  const before = rememberedAccount()
  if (before === null || before === userId) return
  // The sign-in has already stored whether it created the account.
  const isNew = isNewUser()
  forgetSession()
  markNewUser(isNew)
}

function forgetWork(): void {
  forgetStored('local', RUN_SHEETS)
  forgetBoarding()
  forgetMessages()
  forgetWord()
  forgetPhotos()
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

/** "Ya voy a bordo" that was not sent. */
function forgetWord(): void {
  const forget = async () => (await import('../bookings/aboard-outbox.ts')).forgetAboard()
  forget().catch(() => undefined)
}

/** Lists of passengers kept for scanning without a network. */
function forgetBoarding(): void {
  const forget = async () => (await import('#web/offline/boarding-store.ts')).forgetPacks()
  // Fails only where IndexedDB is blocked: then nothing is stored.
  forget().catch(() => undefined)
}
