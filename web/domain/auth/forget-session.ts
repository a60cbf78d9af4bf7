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
 * journeys/saved-run-sheets.ts, copied here: importing these files would load their code on every
 * page.
 */
const RECENT_SEARCHES = 'recent-searches'
const TICKETS = 'ticket:'
const RUN_SHEETS = 'run-sheet:'

/**
 * Deletes the person's stored data, except a driver's unsent scans. Call on sign-out, and when the
 * server says that the session was ended elsewhere: somebody else can have this device.
 */
export function forgetSession(): void {
  forgetStored('local', TICKETS)
  forgetWork()
  forgetAccount()
}

/**
 * Deletes the person's stored data, except their tickets (valid until 24 h after the drop-off,
 * saved-tickets.ts) and their id. Call when the session has expired: the person must still be able
 * to board the car.
 */
export function forgetExpired(): void {
  forgetWork()
  forgetAccountDetails()
}

/** Deletes stored data of another person. Call when somebody has signed in. */
export function forgetOthers(userId: string): void {
  const before = rememberedAccount()
  if (before === null || before === userId) return
  // Read first: the sign-in has already stored whether it created the account.
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

/** Deletes photos of documents that were taken but not sent. */
function forgetPhotos(): void {
  const forget = async () => (await import('../verification/unsent-photos.ts')).forgetUnsentPhotos()
  forget().catch(() => undefined)
}

/** Deletes messages that were not sent. */
function forgetMessages(): void {
  const forget = async () => (await import('../conversations/outbox.ts')).forgetOutbox()
  forget().catch(() => undefined)
}

/** Deletes "Ya voy a bordo" reports that were not sent. */
function forgetWord(): void {
  const forget = async () => (await import('../bookings/aboard-outbox.ts')).forgetAboard()
  forget().catch(() => undefined)
}

/** Deletes the passenger lists that are stored for offline scanning. */
function forgetBoarding(): void {
  const forget = async () => (await import('#web/offline/boarding-store.ts')).forgetPacks()
  // Fails only where IndexedDB is blocked, so nothing is stored there.
  forget().catch(() => undefined)
}
