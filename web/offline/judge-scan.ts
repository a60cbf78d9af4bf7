/** Decides an offline check-in with the downloaded manifest, by the server's rules. */
import type { BoardingPassenger } from '#contract/boarding.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { BoardingPack } from '#web/stored/boarding-store.ts'
import { readTicket } from './verify-ticket.ts'

export type ShownTicket = { ticket: string } | { code: string }

export type Judged =
  /** `passenger` is null for a valid ticket newer than the downloaded manifest. */
  | { ok: true; bookingId: string; seats: number; passenger: BoardingPassenger | null }
  /** `unchecked`: this browser cannot verify Ed25519 signatures. */
  | { ok: false; code: ErrorCode | 'unchecked'; usedAt?: string | null }

/** Judges a signed ticket. `admitted`: bookings that this phone has already checked in. */
export async function judgeScan(
  pack: BoardingPack,
  shown: string,
  { admitted, now }: { admitted: ReadonlySet<string>; now: Date },
): Promise<Judged> {
  const found = await find(pack, shown)
  if ('ok' in found) return found
  const { bookingId, seats, passenger } = found
  if (admitted.has(bookingId)) return { ok: false, code: 'ticket_used', usedAt: null }
  if (passenger && passenger.status !== 'confirmed') {
    return { ok: false, code: 'ticket_used', usedAt: passenger.checkedInAt }
  }
  // After a trip was moved, ticket and manifest can differ. Either window counts, because one of
  // them is current.
  const windows = [found, ...(passenger ? [windowOf(passenger)] : [])]
  if (windows.every(({ validFrom }) => now < validFrom)) {
    return { ok: false, code: 'check_in_too_early' }
  }
  if (!windows.some(({ validFrom, validUntil }) => now >= validFrom && now <= validUntil)) {
    return { ok: false, code: 'ticket_invalid' }
  }
  return { ok: true, bookingId, seats, passenger }
}

type Found = {
  bookingId: string
  seats: number
  passenger: BoardingPassenger | null
  validFrom: Date
  validUntil: Date
}

function windowOf({ validFrom, validUntil }: BoardingPassenger) {
  return { validFrom: new Date(validFrom), validUntil: new Date(validUntil) }
}

async function find(pack: BoardingPack, shown: string): Promise<Found | (Judged & { ok: false })> {
  const { manifest, keys } = pack
  const ticket = await readTicket(keys, shown).catch(() => undefined)
  if (ticket === undefined) return { ok: false, code: 'unchecked' }
  if (ticket === null) return { ok: false, code: 'ticket_invalid' }
  if (ticket.tripId !== manifest.tripId) return { ok: false, code: 'ticket_other_trip' }
  if (manifest.revoked.includes(ticket.bookingId)) return { ok: false, code: 'ticket_revoked' }
  const known = manifest.passengers.find(({ bookingId }) => bookingId === ticket.bookingId)
  const newer = ticket.generation - (known?.generation ?? 0)
  if (newer < 0) return { ok: false, code: 'ticket_revoked' }
  // After the download the passenger changed the segment or gave back seats: the fare is another.
  return { ...ticket, passenger: newer === 0 && known ? known : null }
}
