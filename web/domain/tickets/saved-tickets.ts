import type { z } from 'zod'
import type { BookingView, Ticket } from '#contract/bookings.ts'
import { keepStored, keptText, readStored, storedKeys } from '#web/lib/browser-storage.ts'

export type SavedTicket = {
  ownerId: string
  booking: BookingView
  ticket: z.infer<typeof Ticket>
}

const PREFIX = 'ticket:'

const savedNames = () => storedKeys('local', PREFIX)

function read(name: string): SavedTicket | null {
  try {
    const saved = JSON.parse(readStored('local', name) ?? 'null') as SavedTicket | null
    if (!saved) return null
    // Cached by an older version, before the API had `state`: then it was `status`.
    const { booking } = saved
    return { ...saved, booking: { ...booking, state: booking.state ?? booking.status } }
  } catch {
    return null
  }
}

/** Caches a ticket on this device for offline use; deletes those that ended. */
export function saveTicket(saved: SavedTicket, now: Date = new Date()): void {
  for (const name of savedNames()) {
    const old = read(name)
    if (!old || new Date(old.ticket.validUntil) < now) keepStored('local', name, null)
  }
  keepStored('local', PREFIX + saved.booking.id, keptText(saved))
}

/** All cached tickets. */
export function savedTickets(): SavedTicket[] {
  return savedNames().flatMap((name) => read(name) ?? [])
}

/** The cached ticket of a booking; with `ownerId`, only if it belongs to that person. */
export function readSavedTicket(bookingId: string, ownerId?: string): SavedTicket | null {
  const saved = read(PREFIX + bookingId)
  return saved && (ownerId === undefined || saved.ownerId === ownerId) ? saved : null
}

/** For a booking that no longer has a ticket. */
export function forgetTicket(bookingId: string): void {
  keepStored('local', PREFIX + bookingId, null)
}

/** Call on sign-out: somebody else may use this device next. */
export function forgetTickets(): void {
  for (const name of savedNames()) keepStored('local', name, null)
}
