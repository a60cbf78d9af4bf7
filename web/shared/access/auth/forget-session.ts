/** Deletes what this device stores for the person when their session ends. */

import { forgetStored, keepStored } from '#web/lib/browser-storage.ts'
import type { SessionEnd } from '#web/lib/session-rule.ts'
import { hasUnsentSince, keepUnsentSince } from '#web/stored/unsent-since.ts'
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
 * web/features/search/women-only.tsx, web/features/bookings/booking-habits.ts and
 * web/ui/use-note.ts, copied here: importing these files would load their code on every page.
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
const TYPED = 'typed:'

/** Deletes the person's data, not unsent scans. On sign-out, after mayLogOut has asked. */
export function forgetSession(): void {
  forgetPerson()
  // Before the next press is sent, which needs no import.
  forgetStored('local', JOURNEY_PRESSES)
  unsent((it) => it.forgetUnsent())
}

/**
 * Deletes the person's data when the server ended the session. What waits to be sent stays for two
 * days, until the person signs in again (web/stored/unsent.ts). An expired session also keeps
 * tickets (24 h, saved-tickets.ts) and the id: people must board.
 */
export function forgetEnded(end: SessionEnd): void {
  keepUnsentSince()
  unsent((it) => it.forgetPrivate())
  if (end === 'revoked') {
    forgetPerson()
  } else {
    forgetWork()
    forgetAccountDetails()
  }
}

/**
 * Deletes stored data of another person, when somebody has signed in. Returns the promise of what
 * is decided about what an earlier session left unsent; null when it left nothing.
 */
export function forgetOthers(userId: string): Promise<void> | null {
  const before = rememberedAccount()
  if (before !== null && before !== userId) {
    // Read first: the sign-in has already stored whether it created the account.
    const isNew = isNewUser()
    keepUnsentSince()
    forgetPerson()
    markNewUser(isNew)
  }
  return settleLeft(userId)
}

/** Decides about what an ended session left unsent. @param userId null for a visitor */
export function settleLeft(userId: string | null): Promise<void> | null {
  return hasUnsentSince() ? unsent((it) => it.settleUnsent(userId)) : null
}

function unsent(act: (it: typeof import('#web/stored/unsent.ts')) => unknown): Promise<void> {
  return import('#web/stored/unsent.ts').then(act).then(
    () => undefined,
    () => undefined,
  )
}

function forgetPerson(): void {
  forgetStored('local', TICKETS)
  keepStored('local', BOOKING_HABITS, null)
  keepStored('local', WOMEN_ONLY, null)
  forgetWork()
  forgetAccount()
}

function forgetWork(): void {
  forgetStored('local', RUN_SHEETS)
  forgetStored('local', WALLET)
  forgetStored('local', CHATS)
  forgetStored('local', SEARCHES)
  forgetStored('session', TYPED)
  keepStored('local', RECENT_SEARCHES, null)
}
