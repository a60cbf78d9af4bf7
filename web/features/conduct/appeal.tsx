import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SanctionView } from '#contract/conduct.ts'
import {
  CONDUCT_PHOTOS,
  CONDUCT_TEXT_MAX,
  CONDUCT_TEXT_MIN,
  DOCUMENT_MAX_BYTES,
} from '#contract/limits.ts'
import { api } from '#web/lib/api.ts'
import { dateShort, plural } from '#web/lib/format.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { PAPER_TYPES } from '#web/ui/photo-choice.ts'
import { TextArea } from '#web/ui/text-field.tsx'
import { useNote } from '#web/ui/use-note.ts'

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
          {photos < CONDUCT_PHOTOS && <AddPhoto sanctionId={sanctionId} />}
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

function AddPhoto({ sanctionId }: { sanctionId: string }) {
  const client = useQueryClient()
  const [photo, setPhoto] = useState<File | null>(null)
  const send = useMutation({
    mutationFn: (file: File) => api.conduct.addAppealPhoto({ body: { sanctionId }, file }),
    onSuccess: () => setPhoto(null),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.conduct() }),
  })
  return (
    <div className="grid gap-3">
      <PhotoField photo={photo} onPhoto={setPhoto} />
      <ErrorBanner error={send.error} />
      {photo && (
        <Button
          variant="secondary"
          pending={send.isPending}
          pendingText="Enviando…"
          onClick={() => send.mutate(photo)}
        >
          Agregar a mi apelación
        </Button>
      )}
    </div>
  )
}

type PhotoFieldProps = { photo: File | null; onPhoto: (photo: File | null) => void }

function PhotoField({ photo, onPhoto }: PhotoFieldProps) {
  return (
    <FileDrop
      label="Foto, captura o PDF (opcional)"
      hint={`Solo la ve quien responde. Hasta ${CONDUCT_PHOTOS} en total`}
      file={photo}
      onFile={onPhoto}
      accept={PAPER_TYPES}
      maxBytes={DOCUMENT_MAX_BYTES}
    />
  )
}

/** Form for the one appeal against a sanction. Closed until the person asks for it. */
export function AppealForm({ sanctionId, until }: { sanctionId: string; until: string }) {
  const client = useQueryClient()
  const [open, setOpen] = useState(false)
  const [photo, setPhoto] = useState<File | null>(null)
  const { note, field, attempt } = useNote(CONDUCT_TEXT_MIN)
  const send = useMutation({
    mutationFn: async () => {
      await api.conduct.appeal({ params: { sanctionId }, body: { text: note } })
      // Sending the appeal again changes nothing, so a retry after a failed upload is safe.
      if (photo) await api.conduct.addAppealPhoto({ body: { sanctionId }, file: photo })
    },
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.conduct() }),
  })
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
      <PhotoField photo={photo} onPhoto={setPhoto} />
      <ErrorBanner error={send.error} />
      <Button pending={send.isPending} pendingText="Enviando…" onClick={() => attempt(send.mutate)}>
        Enviar apelación
      </Button>
    </div>
  )
}
