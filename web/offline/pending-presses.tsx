import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { storedKeys } from '#web/lib/browser-storage.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useAuth } from '#web/shared/access/auth/session.tsx'
import { sendWaiting } from '#web/shared/safety/incident-outbox.ts'
import { sendAboard } from '#web/stored/aboard-outbox.ts'
import { toastAction } from '#web/ui/toaster.ts'

/** Retry interval, ms, after an error of the server or a missed `online` event. */
const AGAIN_MS = 30_000

/** Key of web/shared/journeys/press-queue.ts, whose code is loaded only when a press waits. */
const JOURNEY_PRESSES = 'journey-presses:'

/** Sends calls for help, "Ya voy a bordo" and a driver's presses that were made offline. */
export function PendingPresses() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const ownerId = useAuth().user?.id
  useEffect(() => {
    const sendIncidents = async () => {
      if (await sendWaiting()) await client.invalidateQueries({ queryKey: queryKeys.incidents() })
    }
    const sendDriven = async () => {
      if (!ownerId || storedKeys('local', JOURNEY_PRESSES + ownerId).length === 0) return
      if (!navigator.onLine) return
      const { sendPresses } = await import('#web/shared/journeys/press-queue.ts')
      const sent = await sendPresses(ownerId)
      if (sent.length > 0) await client.invalidateQueries({ queryKey: ['run-sheet'] })
      const refused = sent.find(({ sheet }) => sheet === null)
      const where = refused && paths.runSheet(refused.press.tripId)
      // Not on the run sheet, which shows the refusal itself.
      if (!where || window.location.pathname === where) return
      toastAction('No se registró algo que marcaste en tu viaje', 'Ver', () => void navigate(where))
    }
    const send = () => {
      void sendIncidents()
      void sendAboard()
      // Without an answer, the next interval or `online` event retries.
      sendDriven().catch(() => undefined)
    }
    send()
    window.addEventListener('online', send)
    const timer = setInterval(send, AGAIN_MS)
    return () => {
      window.removeEventListener('online', send)
      clearInterval(timer)
    }
  }, [client, navigate, ownerId])
  return null
}
