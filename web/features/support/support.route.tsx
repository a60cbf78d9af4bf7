import { lazy, Suspense } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { useAuth } from '#web/domain/auth/session.tsx'
import { SessionGate } from '#web/domain/auth/session-gate.tsx'
import { retryingImport } from '#web/lib/retrying-import.ts'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { readAboutRef } from './support-words.ts'

const NewTicket = lazy(async () => ({
  default: (await retryingImport(() => import('./new-ticket.tsx'))).NewTicket,
}))
const OwnThread = lazy(async () => ({
  default: (await retryingImport(() => import('./own-thread.tsx'))).OwnThread,
}))
const TicketList = lazy(async () => ({
  default: (await retryingImport(() => import('./ticket-list.tsx'))).TicketList,
}))
const GuestForm = lazy(async () => ({
  default: (await retryingImport(() => import('./guest-form.tsx'))).GuestForm,
}))
const GuestThread = lazy(async () => ({
  default: (await retryingImport(() => import('./guest-thread.tsx'))).GuestThread,
}))

export function meta() {
  return [
    { title: 'Soporte · Cupo' },
    { name: 'robots', content: 'noindex, nofollow' },
    { name: 'referrer', content: 'no-referrer' },
  ]
}

/** Support: own tickets, one ticket, or a new one; visitors without a session can write too. */
export default function Support() {
  return (
    <Suspense
      fallback={
        <div className="mx-auto w-full max-w-flow px-4 py-10">
          <SkeletonList rows={2} rowClass="h-40" />
        </div>
      }
    >
      <Shown />
    </Suspense>
  )
}

function Shown() {
  // The secret of a mailed link is in the fragment: it reaches no server's log.
  const token = useLocation().hash.slice(1)
  const [params] = useSearchParams()
  const { status } = useAuth()
  if (token !== '') return <GuestThread token={token} />
  const ticketId = params.get('caso')
  const text = params.get('texto') ?? ''
  const isNew = params.has('nuevo') || params.has('sobre')
  const about = readAboutRef(params)
  const tripId = about?.kind === 'trip' ? about.ref : null
  // Bookings and money need an account; visitors can ask about a trip or in general.
  if (status === 'signedOut' && !ticketId && (tripId || !params.has('sobre'))) {
    return <GuestForm initialText={text} tripId={tripId} />
  }
  return (
    <SessionGate>
      {ticketId ? (
        <OwnThread ticketId={ticketId} />
      ) : isNew ? (
        <NewTicket aboutRef={about} initialText={text} />
      ) : (
        <TicketList />
      )}
    </SessionGate>
  )
}
