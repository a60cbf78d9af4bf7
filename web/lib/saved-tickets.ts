import type { z } from 'zod'
import type { BookingView, Ticket } from '#contract/bookings.ts'

export type SavedTicket = {
  ownerId: string
  booking: BookingView
  ticket: z.infer<typeof Ticket>
}

const PREFIX = 'ticket:'

function attempt<T>(fn: () => T, otherwise: T): T {
  try {
    return fn()
  } catch {
    return otherwise
  }
}

function savedIds(): string[] {
  return Object.keys(localStorage).filter((name) => name.startsWith(PREFIX))
}

/** Keeps a ticket on this device so that it opens without network; drops those that ended. */
export function saveTicket(saved: SavedTicket, now: Date = new Date()): void {
  attempt(() => {
    for (const name of savedIds()) {
      const old = parse(localStorage.getItem(name))
      if (!old || new Date(old.ticket.validUntil) < now) localStorage.removeItem(name)
    }
    localStorage.setItem(PREFIX + saved.booking.id, JSON.stringify(saved))
  }, undefined)
}

function parse(text: string | null): SavedTicket | null {
  return attempt(() => JSON.parse(text ?? 'null') as SavedTicket | null, null)
}

/** The ticket kept for a booking; with `ownerId`, only if it belongs to that person. */
export function readSavedTicket(bookingId: string, ownerId?: string): SavedTicket | null {
  const saved = parse(attempt(() => localStorage.getItem(PREFIX + bookingId), null))
  return saved && (ownerId === undefined || saved.ownerId === ownerId) ? saved : null
}

/** A booking that no longer has a ticket. */
export function forgetTicket(bookingId: string): void {
  attempt(() => localStorage.removeItem(PREFIX + bookingId), undefined)
}

/** On signing out: somebody else may use this device next. */
export function forgetTickets(): void {
  attempt(() => {
    for (const name of savedIds()) localStorage.removeItem(name)
  }, undefined)
}
