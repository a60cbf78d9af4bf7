import { type BoardingPack, type KeptScan, keepScan } from '#web/offline/boarding-store.ts'
import { judgeScan, type Shown } from '#web/offline/judge-scan.ts'
import type { BoardingPlace } from './board-shown.ts'
import { type CheckInResult, refusalOf } from './check-in-result.ts'

/** This phone decides by itself, and keeps the scan to be sent later. */
export async function boardAlone(
  { tripId, ownerId, pack, admitted }: BoardingPlace & { pack: BoardingPack },
  shown: Shown,
  { nonce, now }: { nonce: string; now: Date },
): Promise<CheckInResult> {
  const judged = await judgeScan(pack, shown, { admitted, now })
  if (!judged.ok) return refusalOf(judged.code, { at: judged.usedAt ?? null })
  const { passenger, bookingId, seats } = judged
  const scan: KeptScan = {
    nonce,
    tripId,
    ownerId,
    bookingId,
    name: passenger?.name ?? 'Pasajero',
    ...shown,
    scannedAt: now.toISOString(),
    timeProof: pack.manifest.timeProof,
    result: null,
  }
  await keepScan(scan)
  const aboard = {
    name: passenger?.name ?? null,
    seats,
    to: passenger?.to.name ?? null,
    price: passenger?.price ?? null,
    paymentMode: passenger?.paymentMode ?? null,
  }
  return { ok: true, offline: true, aboard }
}
