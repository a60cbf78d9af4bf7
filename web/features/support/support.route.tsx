import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { PHOTO_MAX_BYTES } from '#contract/limits.ts'
import { TICKET_TEXT_MAX, TICKET_TEXT_MIN } from '#contract/support-limits.ts'
import type { AboutRef, TicketKind, TicketSummary } from '#contract/support-tickets.ts'
import { api } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { secret } from '#web/lib/brand.ts'
import { before, dateTime, sentence } from '#web/lib/format.ts'
import { newIdempotencyKey } from '#web/lib/keys.ts'
import { neededAnswer, useNeeded } from '#web/lib/needed-answer.ts'
import { paths } from '#web/lib/paths.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useAuth } from '#web/shared/access/auth/session.tsx'
import { SessionGate } from '#web/shared/access/auth/session-gate.tsx'
import { LiveUpdates } from '#web/shared/notifications/live/live-updates.tsx'
import { supportLinks } from '#web/shared/support/support-links.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { ButtonLink, Link, PlainLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { Select } from '#web/ui/select.tsx'
import { Skeleton, SkeletonList } from '#web/ui/skeleton.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { useAct } from '#web/ui/use-act.ts'
import { NoteOwner, useNote } from '#web/ui/use-note.ts'
import { GuestForm } from './guest-form.tsx'
import { GuestThread } from './guest-thread.tsx'
import { MessagePhotos } from './message-photos.tsx'
import { NoPromise } from './no-promise.tsx'
import { SafetyFirst } from './safety-first.tsx'
import { SubjectCard } from './subject-card.tsx'
import { supportKeys } from './support-keys.ts'
import {
  kindOf,
  kindOptions,
  kindWords,
  likelyKind,
  ownStatus,
  readAboutRef,
} from './support-words.ts'
import { Thread } from './thread.tsx'

export const meta = secret('Soporte')

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
    return (
      <NoteOwner value={params.toString()}>
        <GuestForm initialText={text} tripId={tripId} />
      </NoteOwner>
    )
  }
  return (
    <SessionGate>
      {ticketId ? (
        <NoteOwner value={ticketId}>
          <OwnThread ticketId={ticketId} />
        </NoteOwner>
      ) : isNew ? (
        <NoteOwner value={params.toString()}>
          <NewTicket aboutRef={about} initialText={text} />
        </NoteOwner>
      ) : (
        <TicketList />
      )}
    </SessionGate>
  )
}

function TicketList() {
  const data = useNeeded(supportKeys.mine(), (signal) => api.support.mine({ signal }))
  return (
    <Page
      title="Soporte"
      lead={
        <>
          Escríbenos y sigue aquí la respuesta, o busca en la <Link to={paths.help()}>ayuda</Link>.
        </>
      }
      actions={<ButtonLink to={supportLinks.ask()}>Escribir a soporte</ButtonLink>}
    >
      {!data && <SkeletonList rows={3} rowClass="h-28" />}
      {data?.tickets.length === 0 && (
        <EmptyState region="llano" title="No has escrito a soporte">
          Busca primero en la <Link to={paths.help()}>ayuda</Link>; si no está tu pregunta, te
          responde una persona.
        </EmptyState>
      )}
      {data && data.tickets.length > 0 && (
        <ul className="grid gap-3">
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

function OwnThread({ ticketId }: { ticketId: string }) {
  const queries = useQueryClient()
  const [photo, setPhoto] = useState<File | null>(null)
  const answer = useRead(supportKeys.one(ticketId), (signal) =>
    api.support.show({ params: { ticketId }, signal }),
  )
  const refresh = () => queries.invalidateQueries({ queryKey: ['support'] })
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
        attach={<FileDrop file={photo} onFile={setPhoto} maxBytes={PHOTO_MAX_BYTES} />}
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

/** Writes to the team, about a trip, booking, movement or payment or about nothing of them. */
function NewTicket({ aboutRef, initialText }: { aboutRef: AboutRef | null; initialText: string }) {
  const [kind, setKind] = useState<TicketKind | ''>(likelyKind(aboutRef))
  const { note: text, field, tried, attempt, clear } = useNote(TICKET_TEXT_MIN, initialText, 'text')
  const [photo, setPhoto] = useState<File | null>(null)
  const about = useRead(
    supportKeys.about(aboutRef?.kind ?? '', aboutRef?.ref ?? ''),
    (signal) => (aboutRef ? api.support.about({ body: aboutRef, signal }) : Promise.reject()),
    { enabled: aboutRef !== null, retry: false },
  )
  const due = about.data?.dueAt[kind === 'safety' ? 'safety' : 'others']
  // A subject that does not belong to the person is omitted, so that they can still write.
  const send = useSend(about.data ? aboutRef : null, clear)
  const submit = () => attempt(() => kind && send.mutate({ kind, text, photo }))
  return (
    <Page
      title="¿Algo anda mal?"
      lead="Cuéntanos y te responde una persona."
      back={{ to: supportLinks.mine(), label: 'Mis casos' }}
    >
      {aboutRef && about.isPending && <Skeleton className="h-28 w-full" />}
      {about.data && <SubjectCard subject={about.data.about} />}
      {about.isError && <Banner tone="warn">{messageOf(about.error)}</Banner>}
      <div className="grid gap-4">
        <Select
          label="¿Sobre qué es?"
          placeholder="Elige un tema"
          options={kindOptions}
          value={kind}
          onChange={(event) => setKind(kindOf(event.target.value) ?? '')}
          error={tried && !kind ? 'Elige un tema.' : null}
        />
        {kind === 'safety' && <SafetyFirst isPromised={due !== null} />}
        {about.data && due === null && <NoPromise about={about.data.about} />}
        {due && <p className="text-muted">{sentence(`Te respondemos ${before(due)}`)}</p>}
        <TextArea label="Cuéntanos qué pasó" rows={5} maxLength={TICKET_TEXT_MAX} {...field} />
        <FileDrop
          hint="Solo la ves tú y quien te responde"
          file={photo}
          onFile={setPhoto}
          maxBytes={PHOTO_MAX_BYTES}
        />
        <ErrorBanner error={send.error} />
        <Button pending={send.isPending} pendingText="Enviando…" onClick={submit}>
          Enviar a soporte
        </Button>
      </div>
    </Page>
  )
}

function useSend(about: AboutRef | null, onSent: () => void) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  // One id for this form: a retry after a lost answer or photo finds the same ticket.
  const [id] = useState(newIdempotencyKey)
  return useAct(
    async ({ kind, text, photo }: { kind: TicketKind; text: string; photo: File | null }) => {
      const { ticket } = await api.support.open({ body: { id, kind, text, about } })
      const [first] = ticket.messages
      if (photo && first) {
        await api.support.attach({ body: { messageId: first.id }, file: photo })
      }
      return ticket
    },
    {
      onDone: async (ticket) => {
        onSent()
        await queries.invalidateQueries({ queryKey: ['support'] })
        void navigate(supportLinks.ticket(ticket.id), { replace: true })
      },
    },
  )
}
