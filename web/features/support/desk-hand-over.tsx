import { useState } from 'react'
import type { DeskThread } from '#contract/support-desk.ts'
import { HANDOVER_NOTE_MAX } from '#contract/support-limits.ts'
import { api } from '#web/lib/api.ts'
import { newIdempotencyKey } from '#web/lib/keys.ts'
import { useRead } from '#web/lib/use-read.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { useAct } from '#web/ui/use-act.ts'
import { useNote } from '#web/ui/use-note.ts'
import { supportKeys } from './support-keys.ts'

/** Gives the ticket to a colleague, with a note for the team. The form opens with a press. */
export function DeskHandOver({ ticket }: { ticket: DeskThread }) {
  const note = useNote(0, '', 'hand-over')
  const [isOpen, setIsOpen] = useState(note.note !== '')
  const close = () => {
    note.clear()
    setIsOpen(false)
  }
  if (isOpen) return <HandOverForm {...{ ticket, text: note }} onClose={close} />
  return (
    <Button
      variant="secondary"
      size="sm"
      className="justify-self-start"
      onClick={() => setIsOpen(true)}
    >
      Pasar a otra persona
    </Button>
  )
}

type FormProps = { ticket: DeskThread; text: ReturnType<typeof useNote>; onClose: () => void }

function HandOverForm({ ticket, text, onClose }: FormProps) {
  const [to, setTo] = useState('')
  const { note, field, tried, attempt } = text
  const answer = useRead(supportKeys.colleagues(), (signal) =>
    api.support.listColleagues({ signal }),
  )
  const holder = ticket.assignee?.id ?? null
  const colleagues = (answer.data?.colleagues ?? []).filter(
    ({ id }) => id !== holder && id !== ticket.person.id,
  )
  const step = useHandOver(ticket, onClose)
  const submit = () => attempt(() => to && step.mutate({ to, note }))
  return (
    <div className="grid w-full gap-4 border-t border-line pt-4">
      <Select
        label="¿A quién se lo pasas?"
        placeholder="Elige a una persona"
        options={colleagues.map(({ id, name }) => ({ value: id, label: name }))}
        value={to}
        onChange={(event) => setTo(event.target.value)}
        error={tried && !to ? 'Elige a una persona.' : null}
      />
      {answer.data && colleagues.length === 0 && (
        <p className="text-muted">Nadie más del equipo responde casos.</p>
      )}
      <ErrorBanner error={answer.error} />
      <TextArea
        label="Qué debe saber"
        optional
        hint="Solo lo lee el equipo."
        rows={2}
        maxLength={HANDOVER_NOTE_MAX}
        {...field}
      />
      <ErrorBanner error={step.error} />
      <div className="flex flex-wrap gap-3">
        <Button pending={step.isPending} onClick={submit}>
          Pasar el caso
        </Button>
        <Button variant="ghost" onClick={onClose}>
          Cancelar
        </Button>
      </div>
    </div>
  )
}

function useHandOver(ticket: DeskThread, onDone: () => void) {
  // One id for this form: a retry after a lost answer is the same hand-over.
  const [id] = useState(newIdempotencyKey)
  const params = { ticketId: ticket.id }
  const from = ticket.assignee?.id ?? null
  return useAct(
    (given: { to: string; note: string }) =>
      api.support.handOverTicket({ params, body: { id, from, ...given } }),
    {
      shows: supportKeys.desk(ticket.id),
      done: (data) => `${data.ticket.assignee?.name ?? 'Otra persona'} tiene el caso`,
      onDone,
      refresh: [['support-desk', 'queue']],
    },
  )
}
