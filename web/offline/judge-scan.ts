/** May this person board? Decided by the phone alone, as the server would have when last heard. */
import type { BoardingPassenger } from '#contract/boarding.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { BoardingPack } from './boarding-store.ts'
import { findByCode, readTicket } from './verify-ticket.ts'

export type Shown = { ticket: string } | { code: string }

export type Judged =
  | { ok: true; passenger: BoardingPassenger }
  /** `unchecked`: this browser cannot check signatures. */
  | { ok: false; code: ErrorCode | 'unchecked'; usedAt?: string | null }

/**
 * The time, by the phone's clock as the server corrected it. A clock that was set back since never
 * goes before what the server said.
 */
export function correctedTime(
  pack: Pick<BoardingPack, 'clockOffsetMs'> & { manifest: { serverTime: string } },
  deviceNow: number,
): Date {
  const told = Date.parse(pack.manifest.serverTime)
  return new Date(Math.max(deviceNow + pack.clockOffsetMs, told))
}

/** @param admitted bookings that this phone has let in already */
export async function judgeScan(
  pack: BoardingPack,
  shown: Shown,
  { admitted, now }: { admitted: ReadonlySet<string>; now: Date },
): Promise<Judged> {
  const found = await find(pack, shown)
  if (!('passenger' in found)) return found
  const { passenger } = found
  if (admitted.has(passenger.bookingId)) return { ok: false, code: 'ticket_used', usedAt: null }
  if (passenger.status !== 'confirmed') {
    return { ok: false, code: 'ticket_used', usedAt: passenger.checkedInAt }
  }
  if (now < new Date(passenger.validFrom)) return { ok: false, code: 'check_in_too_early' }
  if (now > new Date(passenger.validUntil)) return { ok: false, code: 'ticket_invalid' }
  return { ok: true, passenger }
}

type Found = { passenger: BoardingPassenger } | (Judged & { ok: false })

async function find(pack: BoardingPack, shown: Shown): Promise<Found> {
  const { manifest, keys } = pack
  if ('code' in shown) {
    const passenger = await findByCode(manifest, shown.code)
    return passenger ? { passenger } : { ok: false, code: 'ticket_invalid' }
  }
  const ticket = await readTicket(keys, shown.ticket).catch(() => undefined)
  if (ticket === undefined) return { ok: false, code: 'unchecked' }
  if (ticket === null) return { ok: false, code: 'ticket_invalid' }
  if (ticket.tripId !== manifest.tripId) return { ok: false, code: 'ticket_other_trip' }
  if (manifest.revoked.includes(ticket.bookingId)) return { ok: false, code: 'ticket_revoked' }
  const known = manifest.passengers.find(({ bookingId }) => bookingId === ticket.bookingId)
  // Somebody who booked after the list was read: the signature says enough, but not the name.
  if (!known) return { ok: false, code: 'booking_not_found' }
  const revoked = ticket.generation !== known.generation
  return revoked ? { ok: false, code: 'ticket_revoked' } : { passenger: known }
}
