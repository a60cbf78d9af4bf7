import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PHOTO_MAX_BYTES } from '#contract/limits.ts'
import type { DeskThread } from '#contract/support-desk.ts'
import { TICKET_TEXT_MAX } from '#contract/support-limits.ts'
import { api } from '#web/lib/api.ts'
import { newIdempotencyKey } from '#web/lib/keys.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { supportKeys } from './support-keys.ts'

type Step = 'answer' | 'resolve' | 'note'

/** Answers or resolves a ticket, or adds a note for the team; an answer can start from a macro. */
export function DeskAnswer({ ticket }: { ticket: DeskThread }) {
  const [{ text, id }, setDraft] = useState({ text: '', id: newIdempotencyKey() })
  const [isEmpty, setIsEmpty] = useState(false)
  // A changed text is a new message with a new id; a retry of the same text sends the same id.
  const setText = (next: string) => setDraft({ text: next, id: newIdempotencyKey() })
  const [photo, setPhoto] = useState<File | null>(null)
  const step = useStep(ticket.id, { id, text: text.trim(), photo }, (kind) => {
    setText('')
    if (kind !== 'note') setPhoto(null)
  })
  const press = (kind: Step) => {
    const nothing = text.trim() === ''
    setIsEmpty(nothing)
    if (!nothing) step.mutate(kind)
  }
  const doing = (kind: Step) => step.isPending && step.variables === kind
  const isTaken = ticket.assignee !== null && !ticket.isMine
  return (
    <div className="grid gap-4">
      <Macros kind={ticket.kind} onChoose={setText} />
      <TextArea
        label="Respuesta o nota"
        hint="La nota solo la lee el equipo."
        rows={4}
        maxLength={TICKET_TEXT_MAX}
        value={text}
        onChange={(event) => setText(event.target.value)}
        error={isEmpty ? 'Escribe algo primero.' : null}
      />
      {!isTaken && (
        <FileDrop
          label="Foto para tu respuesta (opcional)"
          hint="La ve la persona. Las notas no llevan fotos."
          file={photo}
          onFile={setPhoto}
          maxBytes={PHOTO_MAX_BYTES}
        />
      )}
      <ErrorBanner error={step.error} />
      {isTaken && <p className="text-muted">Para responder, pásate el caso.</p>}
      <div className="flex flex-wrap gap-3">
        {!isTaken && (
          <>
            <Button pending={doing('answer')} onClick={() => press('answer')}>
              Responder
            </Button>
            <Button pending={doing('resolve')} onClick={() => press('resolve')}>
              Responder y resolver
            </Button>
          </>
        )}
        <Button variant="secondary" pending={doing('note')} onClick={() => press('note')}>
          Guardar nota
        </Button>
      </div>
    </div>
  )
}

type Draft = { id: string; text: string; photo: File | null }

function useStep(ticketId: string, draft: Draft, onDone: (kind: Step) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (kind: Step) => sendStep(ticketId, draft, kind),
    onSuccess: (data, kind) => {
      queries.setQueryData(supportKeys.desk(ticketId), data)
      onDone(kind)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['support-desk', 'queue'] }),
  })
}

async function sendStep(ticketId: string, { photo, ...message }: Draft, kind: Step) {
  const params = { ticketId }
  if (kind === 'note') return await api.support.noteTicket({ params, body: message })
  const body = { ...message, resolve: kind === 'resolve' }
  const answered = await api.support.answerTicket({ params, body })
  if (!photo) return answered
  // If the photo fails, a retry finds the answer that was already sent.
  await api.support.addAnswerPhoto({ body: { messageId: message.id }, file: photo })
  return await api.support.showDeskTicket({ params })
}

type MacrosProps = { kind: DeskThread['kind']; onChoose: (text: string) => void }

function Macros({ kind, onChoose }: MacrosProps) {
  const answer = useQuery({
    queryKey: supportKeys.macros(),
    queryFn: ({ signal }) => api.support.listMacros({ signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const fitting = (answer.data?.macros ?? []).filter(
    (macro) => macro.kind === null || macro.kind === kind,
  )
  return (
    <Select
      label="Respuesta preparada"
      placeholder="Escribir desde cero"
      options={fitting.map(({ id, title }) => ({ value: id, label: title }))}
      value=""
      onChange={(event) => {
        const chosen = fitting.find(({ id }) => id === event.target.value)
        if (chosen) onChoose(chosen.text)
      }}
    />
  )
}
