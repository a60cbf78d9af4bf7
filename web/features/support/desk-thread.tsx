import { type ReactNode, useState } from 'react'
import type { DeskThread as Ticket } from '#contract/support-desk.ts'
import { api } from '#web/lib/api.ts'
import { dateTime } from '#web/lib/format.ts'
import { Key } from '#web/shared/desk/back-office/desk-keys.tsx'
import { deskLinks } from '#web/shared/desk/back-office/desk-links.ts'
import { DeskCase } from '#web/shared/desk/back-office/desk-split.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Link } from '#web/ui/link.tsx'
import { useAct } from '#web/ui/use-act.ts'
import { useNote } from '#web/ui/use-note.ts'
import { DeskHandOver } from './desk-hand-over.tsx'
import { DeskMessages } from './desk-messages.tsx'
import { DeskNote } from './desk-note.tsx'
import { DeskReply } from './desk-reply.tsx'
import { DeskStatus } from './desk-status.tsx'
import { subjectWords } from './subject-card.tsx'
import { kindWords } from './support-words.ts'

type DeskThreadProps = {
  ticket: Ticket
  /** Button to the next ticket, or what is left to do. */
  next: ReactNode
  /** Called after an answer that resolves the ticket. */
  onDone: () => void
}

/** One ticket for the team: its subject, the messages, the reply, and apart from it a note. */
export function DeskThread({ ticket, next, onDone }: DeskThreadProps) {
  const note = useNote(1, '', 'note')
  const [isNoting, setNoting] = useState(note.note !== '')
  const isTaken = ticket.assignee !== null && !ticket.isMine
  const mayReply = !ticket.isOwn && !isTaken && !isNoting
  return (
    <DeskCase
      title={`${kindWords[ticket.kind]}: ${ticket.person.name}`}
      detail={
        <>
          <span className="tnum">Caso {ticket.number}</span>
          {' · '}
          {ticket.person.id === null && 'sin cuenta · '}
          {ticket.person.email} · desde {dateTime(ticket.createdAt)}
        </>
      }
      aside={
        <span className="flex flex-wrap items-center gap-2">
          <DeskStatus ticket={ticket} />
          {next}
        </span>
      }
      foot={
        (mayReply && <DeskReply {...{ ticket, onDone }} />) ||
        (isNoting && <DeskNote {...{ ticket, note }} onClose={() => setNoting(false)} />)
      }
    >
      <Head ticket={ticket}>
        {!isNoting && (
          <Button variant="ghost" size="sm" onClick={() => setNoting(true)}>
            Escribir una nota interna <Key of="a" />
          </Button>
        )}
      </Head>
      <DeskMessages messages={ticket.messages} />
      {ticket.ratingComment && (
        <Card>
          <p className="text-sm text-muted">Lo que dijo de la atención</p>
          <p className="wrap-anywhere">{ticket.ratingComment}</p>
        </Card>
      )}
      {ticket.isOwn && <p className="text-muted">Este caso es tuyo: lo responde otra persona.</p>}
      {!ticket.isOwn && isTaken && <p className="text-muted">Para responder, pásate el caso.</p>}
    </DeskCase>
  )
}

function Head({ ticket, children }: { ticket: Ticket; children: ReactNode }) {
  return (
    <div className="grid gap-2">
      {ticket.subject && <Subject subject={ticket.subject} />}
      {ticket.incidentId && (
        <p>
          Es parte de un{' '}
          <Link to={deskLinks.incident(ticket.incidentId)}>incidente de seguridad</Link>
          {ticket.isFiled && ': se resuelve cuando lo cierren'}.
        </p>
      )}
      {!ticket.isOwn && (
        <div className="flex flex-wrap items-center gap-2">
          <Holder ticket={ticket} />
          <DeskHandOver key={ticket.assignee?.id} ticket={ticket} />
          {children}
        </div>
      )}
    </div>
  )
}

/** Colleague who holds the ticket, and the buttons to take it or give it back. */
function Holder({ ticket }: { ticket: Ticket }) {
  const params = { ticketId: ticket.id }
  const step = useAct(
    () =>
      ticket.isMine
        ? api.support.releaseTicket({ params, body: {} })
        : api.support.takeTicket({ params, body: { from: ticket.assignee?.id ?? null } }),
    { refresh: [['support-desk']] },
  )
  return (
    <>
      <span className="mr-1 text-muted wrap-anywhere">
        {ticket.isMine ? 'Lo tienes tú' : (ticket.assignee?.name ?? 'Sin asignar')}
      </span>
      <Button size="sm" variant="secondary" run={step}>
        {ticket.isMine ? 'Soltar' : ticket.assignee ? 'Pasármelo' : 'Tomar'}
        {!ticket.isMine && <Key of="t" />}
      </Button>
      <ErrorBanner error={step.error} />
    </>
  )
}

/** Screens of the team that show a subject. */
const subjectLinks = { trip: deskLinks.trip, booking: deskLinks.booking }

/** Subject of the ticket in the state when the person wrote, with the way to its state today. */
function Subject({ subject }: { subject: NonNullable<Ticket['subject']> }) {
  const { kind, id, title, facts } = subject
  const words = `${subjectWords[kind]}: ${title}`
  const isShown = kind === 'trip' || kind === 'booking'
  return (
    <div className="min-w-0">
      <p className="font-semibold wrap-anywhere">
        {isShown ? <Link to={subjectLinks[kind](id)}>{words}</Link> : words}
      </p>
      <p className="tnum text-sm text-muted wrap-anywhere">
        {facts.map(({ label, value }) => `${label}: ${value}`).join(' · ')}
      </p>
    </div>
  )
}
