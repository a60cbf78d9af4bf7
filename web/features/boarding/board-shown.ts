import { api } from '#web/lib/api.ts'
import { ApiError, networkError } from '#web/lib/api-error.ts'
import { newIdempotencyKey } from '#web/lib/keys.ts'
import { correctedTime } from '#web/offline/corrected-time.ts'
import { deviceId, deviceName } from '#web/offline/device.ts'
import type { Shown } from '#web/offline/judge-scan.ts'
import type { BoardingPlace } from './board-alone.ts'
import { type CheckInResult, resultOfScan } from './check-in-result.ts'

/** How long somebody beside the car waits for the server before the phone decides. */
const PATIENCE_MS = 6_000

/**
 * Asks the server; where it cannot be reached, this phone decides by itself and keeps the scan to
 * be sent later under the same nonce, in case the server heard the first time.
 * @throws ApiError a refusal of the call itself, or no network and nothing kept
 */
export async function boardShown(place: BoardingPlace, shown: Shown): Promise<CheckInResult> {
  const { tripId, pack } = place
  const nonce = newIdempotencyKey()
  const now = pack ? correctedTime(pack, Date.now()) : new Date()
  if (navigator.onLine) {
    try {
      const scan = { nonce, ...shown, scannedAt: now.toISOString(), offline: false }
      const body = { deviceId: deviceId(), deviceName: deviceName(), scans: [scan] }
      const signal = AbortSignal.timeout(PATIENCE_MS)
      const { results } = await api.boarding.scan({ params: { tripId }, body, signal })
      if (results[0]) return resultOfScan(results[0])
    } catch (error) {
      if (!isUnreachable(error)) throw error
    }
  }
  if (!pack) throw networkError()
  // Kept by the service worker with the rest of this screen.
  const { boardAlone } = await import('./board-alone.ts')
  return await boardAlone({ ...place, pack }, shown, { nonce, now })
}

/** No answer, or not one about the scan. */
export function isUnreachable(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 500
}
