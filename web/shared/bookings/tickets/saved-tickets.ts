import type { z } from 'zod'
import type { BookingView, Ticket } from '#contract/booking-view.ts'
import { keepStored, keptText, storedKeys } from '#web/lib/browser-storage.ts'
import { readStoredJson } from '#web/lib/stored-json.ts'

export type SavedTicket = { ownerId: string; booking: BookingView; ticket: z.infer<typeof Ticket> }

const PREFIX = 'ticket:'
/** Time in ms after the drop-off when a ticket is no longer useful, even if the trip ran late. */
const KEPT_MS = 24 * 3_600_000

const isKept = ({ booking }: SavedTicket, now: Date) =>
  Date.parse(booking.to.at) + KEPT_MS > now.getTime()

const savedNames = () => storedKeys('local', PREFIX)

function read(name: string): SavedTicket | null {
  const saved = readStoredJson<SavedTicket>('local', name)
  if (!saved) return null
  // A ticket cached by an older version has `status`, because the API had no `state` then.
  const { booking } = saved
  return { ...saved, booking: { ...booking, state: booking.state ?? booking.status } }
}

/** Deletes the tickets whose drop-off was more than 24 h ago. */
function dropOld(now: Date): void {
  for (const name of savedNames()) {
    const old = read(name)
    if (!old || !isKept(old, now)) keepStored('local', name, null)
  }
}

/** Caches a ticket on this device for offline use; deletes expired tickets. */
export function saveTicket(saved: SavedTicket, now: Date = new Date()): void {
  dropOld(now)
  keepStored('local', PREFIX + saved.booking.id, keptText(saved))
}

/** Returns the cached tickets of a person; none when `ownerId` is null. */
export function savedTickets(ownerId: string | null, now: Date = new Date()): SavedTicket[] {
  dropOld(now)
  return savedNames().flatMap((name) => {
    const saved = read(name)
    return saved && saved.ownerId === ownerId ? [saved] : []
  })
}

/** Returns the cached ticket of a booking, if it belongs to `ownerId`. */
export function readSavedTicket(
  bookingId: string,
  ownerId: string | null,
  now: Date = new Date(),
): SavedTicket | null {
  dropOld(now)
  const saved = read(PREFIX + bookingId)
  return saved && saved.ownerId === ownerId ? saved : null
}

export function forgetTicket(bookingId: string): void {
  keepStored('local', PREFIX + bookingId, null)
}
