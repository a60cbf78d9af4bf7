import { api } from '#web/lib/api.ts'
import { isUnanswered, networkError } from '#web/lib/api-error.ts'
import { newIdempotencyKey } from '#web/lib/keys.ts'
import { correctedTime } from '#web/offline/corrected-time.ts'
import { deviceId, deviceName } from '#web/offline/device.ts'
import type { ShownTicket } from '#web/offline/judge-scan.ts'
import type { BoardingPlace } from './board-alone.ts'
import { type CheckInResult, resultOfScan } from './check-in-result.ts'

/** Timeout of the server call before the phone decides offline: people are waiting at the car. */
const TIMEOUT_MS = 6_000

/**
 * Checks in at the server. If it is unreachable, this phone decides offline and stores the scan. It
 * is sent later with the same nonce, because the server may have processed the first request.
 * @throws ApiError a refusal of the call itself, or a network error without a downloaded manifest
 */
export async function boardShown(place: BoardingPlace, shown: ShownTicket): Promise<CheckInResult> {
  const { tripId, pack } = place
  const nonce = newIdempotencyKey()
  const now = pack ? correctedTime(pack, Date.now()) : new Date()
  if (navigator.onLine) {
    try {
      const scan = { nonce, ...shown, scannedAt: now.toISOString(), offline: false }
      const body = { deviceId: deviceId(), deviceName: deviceName(), scans: [scan] }
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      const { results } = await api.boarding.scan({ params: { tripId }, body, signal })
      if (results[0]) return resultOfScan(results[0])
    } catch (error) {
      if (!isUnanswered(error)) throw error
    }
  }
  if (!pack) throw networkError()
  // The service worker has cached this chunk with the screen, so the import works offline.
  const { boardAlone } = await import('./board-alone.ts')
  return await boardAlone({ ...place, pack }, shown, { nonce, now })
}
