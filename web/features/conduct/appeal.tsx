import { useState } from 'react'
import type { SanctionView } from '#contract/conduct.ts'
import { CONDUCT_PHOTOS, CONDUCT_TEXT_MAX, CONDUCT_TEXT_MIN } from '#contract/limits.ts'
import { usePhotos } from '#web/features/conduct/photos-field.tsx'
import { api } from '#web/lib/api.ts'
import { dateShort, plural } from '#web/lib/format.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { useAct } from '#web/ui/use-act.ts'
import { forgetNotes, useNote } from '#web/ui/use-note.ts'

type AppealedProps = { sanctionId: string; appeal: NonNullable<SanctionView['appeal']> }

/** The person's appeal, its photos and its answer. Until the answer, photos can be added. */
export function Appealed({ sanctionId, appeal }: AppealedProps) {
  const { statement, at, answer, isUpheld, photos } = appeal
  return (
    <div className="grid gap-3">
      <div>
        <h3 className="font-semibold">Tu apelación del {dateShort(at)}</h3>
        <p className="text-muted wrap-anywhere whitespace-pre-line">{statement}</p>
        {photos > 0 && (
          <p className="text-sm text-muted">
            Con {plural(photos, 'foto', 'fotos')}, que solo ve quien responde.
          </p>
        )}
      </div>
      {answer === null ? (
        <>
          <Banner tone="info" live="off">
            La responde otra persona del equipo. Te avisamos.
          </Banner>
          {photos < CONDUCT_PHOTOS && <AddPhoto sanctionId={sanctionId} before={photos} />}
        </>
      ) : (
        <Banner
          tone={isUpheld ? 'ok' : 'info'}
          title={isUpheld ? 'Levantamos la sanción' : 'La sanción se mantiene'}
          live="off"
        >
          {answer}
        </Banner>
      )}
    </div>
  )
}

function AddPhoto({ sanctionId, before }: { sanctionId: string; before: number }) {
  const photos = usePhotos(before, sendPhoto(sanctionId))
  const send = useAct(photos.upload, { refresh: [queryKeys.conduct()] })
  return (
    <div className="grid gap-3">
      {photos.field}
      <ErrorBanner error={send.error} />
      {photos.files.length > 0 && (
        <Button variant="secondary" run={send} pendingText="Enviando…">
          Agregar a mi apelación
        </Button>
      )}
    </div>
  )
}

const sendPhoto = (sanctionId: string) => (file: File) =>
  api.conduct.addAppealPhoto({ body: { sanctionId }, file })

/** Form for the one appeal against a sanction. Closed until the person asks for it. */
export function AppealForm({ sanctionId, until }: { sanctionId: string; until: string }) {
  const photos = usePhotos(0, sendPhoto(sanctionId))
  const { note, field, attempt } = useNote(CONDUCT_TEXT_MIN, '', 'appeal')
  const [open, setOpen] = useState(note !== '')
  const send = useAct(
    async () => {
      await api.conduct.appeal({ params: { sanctionId }, body: { text: note } })
      // Sending the appeal again changes nothing, so a retry after a failed upload is safe.
      await photos.upload()
      forgetNotes(sanctionId)
    },
    { refresh: [queryKeys.conduct()] },
  )
  if (!open) {
    return (
      <div className="grid justify-items-start gap-2">
        <p className="text-muted">Puedes apelar una vez, hasta el {dateShort(until)}.</p>
        <Button variant="secondary" onClick={() => setOpen(true)}>
          Apelar
        </Button>
      </div>
    )
  }
  return (
    <div className="grid gap-4">
      <TextArea
        label="Por qué no estás de acuerdo"
        hint="La lee otra persona, no quien puso la sanción."
        rows={4}
        maxLength={CONDUCT_TEXT_MAX}
        {...field}
      />
      {photos.field}
      <ErrorBanner error={send.error} />
      <Button pending={send.isPending} pendingText="Enviando…" onClick={() => attempt(send.mutate)}>
        Enviar apelación
      </Button>
    </div>
  )
}
