import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { sendAboard } from '#web/domain/bookings/aboard-outbox.ts'
import { sendWaiting } from '#web/domain/safety/incident-outbox.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

/** Retry interval, ms, after an error of the server or a missed `online` event. */
const AGAIN_MS = 30_000

/** Sends the calls for help and "Ya voy a bordo" reports made without a network. */
export function PendingPresses() {
  const client = useQueryClient()
  useEffect(() => {
    const sendIncidents = async () => {
      if (await sendWaiting()) await client.invalidateQueries({ queryKey: queryKeys.incidents() })
    }
    const send = () => {
      void sendIncidents()
      void sendAboard()
    }
    send()
    window.addEventListener('online', send)
    const timer = setInterval(send, AGAIN_MS)
    return () => {
      window.removeEventListener('online', send)
      clearInterval(timer)
    }
  }, [client])
  return null
}
