import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { PHOTO_MAX_BYTES } from '#contract/limits.ts'
import { onLiveEvent } from '#web/domain/live/live-events.ts'
import { LiveUpdates } from '#web/domain/live/live-updates.tsx'
import { supportLinks } from '#web/domain/support/support-links.ts'
import { api } from '#web/lib/api.ts'
import { neededAnswer } from '#web/lib/needed-answer.ts'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { MessagePhotos } from './message-photos.tsx'
import { supportKeys } from './support-keys.ts'
import { kindWords, ownStatus } from './support-words.ts'
import { Thread } from './thread.tsx'

/** A ticket of the signed-in person. */
export function OwnThread({ ticketId }: { ticketId: string }) {
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
