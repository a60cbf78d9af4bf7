import { useEffect } from 'react'
import { sendAboard } from '#web/domain/bookings/aboard-outbox.ts'
import { sendWaiting } from '#web/domain/safety/incident-outbox.ts'

/** A call that the server answered with an error, and one at a time without the `online` event. */
const AGAIN_MS = 30_000

/** Sends what was pressed without a network on any screen: calls for help, and "Ya voy a bordo". */
export function PendingPresses() {
  useEffect(() => {
    const send = () => {
      void sendWaiting()
      void sendAboard()
    }
    send()
    window.addEventListener('online', send)
    const timer = setInterval(send, AGAIN_MS)
    return () => {
      window.removeEventListener('online', send)
      clearInterval(timer)
    }
  }, [])
  return null
}
