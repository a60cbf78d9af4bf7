import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { PHOTO_MAX_BYTES } from '#contract/limits.ts'
import type { TicketSummary } from '#contract/support-tickets.ts'
import { useAuth } from '#web/domain/auth/session.tsx'
import { SessionGate } from '#web/domain/auth/session-gate.tsx'
import { onLiveEvent } from '#web/domain/live/live-events.ts'
import { LiveUpdates } from '#web/domain/live/live-updates.tsx'
import { supportLinks } from '#web/domain/support/support-links.ts'
import { api } from '#web/lib/api.ts'
import { dateTime } from '#web/lib/format.ts'
import { neededAnswer, useNeeded } from '#web/lib/needed-answer.ts'
import { paths } from '#web/lib/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { ButtonLink, Link, PlainLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { GuestForm } from './guest-form.tsx'
import { GuestThread } from './guest-thread.tsx'
import { MessagePhotos } from './message-photos.tsx'
import { NewTicket } from './new-ticket.tsx'
import { supportKeys } from './support-keys.ts'
import { kindWords, ownStatus, readAboutRef } from './support-words.ts'
import { Thread } from './thread.tsx'

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

/** The person's own tickets. */
function TicketList() {
  const data = useNeeded({
    queryKey: supportKeys.mine(),
    queryFn: ({ signal }) => api.support.mine({ signal }),
  })
  return (
    <Page
      title="Soporte"
      lead="Escríbenos y sigue aquí la respuesta."
      actions={<ButtonLink to={supportLinks.ask()}>Escribir a soporte</ButtonLink>}
    >
      {!data && <SkeletonList rows={3} rowClass="h-28" />}
      {data?.tickets.length === 0 && (
        <EmptyState region="valle" title="No has escrito a soporte">
          Busca primero en la <Link to={paths.help()}>ayuda</Link>; si no está tu pregunta, te
          responde una persona.
        </EmptyState>
      )}
      {data && data.tickets.length > 0 && (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {data.tickets.map((ticket) => (
            <li key={ticket.id}>
              <Row ticket={ticket} />
            </li>
          ))}
        </ul>
      )}
    </Page>
  )
}

function Row({ ticket }: { ticket: TicketSummary }) {
  const { tone, text } = ownStatus(ticket)
  return (
    <PlainLink to={supportLinks.ticket(ticket.id)}>
      <Card className="grid gap-2 hover:border-bosque">
        <div className="flex flex-wrap items-start justify-between gap-2">
          <p className="min-w-0 font-semibold wrap-anywhere">
            {kindWords[ticket.kind]}
            {ticket.about && ` · ${ticket.about}`}
          </p>
          <StatusPill tone={tone}>{text}</StatusPill>
        </div>
        <p className="text-muted wrap-anywhere">{ticket.excerpt}</p>
        <p className="text-sm text-muted">
          {ticket.canRate ? 'Cuéntanos cómo te atendieron' : dateTime(ticket.lastAt)}
        </p>
      </Card>
    </PlainLink>
  )
}

/** A ticket of the signed-in person. */
function OwnThread({ ticketId }: { ticketId: string }) {
  const queries = useQueryClient()
  const [photo, setPhoto] = useState<File | null>(null)
  const answer = useQuery({
    queryKey: supportKeys.one(ticketId),
    queryFn: ({ signal }) => api.support.show({ params: { ticketId }, signal }),
  })
  const refresh = () => queries.invalidateQueries({ queryKey: ['support'] })
  // Refetches on a notification, because an answer is announced by one.
  useEffect(
    () =>
      onLiveEvent(({ type }) => {
        if (type === 'notification') void queries.invalidateQueries({ queryKey: ['support'] })
      }),
    [queries],
  )
  const data = neededAnswer(answer)
  const back = { to: supportLinks.mine(), label: 'Mis casos' }
  if (!data) {
    return (
      <Page title="Soporte" back={back}>
        <SkeletonList rows={3} rowClass="h-28" />
      </Page>
    )
  }
  const { ticket } = data
  const { tone, text } = ownStatus(ticket)
  const params = { ticketId }
  return (
    <Page
      title={kindWords[ticket.kind]}
      back={back}
      actions={<StatusPill tone={tone}>{text}</StatusPill>}
    >
      {/* The layout of private screens contains `LiveUpdates`; this screen is open to visitors. */}
      <LiveUpdates />
      <Thread
        ticket={ticket}
        onWrite={async (body) => {
          await api.support.write({ params, body })
          // If the photo fails, a retry finds the message that was already sent.
          if (photo) await api.support.attach({ body: { messageId: body.id }, file: photo })
          setPhoto(null)
          await refresh()
        }}
        onRate={async (body) => {
          await api.support.rate({ params, body })
          await refresh()
        }}
        attach={
          <FileDrop
            label="Foto o captura (opcional)"
            file={photo}
            onFile={setPhoto}
            maxBytes={PHOTO_MAX_BYTES}
          />
        }
        photos={({ photoIds, mine }) => (
          <MessagePhotos
            photoIds={photoIds}
            mine={mine}
            load={(ticketPhotoId, signal) =>
              api.support.photo({ params: { ticketPhotoId }, signal })
            }
          />
        )}
      />
    </Page>
  )
}
