import { useEffect } from 'react'
import { sendWaiting } from '#web/domain/safety/incident-outbox.ts'

/** A call that the server answered with an error, and one at a time without the `online` event. */
const AGAIN_MS = 30_000

/** Sends calls for help that were pressed without a network, on any screen. */
export function PendingIncidents() {
  useEffect(() => {
    const send = () => void sendWaiting()
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
