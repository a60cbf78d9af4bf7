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
 * Keys of web/shared/search/recent-searches.ts, tickets/saved-tickets.ts,
 * journeys/saved-run-sheets.ts, journeys/press-queue.ts, web/features/wallet/kept-wallet.ts,
 * web/features/conversations/kept-chat.ts, web/features/search/kept-search.ts,
 * web/features/search/women-only.tsx and web/features/bookings/booking-habits.ts, copied here:
 * importing these files would load their code on every page.
 */
const RECENT_SEARCHES = 'recent-searches'
const TICKETS = 'ticket:'
const RUN_SHEETS = 'run-sheet:'
const BOOKING_HABITS = 'book-habits'
const WOMEN_ONLY = 'women-only'
const JOURNEY_PRESSES = 'journey-presses:'
const WALLET = 'wallet:'
const CHATS = 'chat:'
const SEARCHES = 'search:'

/** Deletes the person's data, not unsent scans. On sign-out, and if ended elsewhere. */
export function forgetSession(): void {
  forgetStored('local', TICKETS)
  keepStored('local', BOOKING_HABITS, null)
  keepStored('local', WOMEN_ONLY, null)
  forgetWork()
  forgetAccount()
}

/** Keeps tickets (24 h, saved-tickets.ts) and id: after an expired session people must board. */
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
  forgetStored('local', JOURNEY_PRESSES)
  forgetStored('local', WALLET)
  forgetStored('local', CHATS)
  forgetStored('local', SEARCHES)
  import('#web/stored/unsent.ts').then(
    (it) => it.forgetUnsent(),
    () => undefined,
  )
  keepStored('local', RECENT_SEARCHES, null)
}
