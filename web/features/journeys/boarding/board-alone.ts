import { judgeScan, type ShownTicket } from '#web/offline/judge-scan.ts'
import { type BoardingPack, keepScan } from '#web/stored/boarding-store.ts'
import { type CheckInResult, noted, refusalOf } from './check-in-result.ts'

export type BoardingPlace = {
  tripId: string
  ownerId: string
  /** Downloaded manifest of the trip; null when it was never downloaded. */
  pack: BoardingPack | null
  /** Bookings checked in on this phone whose scans are unsent. */
  admitted: ReadonlySet<string>
}

/** Checks in offline and stores the scan for later: verifies a ticket, only records a code. */
export async function boardAlone(
  { tripId, ownerId, pack, admitted }: BoardingPlace & { pack: BoardingPack },
  shown: ShownTicket,
  { nonce, now }: { nonce: string; now: Date },
): Promise<CheckInResult> {
  const kept = { nonce, tripId, ownerId, scannedAt: now.toISOString(), result: null }
  const { timeProof } = pack.manifest
  if ('code' in shown) {
    await keepScan({ ...kept, bookingId: '', name: shown.code, code: shown.code, timeProof })
    return noted
  }
  const judged = await judgeScan(pack, shown.ticket, { admitted, now })
  if (!judged.ok) return refusalOf(judged.code, { at: judged.usedAt ?? null })
  const { passenger, bookingId, seats } = judged
  const name = passenger?.name ?? 'Pasajero'
  await keepScan({ ...kept, ...shown, bookingId, name, timeProof })
  const aboard = {
    bookingId,
    name: passenger?.name ?? null,
    seats,
    to: passenger?.to.name ?? null,
    price: passenger?.price ?? null,
    paymentMode: passenger?.paymentMode ?? null,
  }
  return { ok: true, offline: true, aboard }
}
