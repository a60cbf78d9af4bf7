import { useState } from 'react'
import type { DeskThread } from '#contract/support-desk.ts'
import { TICKET_TEXT_MAX } from '#contract/support-limits.ts'
import { api } from '#web/lib/api.ts'
import { newIdempotencyKey } from '#web/lib/keys.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Form } from '#web/ui/form.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { useAct } from '#web/ui/use-act.ts'
import type { useNote } from '#web/ui/use-note.ts'
import { supportKeys } from './support-keys.ts'

type DeskNoteProps = {
  ticket: DeskThread
  note: ReturnType<typeof useNote>
  onClose: () => void
}

/** Form of a note for the team. It looks unlike the reply and has its own text. */
export function DeskNote({ ticket, note, onClose }: DeskNoteProps) {
  // A changed text is a new note with a new id; a retry of the same text sends the same id.
  const [id, setId] = useState(newIdempotencyKey)
  const { note: text, field, tried, attempt } = note
  const close = () => {
    note.clear()
    onClose()
  }
  const save = useAct(
    () => api.support.noteTicket({ params: { ticketId: ticket.id }, body: { id, text } }),
    {
      shows: supportKeys.desk(ticket.id),
      onDone: close,
      refresh: [['support-desk', 'queue']],
    },
  )
  return (
    <Form
      aria-labelledby="note-title"
      className="grid gap-4 rounded-card border-2 border-dashed border-edge bg-warn-soft p-4"
      onSend={() => attempt(() => save.mutate())}
    >
      <h3 id="note-title" className="text-lg">
        Nota interna
      </h3>
      <TextArea
        label="Nota para el equipo"
        hint="Solo la lee el equipo. La persona no la ve."
        rows={3}
        maxLength={TICKET_TEXT_MAX}
        autoFocus
        value={field.value}
        onChange={(event) => {
          field.onChange(event)
          setId(newIdempotencyKey())
        }}
        error={tried && text === '' ? 'Escribe algo primero.' : null}
      />
      <ErrorBanner error={save.error} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="secondary" pending={save.isPending}>
          Guardar nota
        </Button>
        <Button variant="ghost" onClick={close}>
          Cancelar
        </Button>
      </div>
    </Form>
  )
}
