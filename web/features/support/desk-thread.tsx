import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { DeskThread as Thread } from '#contract/support-desk.ts'
import { PrivateImage } from '#web/domain/back-office/private-image.tsx'
import { api } from '#web/lib/api.ts'
import { dateTime } from '#web/lib/format.ts'
import { useNeeded } from '#web/lib/needed-answer.ts'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { DeskAnswer } from './desk-answer.tsx'
import { DeskHandOver } from './desk-hand-over.tsx'
import { DeskStatus } from './desk-status.tsx'
import { SubjectCard } from './subject-card.tsx'
import { supportKeys } from './support-keys.ts'
import { kindWords } from './support-words.ts'

/** One ticket for the team: its subject, the messages, and the next step. */
export function DeskThread({ ticketId, onBack }: { ticketId: string; onBack: () => void }) {
  const data = useNeeded({
    queryKey: supportKeys.desk(ticketId),
    queryFn: ({ signal }) => api.support.showDeskTicket({ params: { ticketId }, signal }),
    // No refetch on focus, because each view of a ticket is recorded.
    refetchOnWindowFocus: false,
  })
  const back = (
    <Button variant="secondary" size="sm" onClick={onBack}>
      Volver a los casos
    </Button>
  )
  if (!data) {
    return (
      <Page title="Caso" actions={back}>
        <SkeletonList rows={3} rowClass="h-28" />
      </Page>
    )
  }
  const { ticket } = data
  return (
    <Page title={`${kindWords[ticket.kind]}: ${ticket.person.name}`} actions={back}>
      <Facts ticket={ticket} />
      {ticket.subject && (
        <SubjectCard subject={ticket.subject}>
          {ticket.subject.kind === 'trip' && (
            <Link to={paths.trip(ticket.subject.id)}>Ver el viaje</Link>
          )}
        </SubjectCard>
      )}
      <Messages ticket={ticket} />
      {ticket.ratingComment && (
        <Card>
          <p className="text-sm text-muted">Lo que dijo de la atención</p>
          <p className="wrap-anywhere">{ticket.ratingComment}</p>
        </Card>
      )}
      {ticket.isOwn ? (
        <p className="text-muted">Este caso es tuyo: lo responde otra persona.</p>
      ) : (
        <DeskAnswer ticket={ticket} />
      )}
    </Page>
  )
}

function Facts({ ticket }: { ticket: Thread }) {
  return (
    <Card className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <DeskStatus ticket={ticket} />
        {!ticket.isOwn && <Holder ticket={ticket} />}
      </div>
      <p className="text-muted wrap-anywhere">
        {ticket.person.id ? (
          <Link to={paths.person(ticket.person.id)}>{ticket.person.name}</Link>
        ) : (
          `${ticket.person.name}, sin cuenta`
        )}
        {' · '}
        {ticket.person.email} · desde {dateTime(ticket.createdAt)}
      </p>
      {ticket.incidentId && (
        <p>
          Es también un <Link to="/admin/incidents">incidente de seguridad</Link>.
        </p>
      )}
      {!ticket.isOwn && <DeskHandOver key={ticket.assignee?.id} ticket={ticket} />}
    </Card>
  )
}

/** Colleague who holds the ticket, and the buttons to take it or give it back. */
function Holder({ ticket }: { ticket: Thread }) {
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
    <div className="flex flex-wrap items-center gap-3">
      <span className="text-muted wrap-anywhere">
        {ticket.isMine ? 'Lo tienes tú' : (ticket.assignee?.name ?? 'Sin asignar')}
      </span>
      <Button
        size="sm"
        variant={ticket.isMine ? 'secondary' : 'primary'}
        pending={step.isPending}
        onClick={() => step.mutate()}
      >
        {ticket.isMine ? 'Soltar' : ticket.assignee ? 'Pasármelo' : 'Tomar'}
      </Button>
      <ErrorBanner error={step.error} />
    </div>
  )
}

function Messages({ ticket }: { ticket: Thread }) {
  return (
    <ul aria-label="Mensajes" className="grid gap-3">
      {ticket.messages.map(({ id, kind, author, handedTo, text, at, photoIds }) => (
        <li
          key={id}
          className={cx(
            'grid max-w-[92%] min-w-0 gap-2 rounded-card p-4',
            kind === 'team' && 'justify-self-end bg-bosque-soft',
            kind === 'person' && 'justify-self-start border border-line bg-surface',
            kind === 'note' && 'justify-self-stretch border border-dashed border-edge bg-warn-soft',
          )}
        >
          <p className="text-sm wrap-anywhere">
            {kind === 'note' && !handedTo && <strong>Nota interna · </strong>}
            {handedTo ? (
              <strong>
                {author} se lo pasó a {handedTo}
              </strong>
            ) : (
              author
            )}
            , {dateTime(at)}
          </p>
          {text && <p className="wrap-anywhere whitespace-pre-line">{text}</p>}
          {photoIds.map((ticketPhotoId, index) => (
            <PrivateImage
              key={ticketPhotoId}
              documentId={ticketPhotoId}
              label={`Foto ${index + 1} del mensaje`}
              load={(signal) => api.support.showDeskPhoto({ params: { ticketPhotoId }, signal })}
            />
          ))}
        </li>
      ))}
    </ul>
  )
}
