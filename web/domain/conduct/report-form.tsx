import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReportReason, ReportSubject } from '#contract/conduct.ts'
import { CONDUCT_TEXT_MAX, CONDUCT_TEXT_MIN, PHOTO_MAX_BYTES } from '#contract/limits.ts'
import { api } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { paths } from '#web/lib/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { Link } from '#web/ui/link.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { reasonWords } from './conduct-words.ts'

const options = Object.entries(reasonWords).map(([value, label]) => ({ value, label }))

type ReportFormProps = { subject: ReportSubject; onBlock: () => void; onDone: () => void }

/** Form that reports an event to the team, with an optional photo or screenshot. */
export function ReportForm({ subject, onBlock, onDone }: ReportFormProps) {
  const [reason, setReason] = useState<ReportReason | ''>('')
  const [text, setText] = useState('')
  const [photo, setPhoto] = useState<File | null>(null)
  const [tried, setTried] = useState(false)
  const isShort = text.trim().length < CONDUCT_TEXT_MIN
  const send = useMutation({
    mutationFn: async (chosen: ReportReason) => {
      const body = { subject, reason: chosen, text: text.trim() }
      const { report } = await api.conduct.report({ body })
      // If the upload fails, the retry finds the same report.
      if (photo) {
        await api.conduct.addPhoto({ body: { reportId: report.id }, file: photo })
      }
    },
  })
  if (send.isSuccess) return <Sent onBlock={onBlock} onDone={onDone} />
  const submit = () => {
    setTried(true)
    if (reason && !isShort) send.mutate(reason)
  }
  return (
    <div className="grid gap-4">
      <Select
        label="¿Qué pasó?"
        placeholder="Elige un motivo"
        options={options}
        value={reason}
        onChange={(event) => setReason(event.target.value as ReportReason | '')}
        error={tried && !reason ? 'Elige un motivo.' : null}
      />
      <TextArea
        label="Cuéntanos con tus palabras"
        rows={4}
        maxLength={CONDUCT_TEXT_MAX}
        value={text}
        onChange={(event) => setText(event.target.value)}
        error={tried && isShort ? `Escribe al menos ${CONDUCT_TEXT_MIN} letras.` : null}
      />
      <FileDrop
        label="Foto o captura (opcional)"
        hint="Solo la ve quien decide"
        file={photo}
        onFile={setPhoto}
        maxBytes={PHOTO_MAX_BYTES}
      />
      {send.isError && <Banner tone="err">{messageOf(send.error)}</Banner>}
      <Button pending={send.isPending} pendingText="Enviando…" onClick={submit}>
        Enviar reporte
      </Button>
    </div>
  )
}

function Sent({ onBlock, onDone }: Omit<ReportFormProps, 'subject'>) {
  return (
    <div className="grid gap-4">
      <p role="status">
        Recibimos tu reporte. Lo revisa una persona de Cupo y te avisamos. Lo ves en{' '}
        <Link to={paths.conduct()}>Conducta</Link>.
      </p>
      <Button onClick={onDone}>Listo</Button>
      <Button variant="secondary" onClick={onBlock}>
        También bloquear
      </Button>
    </div>
  )
}
