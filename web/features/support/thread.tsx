import { type ReactNode, useState } from 'react'
import type { OwnTicket } from '#contract/support.ts'
import { RATING_COMMENT_MAX, TICKET_TEXT_MAX } from '#contract/support-limits.ts'
import { before, dateTime } from '#web/lib/format.ts'
import { newIdempotencyKey } from '#web/lib/keys.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { useAct } from '#web/ui/use-act.ts'
import { useKeptText, useNote } from '#web/ui/use-note.ts'
import { NoPromise } from './no-promise.tsx'
import { SubjectCard } from './subject-card.tsx'

type ThreadProps = {
  ticket: OwnTicket
  /** Sends a message; rejects when it was not stored. */
  onWrite: (message: { id: string; text: string }) => Promise<unknown>
  onRate: (given: { rating: number; comment: string }) => Promise<unknown>
  /** Content between the text field and the send button. */
  attach?: ReactNode
  photos?: (message: OwnTicket['messages'][number]) => ReactNode
}

/** A ticket as its author sees it: messages, a form to answer, and the rating. */
export function Thread({ ticket, onWrite, onRate, attach, photos }: ThreadProps) {
  return (
    <>
      <p className="tnum text-muted">Caso {ticket.number}</p>
      <Standing ticket={ticket} />
      {ticket.subject && <SubjectCard subject={ticket.subject} />}
      <ul aria-label="Mensajes" className="grid gap-3">
        {ticket.messages.map((message) => (
          <li
            key={message.id}
            className={cx(
              'grid max-w-[90%] min-w-0 gap-2 rounded-card p-4',
              message.mine
                ? 'justify-self-end bg-bosque-soft'
                : 'justify-self-start border border-line bg-surface',
            )}
          >
            <p className="text-sm text-muted">
              {message.mine ? 'Tú' : message.author}, {dateTime(message.at)}
            </p>
            <p className="wrap-anywhere whitespace-pre-line">{message.text}</p>
            {photos?.(message)}
          </li>
        ))}
      </ul>
      {ticket.status === 'resolved' && <Satisfaction ticket={ticket} onRate={onRate} />}
      <Write isResolved={ticket.status === 'resolved'} onWrite={onWrite} attach={attach} />
    </>
  )
}

function Standing({ ticket }: { ticket: OwnTicket }) {
  if (ticket.status === 'resolved') {
    return <Banner tone="ok" title="Resolvimos este caso" live="off" />
  }
  if (ticket.status === 'waiting') {
    return (
      <Banner tone="info" title="Te respondimos" live="off">
        Lee la respuesta y escribe si falta algo.
      </Banner>
    )
  }
  if (!ticket.dueAt && !ticket.isOverdue) return <NoPromise about={ticket.subject} />
  if (ticket.isOverdue || !ticket.dueAt) {
    return (
      <Banner tone="warn" title="Vamos tarde con tu respuesta" live="off">
        Avisamos al equipo. Disculpa la espera.
      </Banner>
    )
  }
  return (
    <Banner tone="info" title={`Te respondemos ${before(ticket.dueAt)}`} live="off">
      {ticket.isIncident
        ? 'El equipo de seguridad ya lo revisa.'
        : 'Puedes cerrar la página: te avisamos cuando haya respuesta.'}
    </Banner>
  )
}

function Write({ isResolved, onWrite, attach }: WriteProps) {
  const [text, setText] = useKeptText('text')
  // Changes with the text: a retry of the same message sends the same id.
  const [id, setId] = useState(newIdempotencyKey)
  const [isEmpty, setIsEmpty] = useState(false)
  const send = useAct(() => onWrite({ id, text: text.trim() }), {
    onDone: () => {
      setText('')
      setId(newIdempotencyKey())
    },
  })
  const submit = () => {
    const nothing = text.trim() === ''
    setIsEmpty(nothing)
    if (!nothing) send.mutate()
  }
  return (
    <div className="grid gap-3">
      <TextArea
        label={isResolved ? '¿Falta algo? Escríbenos y lo abrimos de nuevo' : 'Tu mensaje'}
        rows={3}
        maxLength={TICKET_TEXT_MAX}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setId(newIdempotencyKey())
        }}
        error={isEmpty ? 'Escribe tu mensaje.' : null}
      />
      {attach}
      <ErrorBanner error={send.error} />
      <Button
        variant={isResolved ? 'secondary' : 'primary'}
        pending={send.isPending}
        pendingText="Enviando…"
        onClick={submit}
      >
        Enviar mensaje
      </Button>
    </div>
  )
}

type WriteProps = { isResolved: boolean } & Pick<ThreadProps, 'onWrite' | 'attach'>

const ratings = [
  { value: '5', label: '5 · Excelente' },
  { value: '4', label: '4 · Bien' },
  { value: '3', label: '3 · Regular' },
  { value: '2', label: '2 · Mal' },
  { value: '1', label: '1 · Muy mal' },
]

function Satisfaction({ ticket, onRate }: Pick<ThreadProps, 'ticket' | 'onRate'>) {
  const [rating, setRating] = useState('')
  const { note: comment, field, tried, attempt } = useNote(0)
  const send = useAct(() => onRate({ rating: Number(rating), comment }))
  if (ticket.rating !== null) {
    return (
      <p role="status" className="text-muted">
        Nos calificaste con {ticket.rating} de 5. Gracias por contarnos.
      </p>
    )
  }
  const submit = () => attempt(() => rating && send.mutate())
  return (
    <CardSection title="¿Cómo te atendimos?" className="grid gap-4">
      <Select
        label="Tu calificación"
        placeholder="Elige de 1 a 5"
        options={ratings}
        value={rating}
        onChange={(event) => setRating(event.target.value)}
        error={tried && !rating ? 'Elige de 1 a 5.' : null}
      />
      <TextArea
        label="¿Qué podemos mejorar?"
        optional
        rows={2}
        maxLength={RATING_COMMENT_MAX}
        {...field}
      />
      <ErrorBanner error={send.error} />
      <Button pending={send.isPending} onClick={submit}>
        Enviar calificación
      </Button>
    </CardSection>
  )
}
