import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { onUnkept, storedKeys } from '#web/lib/browser-storage.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useAuth } from '#web/shared/access/auth/session.tsx'
import { AgendaMark } from '#web/shared/agenda/agenda-mark.tsx'
import { sendWaiting } from '#web/shared/safety/incident-outbox.ts'
import { sendAboard } from '#web/stored/aboard-outbox.ts'
import { keepLost, onLost, readLost } from '#web/stored/lost-note.ts'
import { mayHavePendingScans } from '#web/stored/pending-mark.ts'
import { toastAction } from '#web/ui/toaster.ts'
import { Toasts } from '#web/ui/toasts.tsx'
import { hasNewVersion, onNewVersion, takeNewVersion } from './register-worker.ts'
import { tellUnkept } from './unkept.ts'

/** Background work of every screen; its code is loaded after the screen. */
export function Background() {
  useEffect(() => onUnkept(tellUnkept), [])
  return (
    <>
      <Toasts />
      <LostNote />
      <AgendaMark />
      <NewVersion />
      <PendingScans />
      <PendingPresses />
      <KeptSheets />
      <LeaveByAddress />
    </>
  )
}

/** Says what was deleted before it was sent, until a person has read it. */
function LostNote() {
  const lost = useSyncExternalStore(onLost, readLost, () => null)
  useEffect(() => {
    if (lost === null) return
    const text = `Borramos de este teléfono lo que quedó sin enviar: ${lost}.`
    toastAction(text, 'Entendido', () => keepLost(null))
  }, [lost])
  return null
}

/** Presses "Cerrar Sesión" where a page without the app leads because something is not sent. */
function LeaveByAddress() {
  const { hash, pathname } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    if (hash !== '#salir') return
    // Without the mark a reload would ask again.
    void navigate(pathname, { replace: true })
    document.querySelector<HTMLElement>('[data-logout]')?.click()
  }, [hash, pathname, navigate])
  return null
}

/** Offers a waiting update once in a toast; it is applied only when the person presses it. */
function NewVersion() {
  const ready = useSyncExternalStore(onNewVersion, hasNewVersion, () => false)
  useEffect(() => {
    if (ready) toastAction('Hay una versión nueva', 'Actualizar', takeNewVersion)
  }, [ready])
  return null
}

/** Retry interval, ms, after an error of the server or a missed `online` event. */
const AGAIN_MS = 30_000

/** Key of web/shared/journeys/press-queue.ts, whose code is loaded only when a press waits. */
const JOURNEY_PRESSES = 'journey-presses:'

/** Sends calls for help, "Ya voy a bordo" and a driver's presses that were made offline. */
function PendingPresses() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { user, expired } = useAuth()
  // Nothing can be sent in a session that has ended; after the next login, all is tried at once.
  const ownerId = expired ? undefined : user?.id
  useEffect(() => {
    const sendIncidents = async () => {
      const { taken, refused } = await sendWaiting()
      if (taken > 0) await client.invalidateQueries({ queryKey: queryKeys.incidents() })
      for (const { bookingId, tripId, kind, words } of refused) {
        const where = bookingId === null ? paths.runSheet(tripId) : paths.booking(bookingId)
        const what =
          kind === 'emergency'
            ? 'Cupo no recibió tu aviso de emergencia: si lo necesitas, llama al 123.'
            : 'Cupo no recibió lo que contaste de tu viaje.'
        toastAction(`${what} ${words}`, 'Ver', () => void navigate(where))
      }
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
    const sendSaid = async () => {
      for (const { bookingId, refusal } of ownerId ? await sendAboard(ownerId) : []) {
        // A screen that was read before would ask whether the driver came.
        void client.invalidateQueries({ queryKey: queryKeys.booking(bookingId) })
        const look = () => void navigate(paths.booking(bookingId))
        if (refusal) toastAction(`No se registró «Ya voy a bordo». ${refusal}`, 'Ver', look)
      }
    }
    const send = () => {
      void sendIncidents()
      void sendSaid()
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

/** Key of web/shared/journeys/saved-run-sheets.ts, whose code is loaded only for a kept sheet. */
const RUN_SHEETS = 'run-sheet:'

/** Reads kept run sheets again, so that they show no telephone that the server hides. */
function KeptSheets() {
  const { user, expired } = useAuth()
  const ownerId = expired ? undefined : user?.id
  useEffect(() => {
    if (ownerId === undefined) return
    const refresh = () => {
      if (document.hidden || !navigator.onLine) return
      if (storedKeys('local', RUN_SHEETS).length === 0) return
      import('./refresh-sheets.ts').then(
        (it) => it.refreshSheets(ownerId),
        () => undefined,
      )
    }
    refresh()
    window.addEventListener('online', refresh)
    document.addEventListener('visibilitychange', refresh)
    return () => {
      window.removeEventListener('online', refresh)
      document.removeEventListener('visibilitychange', refresh)
    }
  }, [ownerId])
  return null
}

const TROUBLE = ['conflict', 'revoked', 'refused']

/** Uploads offline scans when the driver opens any screen. */
function PendingScans() {
  const { user, expired } = useAuth()
  const navigate = useNavigate()
  const ownerId = expired ? undefined : user?.id
  useEffect(() => {
    if (ownerId === undefined || !mayHavePendingScans()) return
    const send = async () => {
      const sent = await (await import('./send-scans.ts')).sendScans(ownerId)
      const trouble = sent.find(({ outcome }) => TROUBLE.includes(outcome))
      const where = trouble && paths.scanner(trouble.tripId)
      // Not on the scanner's screen, which shows the problem itself.
      if (!where || window.location.pathname === where) return
      const look = () => void navigate(where)
      toastAction('Una subida sin conexión necesita que la revises', 'Ver', look)
    }
    // After a failure, the next sign-in or the scanner's screen retries.
    send().catch(() => undefined)
  }, [ownerId, navigate])
  return null
}
