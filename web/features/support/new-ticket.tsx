import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { PHOTO_MAX_BYTES } from '#contract/limits.ts'
import { TICKET_TEXT_MAX, TICKET_TEXT_MIN } from '#contract/support-limits.ts'
import type { AboutRef, TicketKind } from '#contract/support-tickets.ts'
import { supportLinks } from '#web/domain/support/support-links.ts'
import { api } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { newIdempotencyKey } from '#web/lib/keys.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { Page } from '#web/ui/page.tsx'
import { Select } from '#web/ui/select.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { useNote } from '#web/ui/use-note.ts'
import { SafetyFirst } from './safety-first.tsx'
import { SubjectCard } from './subject-card.tsx'
import { supportKeys } from './support-keys.ts'
import { kindOf, kindOptions, likelyKind } from './support-words.ts'

type NewTicketProps = { aboutRef: AboutRef | null; initialText: string }

/** Writes to the team, about a trip, booking, movement or payment or about nothing of them. */
export function NewTicket({ aboutRef, initialText }: NewTicketProps) {
  const [kind, setKind] = useState<TicketKind | ''>(likelyKind(aboutRef))
  const { note: text, field, attempt } = useNote(TICKET_TEXT_MIN, initialText)
  const [photo, setPhoto] = useState<File | null>(null)
  const [tried, setTried] = useState(false)
  const about = useQuery({
    queryKey: supportKeys.about(aboutRef?.kind ?? '', aboutRef?.ref ?? ''),
    queryFn: ({ signal }) =>
      aboutRef ? api.support.about({ body: aboutRef, signal }) : Promise.reject(),
    enabled: aboutRef !== null,
    retry: false,
  })
  // A subject that does not belong to the person is omitted, so that they can still write.
  const send = useSend(about.data ? aboutRef : null)
  const submit = () => {
    setTried(true)
    attempt(() => kind && send.mutate({ kind, text, photo }))
  }
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
        {kind === 'safety' && <SafetyFirst />}
        <TextArea label="Cuéntanos qué pasó" rows={5} maxLength={TICKET_TEXT_MAX} {...field} />
        <FileDrop
          label="Foto o captura (opcional)"
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

type Sent = { kind: TicketKind; text: string; photo: File | null }

function useSend(about: AboutRef | null) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  // One id for this form: a retry after a lost answer or photo finds the same ticket.
  const [id] = useState(newIdempotencyKey)
  return useMutation({
    mutationFn: async ({ kind, text, photo }: Sent) => {
      const { ticket } = await api.support.open({ body: { id, kind, text, about } })
      const [first] = ticket.messages
      if (photo && first) {
        await api.support.attach({ body: { messageId: first.id }, file: photo })
      }
      return ticket
    },
    onSuccess: async (ticket) => {
      await queries.invalidateQueries({ queryKey: ['support'] })
      void navigate(supportLinks.ticket(ticket.id), { replace: true })
    },
  })
}
