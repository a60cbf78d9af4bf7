import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { api } from '#web/lib/api.ts'
import { ApiError, hasCode, messageOf } from '#web/lib/api-error.ts'
import { addDays, today } from '#web/lib/format.ts'
import { useOnline } from '#web/lib/online.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { asksBirthDate, type DraftDocument, draftProblems } from './document-draft.ts'
import { documentWords } from './document-words.ts'
import { shrinkPhoto } from './shrink-photo.ts'
import { type RequirementView, useRefreshDocuments } from './use-documents.ts'

/** What a camera makes; it becomes lighter before it is sent. */
const CHOSEN_MAX_BYTES = 25 * 1024 * 1024

type DocumentFormProps = {
  requirement: RequirementView
  onSent: () => void
  /** When there is something to go back to. */
  onCancel: (() => void) | null
}

type Problems = ReturnType<typeof draftProblems>

/** The server's refusal, beside what caused it. */
function refusals(error: unknown): Problems {
  if (!(error instanceof ApiError)) return {}
  const { fields, code, message } = error
  const ofFile = [
    'file_type_unsupported',
    'file_unreadable',
    'image_too_large',
    'payload_too_large',
  ]
  return {
    ...(ofFile.includes(code) ? { file: message } : {}),
    ...(code === 'document_expired' ? { expiresOn: message } : {}),
    ...(code === 'driver_underage' ? { birthDate: message } : {}),
    ...fields,
  }
}

function useSend(requirement: RequirementView, onSent: () => void) {
  const refresh = useRefreshDocuments()
  return useMutation({
    mutationFn: async ({ file, expiresOn, birthDate }: DraftDocument) => {
      if (!file) return
      const { kind, vehicleId } = requirement
      const body = {
        kind,
        ...(vehicleId ? { vehicleId } : {}),
        ...(expiresOn ? { expiresOn } : {}),
        ...(birthDate ? { birthDate } : {}),
      }
      await api.verification.uploadDocument({ body, file: await shrinkPhoto(file) })
      await refresh()
    },
    onSuccess: onSent,
  })
}

/** One photo with what must be read from it. Nothing is lost when it is refused. */
export function DocumentForm({ requirement, onSent, onCancel }: DocumentFormProps) {
  const { name } = documentWords[requirement.kind]
  const online = useOnline()
  const [draft, setDraft] = useState<DraftDocument>({ file: null, expiresOn: '', birthDate: '' })
  const [checked, setChecked] = useState(false)
  const send = useSend(requirement, onSent)
  const change = (part: Partial<DraftDocument>) => {
    setDraft((now) => ({ ...now, ...part }))
    send.reset()
  }
  const found = draftProblems(draft, requirement)
  const problems: Problems = { ...(checked ? found : {}), ...refusals(send.error) }
  const general = send.error && Object.keys(refusals(send.error)).length === 0
  const form = useRef<HTMLFormElement>(null)
  const asked = onCancel !== null
  useEffect(() => {
    // The button that asked for the form is gone: the focus goes on here.
    if (asked) form.current?.querySelector('input')?.focus()
  }, [asked])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (Object.keys(found).length === 0 && !send.isPending) send.mutate(draft)
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-4">
      {general && !hasCode(send.error, 'invalid_request') && (
        <Banner tone="err">{messageOf(send.error)}</Banner>
      )}
      <FileDrop
        label={`Foto: ${name}`}
        hint="Toca para tomarla o elegirla"
        file={draft.file}
        onFile={(file) => change({ file })}
        maxBytes={CHOSEN_MAX_BYTES}
        capture={requirement.kind === 'selfie' ? 'user' : 'environment'}
        error={problems.file ?? null}
        disabled={send.isPending}
      />
      <Dates {...{ requirement, draft, change, problems }} />
      {!online && <Banner tone="warn">Necesitas conexión para enviar la foto.</Banner>}
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        {onCancel && (
          <Button variant="secondary" onClick={onCancel} disabled={send.isPending}>
            {requirement.state === 'missing' ? 'Ahora no' : 'Conservar la actual'}
          </Button>
        )}
        <Button type="submit" pending={send.isPending} pendingText="Enviando…" disabled={!online}>
          Enviar a revisión
        </Button>
      </div>
    </form>
  )
}

type DatesProps = {
  requirement: RequirementView
  draft: DraftDocument
  change: (part: Partial<DraftDocument>) => void
  problems: Problems
}

function Dates({ requirement, draft, change, problems }: DatesProps) {
  return (
    <>
      {requirement.needsExpiry && (
        <TextField
          label="Vence el"
          type="date"
          min={today()}
          max={addDays(today(), 365 * 30)}
          value={draft.expiresOn}
          onChange={(event) => change({ expiresOn: event.target.value })}
          error={problems.expiresOn}
        />
      )}
      {asksBirthDate(requirement) && (
        <TextField
          label="Fecha de nacimiento"
          hint="Debes ser mayor de 18 años para publicar viajes."
          type="date"
          autoComplete="bday"
          min="1920-01-01"
          max={today()}
          value={draft.birthDate}
          onChange={(event) => change({ birthDate: event.target.value })}
          error={problems.birthDate}
        />
      )}
    </>
  )
}
