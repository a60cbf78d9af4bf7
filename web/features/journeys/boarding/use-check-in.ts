import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/lib/api.ts'
import { isUnanswered, networkError } from '#web/lib/api-error.ts'
import { deviceNow, serverDate } from '#web/lib/clock.ts'
import { correctedTime } from '#web/lib/corrected-time.ts'
import { newIdempotencyKey } from '#web/lib/keys.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { deviceId, deviceName } from '#web/offline/device.ts'
import type { ShownTicket } from '#web/offline/judge-scan.ts'
import { keepPassenger } from '#web/offline/local-aboard.ts'
import type { BoardingPlace } from './board-alone.ts'
import { type CheckInResult, resultOfError, resultOfScan } from './check-in-result.ts'

const VIBRATE_OK = [80]
const VIBRATE_REFUSED = [60, 60, 200]

/** What a passenger without a phone tells the driver. */
export type KnownByName = { firstName: string; lastFour: string }

/** Checks in a scanned ticket or typed code; the result stays until the driver continues. */
export function useCheckIn(place: BoardingPlace) {
  const { tripId, ownerId } = place
  const client = useQueryClient()
  const [result, setResult] = useState<CheckInResult | null>(null)
  const [accepted, setAccepted] = useState<string | null>(null)
  const show = (next: CheckInResult) => {
    setResult(next)
    navigator.vibrate?.(next.ok ? VIBRATE_OK : VIBRATE_REFUSED)
  }
  const send = useMutation({
    networkMode: 'always',
    mutationFn: (shown: ShownTicket | KnownByName) =>
      'firstName' in shown ? boardByName(tripId, shown) : boardShown(place, shown),
    onSuccess: (next, shown) => {
      if (next.ok && 'ticket' in shown) setAccepted(shown.ticket)
      show(next)
    },
    onError: (error) => show(resultOfError(error)),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: queryKeys.keptScans(tripId, ownerId) }),
        client.invalidateQueries({ queryKey: queryKeys.boarding(tripId, ownerId) }),
        client.invalidateQueries({ queryKey: queryKeys.runSheet(tripId, ownerId) }),
        client.invalidateQueries({ queryKey: queryKeys.passengers(tripId) }),
        client.invalidateQueries({ queryKey: ['wallet'] }),
      ]),
  })
  return {
    result,
    accepted,
    pending: send.isPending,
    register: (shown: ShownTicket | KnownByName) => {
      setResult(null)
      send.mutate(shown)
    },
    next: () => setResult(null),
  }
}

/** Timeout of the server call before the phone decides offline: people are waiting at the car. */
const TIMEOUT_MS = 6_000

async function boardByName(tripId: string, body: KnownByName): Promise<CheckInResult> {
  const { booking } = await api.bookings.boardByName({ params: { tripId }, body })
  const { id: bookingId, passenger, seats, to, price, paymentMode } = booking
  const aboard = { bookingId, name: passenger.name, seats, to: to.name, price, paymentMode }
  return { ok: true, offline: false, aboard }
}

/**
 * Checks in at the server. If it is unreachable, this phone decides offline and stores the scan. It
 * is sent later with the same nonce, because the server may have processed the first request.
 * @throws ApiError a refusal of the call itself, or a network error without a downloaded manifest
 */
async function boardShown(place: BoardingPlace, shown: ShownTicket): Promise<CheckInResult> {
  const { tripId, pack } = place
  const nonce = newIdempotencyKey()
  const now = pack
    ? correctedTime({ ...pack, serverTime: pack.manifest.serverTime }, deviceNow())
    : serverDate()
  if (navigator.onLine) {
    try {
      const scan = { nonce, ...shown, scannedAt: now.toISOString(), offline: false }
      const body = { deviceId: deviceId(), deviceName: deviceName(), scans: [scan] }
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      const { results, serverTime } = await api.boarding.scan({ params: { tripId }, body, signal })
      const [first] = results
      if (pack && first?.passenger) await keepPassenger(pack, first.passenger, serverTime)
      if (first) return resultOfScan(first)
    } catch (error) {
      if (!isUnanswered(error)) throw error
    }
  }
  if (!pack) throw networkError()
  // The service worker has cached this chunk with the screen, so the import works offline.
  const { boardAlone } = await import('./board-alone.ts')
  return await boardAlone({ ...place, pack }, shown, { nonce, now })
}
