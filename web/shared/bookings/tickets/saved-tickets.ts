import type { z } from 'zod'
import type { BookingView, Ticket } from '#contract/booking-view.ts'
import { keepStored, keptText, storedKeys } from '#web/lib/browser-storage.ts'
import { deviceNow } from '#web/lib/clock.ts'
import { areTexts, readStoredJson } from '#web/lib/stored-json.ts'

export type SavedTicket = {
  ownerId: string
  booking: BookingView
  ticket: z.infer<typeof Ticket>
  /** Device time in ms at which the server answered; absent in tickets of an older version. */
  readAt?: number
}

const PREFIX = 'ticket:'
/**
 * Time in ms after the drop-off when a ticket is no longer useful, even if the trip ran late. It
 * stays as long after it was read: a phone's clock can be days ahead.
 */
export const KEPT_MS = 24 * 3_600_000

const savedNames = () => storedKeys('local', PREFIX)

const read = (name: string, now: Date) =>
  readStoredJson<SavedTicket>(
    'local',
    name,
    ({ booking, ticket, readAt = 0 }) =>
      Math.max(Date.parse(booking.to.at), readAt) + KEPT_MS > now.getTime() &&
      areTexts(booking.from.at, ticket.code),
  )

/** Deletes the tickets whose drop-off was more than 24 h ago, and those that cannot be read. */
function dropOld(now: Date): void {
  for (const name of savedNames()) if (!read(name, now)) keepStored('local', name, null)
}

/** Caches a ticket on this device for offline use; deletes expired tickets. */
export function saveTicket(saved: SavedTicket, now: Date = new Date(deviceNow())): void {
  dropOld(now)
  keepStored('local', PREFIX + saved.booking.id, keptText(saved))
}

/** Returns the cached tickets of a person; none when `ownerId` is null. */
export function savedTickets(
  ownerId: string | null,
  now: Date = new Date(deviceNow()),
): SavedTicket[] {
  dropOld(now)
  return savedNames().flatMap((name) => {
    const saved = read(name, now)
    return saved && saved.ownerId === ownerId ? [saved] : []
  })
}

/** Returns the cached ticket of a booking, if it belongs to `ownerId`. */
export function readSavedTicket(
  bookingId: string,
  ownerId: string | null,
  now: Date = new Date(deviceNow()),
): SavedTicket | null {
  dropOld(now)
  const saved = read(PREFIX + bookingId, now)
  return saved && saved.ownerId === ownerId ? saved : null
}

export function forgetTicket(bookingId: string): void {
  keepStored('local', PREFIX + bookingId, null)
}
