import { Check, CheckCheck, Clock3, MapPin, TriangleAlert } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import type { Message } from '#contract/conversations.ts'
import { relativeDay, time } from '#web/lib/format.ts'
import { groupBy } from '#web/lib/group-by.ts'
import { useOnline } from '#web/lib/online.ts'
import { PersonMenu } from '#web/shared/conduct/person-menu.tsx'
import { directionsTo } from '#web/shared/trips/directions.ts'
import { discardUnsent, retryUnsent, type Unsent } from '#web/stored/message-outbox.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import type { Known } from './merge-pages.ts'
import { ProposalCard } from './proposal-card.tsx'

type MessageListProps = {
  known: Known
  unsent: readonly Unsent[]
  typing: boolean
  onOlder: () => Promise<void>
  /** What can be done at the end of the messages. */
  children?: ReactNode
}

/** The messages by day, oldest first; the newest stays in view. */
export function MessageList({ known, unsent, typing, onOlder, children }: MessageListProps) {
  const online = useOnline()
  const { conversation, messages, more } = known
  const isGroup = conversation.kind === 'group'
  const end = useEndInView(
    `${messages.at(-1)?.seq}-${unsent.at(-1)?.id}-${typing}-${Boolean(children)}`,
  )
  return (
    <>
      {more && <Older onOlder={onOlder} />}
      <div role="log" aria-live="polite" aria-label="Mensajes" className="grid gap-2">
        {[...groupBy(messages, ({ at }) => relativeDay(at))].map(([day, those]) => (
          <section key={day} aria-label={day} className="grid gap-2">
            <p className="my-2 text-center text-sm text-muted first-letter:uppercase">{day}</p>
            {those.map((message) =>
              message.proposal ? (
                <ProposalCard
                  key={message.id}
                  message={message}
                  proposal={message.proposal}
                  conversation={conversation}
                />
              ) : (
                <MessageBubble
                  key={message.id}
                  message={message}
                  isGroup={isGroup}
                  isRead={message.seq <= conversation.readByOthers}
                />
              ),
            )}
          </section>
        ))}
        {unsent.map((each) => (
          <UnsentBubble key={each.id} unsent={each} online={online} />
        ))}
      </div>
      <p role="status" className="min-h-6 text-sm text-muted">
        {typing && (isGroup ? 'Alguien escribe…' : `${conversation.other?.name} escribe…`)}
      </p>
      {children}
      <div ref={end} className="scroll-mb-48" />
    </>
  )
}

/** Scrolls to the end when `newest` changes, if the end was in view or for the first time. */
function useEndInView(newest: string) {
  const end = useRef<HTMLDivElement>(null)
  const isFirst = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: something new is the trigger.
  useLayoutEffect(() => {
    const mark = end.current
    if (!mark) return
    const isNear = mark.getBoundingClientRect().top < window.innerHeight + 400
    if (isFirst.current || isNear) mark.scrollIntoView({ block: 'end' })
    isFirst.current = false
  }, [newest])
  return end
}

function Older({ onOlder }: { onOlder: () => Promise<void> }) {
  const [reading, setReading] = useState(false)
  const read = () => {
    setReading(true)
    onOlder()
      // On a network error the button stays for a retry.
      .catch(() => {})
      .finally(() => setReading(false))
  }
  return (
    <Button
      variant="secondary"
      size="sm"
      className="justify-self-center"
      pending={reading}
      pendingText="Cargando…"
      onClick={read}
    >
      Ver mensajes anteriores
    </Button>
  )
}

type BubbleProps = { mine: boolean; author?: string | null; children: ReactNode; foot: ReactNode }

function Bubble({ mine, author, children, foot }: BubbleProps) {
  return (
    <div className={cx('flex', mine ? 'justify-end' : 'justify-start')}>
      <div
        className={cx(
          'grid max-w-[min(85%,32rem)] gap-1 rounded-card px-4 py-2',
          mine ? 'bg-bosque-soft' : 'border border-line bg-surface',
        )}
      >
        {author && <p className="text-sm font-semibold text-muted wrap-anywhere">{author}</p>}
        <div className="whitespace-pre-wrap wrap-anywhere">{children}</div>
        <div className="flex items-center justify-end gap-1 text-sm text-muted">{foot}</div>
      </div>
    </div>
  )
}

type MessageBubbleProps = { message: Message; isGroup: boolean; isRead: boolean }

/** A message that the server has. */
function MessageBubble({ message, isGroup, isRead }: MessageBubbleProps) {
  const { mine, at, from } = message
  const foot = (
    <>
      <time dateTime={at} className="tnum">
        {time(at)}
      </time>
      {!message.removed && (
        <PersonMenu
          userId={from.id}
          name={from.name}
          context={{ kind: 'message', id: message.id }}
          iconLabel={`Reportar este mensaje de ${from.name}`}
        />
      )}
      {mine &&
        (isRead ? (
          <>
            <CheckCheck className="size-4 text-bosque" /> Leído
          </>
        ) : (
          <>
            <Check className="size-4" /> Enviado
          </>
        ))}
    </>
  )
  return (
    <Bubble mine={mine} author={mine ? null : isGroup ? from.name : null} foot={foot}>
      {!mine && !isGroup && <span className="sr-only">{from.name}: </span>}
      <p>
        <Content message={message} />
      </p>
      {message.masked && (
        <p className="mt-1 text-sm text-muted">
          Ocultamos datos de contacto hasta que la reserva esté confirmada.
        </p>
      )}
      {message.paysOutside && (
        <p className="mt-1 rounded-control bg-warn-soft p-2 text-sm text-ink">
          <strong>Solo para ti:</strong> este viaje se paga con la billetera. Lo que se pague por
          fuera no tiene devolución ni reclamo en Cupo.
        </p>
      )}
    </Bubble>
  )
}

function Content({ message: { text, kind, position, removed } }: { message: Message }) {
  if (removed) return <em className="text-muted">Mensaje retirado por el equipo de Cupo</em>
  if (kind === 'text') return text
  if (!position) return <em className="text-muted">La ubicación ya no se muestra</em>
  return <PositionLink position={position} />
}

function PositionLink({ position }: { position: { lat: number; lng: number } }) {
  return (
    <a
      href={directionsTo(position)}
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-11 items-center gap-2 font-semibold text-bosque underline"
    >
      <MapPin className="size-5" />
      Ver la ubicación en el mapa
    </a>
  )
}

/** A message that is not sent yet, or was refused. */
function UnsentBubble({ unsent, online }: { unsent: Unsent; online: boolean }) {
  const { content, refusal } = unsent
  const foot =
    refusal === null ? (
      <>
        <Clock3 className="size-4" />
        {online ? 'Enviando…' : 'Se envía al volver la red'}
      </>
    ) : (
      <span className="grid justify-items-end gap-1">
        <span className="flex items-center gap-1 text-err">
          <TriangleAlert className="size-4 shrink-0" /> No se envió: {refusal}
        </span>
        <span className="flex flex-wrap gap-2">
          <Button size="sm" variant="secondary" onClick={() => void retryUnsent(unsent)}>
            Reintentar
          </Button>
          <Button size="sm" variant="ghost" onClick={() => void discardUnsent(unsent)}>
            Descartar
          </Button>
        </span>
      </span>
    )
  return (
    <Bubble mine foot={foot}>
      <p>{'text' in content ? content.text : 'Tu ubicación'}</p>
    </Bubble>
  )
}
