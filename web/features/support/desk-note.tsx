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
import { supportKeys } from './support-keys.ts'

/** Form of a note for the team. It looks unlike the reply and has its own text. */
export function DeskNote({ ticket, onClose }: { ticket: DeskThread; onClose: () => void }) {
  // A changed text is a new note with a new id; a retry of the same text sends the same id.
  const [{ text, id }, setNote] = useState({ text: '', id: newIdempotencyKey() })
  const [tried, setTried] = useState(false)
  const save = useAct(
    () =>
      api.support.noteTicket({ params: { ticketId: ticket.id }, body: { id, text: text.trim() } }),
    {
      shows: supportKeys.desk(ticket.id),
      onDone: onClose,
      refresh: [['support-desk', 'queue']],
    },
  )
  const isEmpty = text.trim() === ''
  return (
    <Form
      aria-labelledby="note-title"
      className="grid gap-4 rounded-card border-2 border-dashed border-edge bg-warn-soft p-4"
      onSend={() => {
        setTried(true)
        if (!isEmpty) save.mutate()
      }}
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
        value={text}
        onChange={(event) => setNote({ text: event.target.value, id: newIdempotencyKey() })}
        error={tried && isEmpty ? 'Escribe algo primero.' : null}
      />
      <ErrorBanner error={save.error} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="secondary" pending={save.isPending}>
          Guardar nota
        </Button>
        <Button variant="ghost" onClick={onClose}>
          Cancelar
        </Button>
      </div>
    </Form>
  )
}
