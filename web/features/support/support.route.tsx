import { useLocation, useSearchParams } from 'react-router'
import { useAuth } from '#web/domain/auth/session.tsx'
import { SessionGate } from '#web/domain/auth/session-gate.tsx'
import { GuestForm } from './guest-form.tsx'
import { GuestThread } from './guest-thread.tsx'
import { NewTicket } from './new-ticket.tsx'
import { OwnThread } from './own-thread.tsx'
import { readAboutRef } from './support-words.ts'
import { TicketList } from './ticket-list.tsx'

export function meta() {
  return [
    { title: 'Soporte · Cupo' },
    { name: 'robots', content: 'noindex, nofollow' },
    { name: 'referrer', content: 'no-referrer' },
  ]
}

/** Support: own tickets, one ticket, or a new one; visitors without a session can write too. */
export default function Support() {
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
