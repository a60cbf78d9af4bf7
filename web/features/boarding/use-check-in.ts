import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { queryKeys } from '#web/lib/query-keys.ts'
import type { ShownTicket } from '#web/offline/judge-scan.ts'
import type { BoardingPlace } from './board-alone.ts'
import { boardShown } from './board-shown.ts'
import { type CheckInResult, resultOfError } from './check-in-result.ts'

const VIBRATE_OK = [80]
const VIBRATE_REFUSED = [60, 60, 200]

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
    mutationFn: (shown: ShownTicket) => boardShown(place, shown),
    onSuccess: (next, shown) => {
      if (next.ok && 'ticket' in shown) setAccepted(shown.ticket)
      show(next)
    },
    onError: (error) => show(resultOfError(error)),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: queryKeys.keptScans(tripId, ownerId) }),
        client.invalidateQueries({ queryKey: queryKeys.boarding(tripId, ownerId) }),
        client.invalidateQueries({ queryKey: queryKeys.passengers(tripId) }),
        client.invalidateQueries({ queryKey: ['wallet'] }),
      ]),
  })
  return {
    result,
    accepted,
    pending: send.isPending,
    register: (shown: ShownTicket) => {
      setResult(null)
      send.mutate(shown)
    },
    next: () => setResult(null),
  }
}
