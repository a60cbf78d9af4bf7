import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { type CheckInResult, resultOfError } from './check-in-result.ts'

type Shown = { ticket: string } | { code: string }

const VIBRATE_OK = [80]
const VIBRATE_REFUSED = [60, 60, 200]

/** Sends what was read or typed; keeps the result until the driver asks for the next passenger. */
export function useCheckIn(tripId: string) {
  const client = useQueryClient()
  const [result, setResult] = useState<CheckInResult | null>(null)
  const [accepted, setAccepted] = useState<string | null>(null)
  const show = (next: CheckInResult) => {
    setResult(next)
    navigator.vibrate?.(next.ok ? VIBRATE_OK : VIBRATE_REFUSED)
  }
  const send = useMutation({
    mutationFn: (body: Shown) => api.bookings.checkIn({ params: { tripId }, body }),
    onSuccess: ({ booking }, shown) => {
      if ('ticket' in shown) setAccepted(shown.ticket)
      show({ ok: true, booking })
    },
    onError: (error) => show(resultOfError(error)),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: queryKeys.passengers(tripId) }),
        client.invalidateQueries({ queryKey: ['wallet'] }),
      ]),
  })
  return {
    result,
    accepted,
    pending: send.isPending,
    register: (shown: Shown) => {
      setResult(null)
      send.mutate(shown)
    },
    next: () => setResult(null),
  }
}
