import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ChevronLeft, Keyboard } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import type { DeskThread as Ticket } from '#contract/support-desk.ts'
import { api } from '#web/lib/api.ts'
import { dateTime } from '#web/lib/format.ts'
import { deskKeyOf, KeysHelp } from '#web/shared/desk/back-office/desk-keys.tsx'
import { deskLinks } from '#web/shared/desk/back-office/desk-links.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Link } from '#web/ui/link.tsx'
import { DeskHandOver } from './desk-hand-over.tsx'
import { DeskMessages } from './desk-messages.tsx'
import { DeskNote } from './desk-note.tsx'
import { DeskReply, type ReplyDrafts } from './desk-reply.tsx'
import { DeskStatus } from './desk-status.tsx'
import { ticketKeys } from './desk-ticket.ts'
import { subjectWords } from './subject-card.tsx'
import { kindWords } from './support-words.ts'

type DeskThreadProps = {
  ticket: Ticket
  drafts: ReplyDrafts
  /** Button to the next ticket, or what is left to do. */
  next: ReactNode
  onNext: () => void
  onStep: (by: 1 | -1) => void
  /** Leads back to the list; null beside it. */
  onClose: (() => void) | null
}

/** One ticket for the team: its subject, the messages, the reply, and apart from it a note. */
export function DeskThread(props: DeskThreadProps) {
  const { ticket, drafts, next, onNext, onStep, onClose } = props
  const [isHelpOpen, setHelpOpen] = useState(false)
  const [isNoting, setNoting] = useState(false)
  const box = useFocused()
  const reply = useRef<HTMLTextAreaElement>(null)
  const take = useRef<HTMLButtonElement>(null)
  const onKey = {
    n: onNext,
    j: () => onStep(1),
    k: () => onStep(-1),
    r: () => reply.current?.focus(),
    i: () => setNoting(!ticket.isOwn),
    t: () => ticket.isMine || take.current?.click(),
    '?': () => setHelpOpen(true),
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const key = event.target instanceof Element ? deskKeyOf(ticketKeys, event, event.target) : null
    if (!key) return
    event.preventDefault()
    onKey[key]()
  }
  const isTaken = ticket.assignee !== null && !ticket.isMine
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: shortcuts for buttons that are inside.
    <div ref={box} tabIndex={-1} onKeyDown={onKeyDown} className="grid gap-5 outline-none">
      <Bar {...{ next, onClose }} onHelp={() => setHelpOpen(true)} />
      <Head ticket={ticket} take={take} />
      <DeskMessages messages={ticket.messages} />
      {ticket.ratingComment && (
        <Card>
          <p className="text-sm text-muted">Lo que dijo de la atención</p>
          <p className="wrap-anywhere">{ticket.ratingComment}</p>
        </Card>
      )}
      {ticket.isOwn && <p className="text-muted">Este caso es tuyo: lo responde otra persona.</p>}
      {!ticket.isOwn && isTaken && <p className="text-muted">Para responder, pásate el caso.</p>}
      {!ticket.isOwn && !isTaken && <DeskReply {...{ ticket, drafts }} field={reply} />}
      {!ticket.isOwn && isNoting && <DeskNote ticket={ticket} onClose={() => setNoting(false)} />}
      {!ticket.isOwn && !isNoting && (
        <Button
          variant="ghost"
          aria-keyshortcuts="i"
          className="justify-self-start"
          onClick={() => setNoting(true)}
        >
          Escribir una nota interna
        </Button>
      )}
      <KeysHelp keys={ticketKeys} open={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </div>
  )
}

/** A ticket takes the focus when it opens, so that its keys work. */
function useFocused() {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus({ preventScroll: true }), [])
  return box
}

type BarProps = Pick<DeskThreadProps, 'next' | 'onClose'> & { onHelp: () => void }

/** Ways to other tickets. */
function Bar({ next, onClose, onHelp }: BarProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      {onClose && (
        <Button
          variant="ghost"
          size="sm"
          onClick={onClose}
          icon={<ChevronLeft aria-hidden="true" className="size-5" />}
          className="-ml-3"
        >
          Volver a los casos
        </Button>
      )}
      <div className="ml-auto flex min-w-0 items-center gap-2">
        {next}
        <IconButton label="Teclas" aria-keyshortcuts="?" onClick={onHelp}>
          <Keyboard aria-hidden="true" className="size-5" />
        </IconButton>
      </div>
    </div>
  )
}

type HeadProps = { ticket: Ticket; take: Ref<HTMLButtonElement> }

function Head({ ticket, take }: HeadProps) {
  return (
    <Card className="grid gap-3 p-4!">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <h2 className="min-w-0 text-xl wrap-anywhere">
          {kindWords[ticket.kind]}: {ticket.person.name}
        </h2>
        <DeskStatus ticket={ticket} />
      </div>
      <p className="text-sm text-muted wrap-anywhere">
        <span className="tnum">Caso {ticket.number}</span>
        {' · '}
        {ticket.person.id === null && 'sin cuenta · '}
        {ticket.person.email} · desde {dateTime(ticket.createdAt)}
      </p>
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
          <Holder ticket={ticket} take={take} />
          <DeskHandOver key={ticket.assignee?.id} ticket={ticket} />
        </div>
      )}
    </Card>
  )
}

/** Colleague who holds the ticket, and the buttons to take it or give it back. */
function Holder({ ticket, take }: HeadProps) {
  const queries = useQueryClient()
  const params = { ticketId: ticket.id }
  const step = useMutation({
    mutationFn: () =>
      ticket.isMine
        ? api.support.releaseTicket({ params, body: {} })
        : api.support.takeTicket({ params, body: { from: ticket.assignee?.id ?? null } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['support-desk'] }),
  })
  return (
    <>
      <span className="mr-1 text-muted wrap-anywhere">
        {ticket.isMine ? 'Lo tienes tú' : (ticket.assignee?.name ?? 'Sin asignar')}
      </span>
      <Button
        ref={take}
        size="sm"
        variant="secondary"
        aria-keyshortcuts={ticket.isMine ? undefined : 't'}
        pending={step.isPending}
        onClick={() => step.mutate()}
      >
        {ticket.isMine ? 'Soltar' : ticket.assignee ? 'Pasármelo' : 'Tomar'}
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
