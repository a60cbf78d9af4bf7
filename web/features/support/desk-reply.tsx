import { useQueryClient } from '@tanstack/react-query'
import { ImageUp } from 'lucide-react'
import { useState } from 'react'
import { PHOTO_MAX_BYTES } from '#contract/limits.ts'
import type { DeskThread } from '#contract/support-desk.ts'
import { TICKET_TEXT_MAX } from '#contract/support-limits.ts'
import { api } from '#web/lib/api.ts'
import { hasCode } from '#web/lib/api-error.ts'
import { newIdempotencyKey } from '#web/lib/keys.ts'
import { useRead } from '#web/lib/use-read.ts'
import { Key } from '#web/shared/desk/back-office/desk-keys.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { useAct } from '#web/ui/use-act.ts'
import { useNote } from '#web/ui/use-note.ts'
import { fillMacro, withMacro } from './desk-ticket.ts'
import { supportKeys } from './support-keys.ts'

/** Name under which a reply is kept while it is written: another screen can be opened meanwhile. */
export const REPLY = 'reply'

/** Form of the reply, which the person reads. It can start from a ready answer. */
export function DeskReply({ ticket, onDone }: { ticket: DeskThread; onDone: () => void }) {
  // A changed text is a new message with a new id; a retry of the same text sends the same id.
  const [id, setId] = useState(newIdempotencyKey)
  const { note: text, field, tried, attempt, clear } = useNote(1, '', REPLY)
  const change = (value: string) => {
    field.onChange({ target: { value } })
    setId(newIdempotencyKey())
  }
  const [photo, setPhoto] = useState<File | null>(null)
  const send = useSend(ticket.id, (isResolved) => {
    clear()
    setId(newIdempotencyKey())
    setPhoto(null)
    if (isResolved) onDone()
  })
  const seenMessageId = ticket.messages.findLast(({ kind }) => kind === 'person')?.id ?? null
  const press = (resolve: boolean) =>
    attempt(() => send.mutate({ id, text, photo, resolve, seenMessageId }))
  const sending = (resolve: boolean) => send.isPending && send.variables.resolve === resolve
  const name = ticket.greetedName ?? 'la persona'
  return (
    <section aria-labelledby="reply-title" className="grid gap-2">
      <div className="grid items-end gap-x-4 sm:grid-cols-2">
        <h3 id="reply-title" className="text-lg wrap-anywhere">
          Respuesta a {name}
        </h3>
        <Macros
          ticket={ticket}
          onChoose={(chosen, ready) => change(withMacro(field.value, chosen, ready))}
        />
      </div>
      <TextArea
        label="Tu respuesta"
        data-key="m"
        rows={3}
        maxLength={TICKET_TEXT_MAX}
        value={field.value}
        onChange={(event) => change(event.target.value)}
        error={tried && text === '' ? 'Escribe algo primero.' : null}
      />
      <ErrorBanner error={send.error} />
      <div className="flex flex-wrap gap-3">
        {!ticket.isFiled && (
          <Button pending={sending(true)} onClick={() => press(true)}>
            Responder y resolver <Key of="e" />
          </Button>
        )}
        <Button variant="secondary" pending={sending(false)} onClick={() => press(false)}>
          Responder {ticket.isFiled && <Key of="e" />}
        </Button>
        <Photo key={ticket.messages.length} file={photo} onFile={setPhoto} />
      </div>
    </section>
  )
}

/** Field for a photo. It opens with a press, because few replies have one. */
function Photo({ file, onFile }: { file: File | null; onFile: (file: File | null) => void }) {
  const [isOpen, setOpen] = useState(false)
  if (isOpen) {
    return <FileDrop file={file} onFile={onFile} maxBytes={PHOTO_MAX_BYTES} />
  }
  return (
    <Button
      variant="ghost"
      size="sm"
      className="-ml-3 justify-self-start"
      Icon={ImageUp}
      onClick={() => setOpen(true)}
    >
      Agregar una foto
    </Button>
  )
}

type Sent = {
  id: string
  text: string
  photo: File | null
  resolve: boolean
  seenMessageId: string | null
}

function useSend(ticketId: string, onDone: (isResolved: boolean) => void) {
  const params = { ticketId }
  const queries = useQueryClient()
  /** Shows the message that the person wrote meanwhile; what was typed stays. */
  const showWritten = async (error: unknown) => {
    if (hasCode(error, 'ticket_written')) {
      const now = await api.support.showDeskTicket({ params })
      queries.setQueryData(supportKeys.desk(ticketId), now)
    }
    throw error
  }
  return useAct(
    async ({ photo, ...body }: Sent) => {
      const answered = await api.support.answerTicket({ params, body }).catch(showWritten)
      if (!photo) return answered
      // If the photo fails, a retry finds the answer that was already sent.
      await api.support.addAnswerPhoto({ body: { messageId: body.id }, file: photo })
      return await api.support.showDeskTicket({ params })
    },
    {
      shows: supportKeys.desk(ticketId),
      done: ({ ticket: { kind } }, { resolve }) => {
        if (kind !== 'safety') return 'Sale en 30 segundos: la puedes deshacer'
        return resolve ? 'Respondido y resuelto' : 'Respondido'
      },
      onDone: (_, { resolve }) => onDone(resolve),
      refresh: [['support-desk', 'queue']],
    },
  )
}

type MacrosProps = {
  ticket: DeskThread
  onChoose: (chosen: string, ready: readonly string[]) => void
}

function Macros({ ticket, onChoose }: MacrosProps) {
  const answer = useRead(supportKeys.macros(), (signal) => api.support.listMacros({ signal }), {
    staleTime: Number.POSITIVE_INFINITY,
  })
  const fitting = (answer.data?.macros ?? []).filter(
    (macro) => macro.kind === null || macro.kind === ticket.kind,
  )
  const ready = new Map(fitting.map(({ id, text }) => [id, fillMacro(text, ticket)]))
  return (
    <Select
      label="Respuesta preparada"
      placeholder="Escribir desde cero"
      options={fitting.map(({ id, title }) => ({ value: id, label: title }))}
      value=""
      onChange={(event) => {
        const chosen = ready.get(event.target.value)
        if (chosen) onChoose(chosen, [...ready.values()])
      }}
    />
  )
}
