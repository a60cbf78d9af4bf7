import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PHOTO_MAX_BYTES } from '#contract/limits.ts'
import type { OwnTicket } from '#contract/support.ts'
import { api } from '#web/lib/api.ts'
import { hasCode, messageOf } from '#web/lib/api-error.ts'
import { useRead } from '#web/lib/use-read.ts'
import { supportLinks } from '#web/shared/support/support-links.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyPage } from '#web/ui/empty-state.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { Page } from '#web/ui/page.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { useAct } from '#web/ui/use-act.ts'
import { MessagePhotos } from './message-photos.tsx'
import { SubjectCard } from './subject-card.tsx'
import { supportKeys } from './support-keys.ts'
import { kindWords, ownStatus } from './support-words.ts'
import { Thread } from './thread.tsx'

/** A ticket opened by its mailed link; needs no account. */
export function GuestThread({ token }: { token: string }) {
  const queries = useQueryClient()
  const queryKey = supportKeys.guest(token)
  const answer = useRead(queryKey, (signal) => api.support.read({ body: { token }, signal }), {
    retry: false,
  })
  const keep = (data: { ticket: OwnTicket }) => void queries.setQueryData(queryKey, data)
  const ticket = answer.data?.ticket
  if (!ticket) {
    if (hasCode(answer.error, 'link_invalid', 'invalid_request')) return <Invalid />
    return (
      <Page title="Soporte">
        <QueryState query={answer} what="tu caso" rows={2} rowClass="h-32" />
      </Page>
    )
  }
  if (ticket.status === 'unconfirmed') {
    return <Confirm token={token} ticket={ticket} onConfirmed={keep} />
  }
  return <Confirmed token={token} ticket={ticket} onChange={keep} />
}

type Changed = (data: { ticket: OwnTicket }) => void

type ConfirmProps = { token: string; ticket: OwnTicket; onConfirmed: Changed }

/** Confirms the message to the team; from now on the visitor may send a photo. */
function Confirm({ token, ticket, onConfirmed }: ConfirmProps) {
  const [photo, setPhoto] = useState<File | null>(null)
  const [first] = ticket.messages
  const confirm = useAct(async () => {
    const confirmed = await api.support.confirm({ body: { token } })
    const sent = photo && first ? attach(token, first.id, photo) : Promise.resolve(confirmed)
    // The message is confirmed even if sending the photo fails.
    return await sent.then(onConfirmed, (error) => ({ confirmed, problem: messageOf(error) }))
  })
  if (confirm.data) {
    const { confirmed, problem } = confirm.data
    return <WithoutPhoto problem={problem} onGoOn={() => onConfirmed(confirmed)} />
  }
  return (
    <Page title="Confirma tu mensaje" lead="Con un toque lo recibe el equipo de soporte.">
      <Card>
        <p className="wrap-anywhere whitespace-pre-line">{first?.text}</p>
      </Card>
      {ticket.subject && <SubjectCard subject={ticket.subject} />}
      <PhotoField file={photo} onFile={setPhoto} />
      <ErrorBanner error={confirm.error} />
      <Button run={confirm}>Confirmar y enviar</Button>
    </Page>
  )
}

function WithoutPhoto({ problem, onGoOn }: { problem: string; onGoOn: () => void }) {
  return (
    <Page title="Recibimos tu mensaje" lead="La foto no llegó: agrégala desde tu caso.">
      <Banner tone="warn">{problem}</Banner>
      <Button onClick={onGoOn}>Ver mi caso</Button>
    </Page>
  )
}

type ConfirmedProps = { token: string; ticket: OwnTicket; onChange: Changed }

function Confirmed({ token, ticket, onChange }: ConfirmedProps) {
  const [photo, setPhoto] = useState<File | null>(null)
  const { tone, text } = ownStatus(ticket)
  return (
    <Page title={kindWords[ticket.kind]} actions={<StatusPill tone={tone}>{text}</StatusPill>}>
      <Thread
        ticket={ticket}
        onWrite={async (message) => {
          onChange(await api.support.answerByLink({ body: { token, ...message } }))
          // If the photo fails, a retry finds the message that was already sent.
          if (photo) onChange(await attach(token, message.id, photo))
          setPhoto(null)
        }}
        onRate={async (given) =>
          onChange(await api.support.rateByLink({ body: { token, ...given } }))
        }
        attach={<PhotoField file={photo} onFile={setPhoto} />}
        photos={({ photoIds, mine }) => (
          <MessagePhotos
            photoIds={photoIds}
            mine={mine}
            load={(ticketPhotoId, signal) =>
              api.support.photoByLink({ body: { token, ticketPhotoId }, signal })
            }
          />
        )}
      />
    </Page>
  )
}

async function attach(token: string, messageId: string, file: File) {
  await api.support.attachByLink({ body: { token, messageId }, file })
  return await api.support.read({ body: { token } })
}

function PhotoField({ file, onFile }: { file: File | null; onFile: (file: File | null) => void }) {
  return (
    <FileDrop
      hint="Solo la ves tú y quien te responde"
      file={file}
      onFile={onFile}
      maxBytes={PHOTO_MAX_BYTES}
    />
  )
}

function Invalid() {
  return (
    <EmptyPage
      page="Soporte"
      title="Este enlace no abre ningún caso"
      to={supportLinks.ask()}
      link="Escribir a soporte"
    >
      Puede que se copiara a medias, o que el caso ya se borrara.
    </EmptyPage>
  )
}
