import type { z } from 'zod'
import type { BookingView, Ticket } from '#contract/booking-view.ts'
import { keepStored, keptText, readStored, storedKeys } from '#web/lib/browser-storage.ts'

export type SavedTicket = {
  ownerId: string
  booking: BookingView
  ticket: z.infer<typeof Ticket>
}

const PREFIX = 'ticket:'
/** After the drop-off a ticket is of no more use, also when the trip ran late. */
const KEPT_MS = 24 * 3_600_000

const isKept = ({ booking }: SavedTicket, now: Date) =>
  Date.parse(booking.to.at) + KEPT_MS > now.getTime()

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

/** Deletes the tickets whose drop-off was more than 24 h ago. */
function dropOld(now: Date): void {
  for (const name of savedNames()) {
    const old = read(name)
    if (!old || !isKept(old, now)) keepStored('local', name, null)
  }
}

/** Caches a ticket on this device for offline use; deletes those that ended. */
export function saveTicket(saved: SavedTicket, now: Date = new Date()): void {
  dropOld(now)
  keepStored('local', PREFIX + saved.booking.id, keptText(saved))
}

/** The cached tickets of a person; null: nobody's. */
export function savedTickets(ownerId: string | null, now: Date = new Date()): SavedTicket[] {
  dropOld(now)
  return savedNames().flatMap((name) => {
    const saved = read(name)
    return saved && saved.ownerId === ownerId ? [saved] : []
  })
}

/** The cached ticket of a booking, if it belongs to that person. */
export function readSavedTicket(
  bookingId: string,
  ownerId: string | null,
  now: Date = new Date(),
): SavedTicket | null {
  dropOld(now)
  const saved = read(PREFIX + bookingId)
  return saved && saved.ownerId === ownerId ? saved : null
}

/** For a booking that no longer has a ticket. */
export function forgetTicket(bookingId: string): void {
  keepStored('local', PREFIX + bookingId, null)
}
