import { useLayoutEffect, useRef, useState } from 'react'
import type { Message } from '#contract/conversations.ts'
import type { Unsent } from '#web/domain/conversations/outbox.ts'
import { relativeDay } from '#web/lib/format.ts'
import { useOnline } from '#web/lib/online.ts'
import { Button } from '#web/ui/button.tsx'
import type { Known } from './merge-pages.ts'
import { MessageBubble, UnsentBubble } from './message-bubble.tsx'

type MessageListProps = {
  known: Known
  unsent: readonly Unsent[]
  typing: boolean
  onOlder: () => Promise<void>
}

/** The messages by day, oldest first; the newest stays in view. */
export function MessageList({ known, unsent, typing, onOlder }: MessageListProps) {
  const online = useOnline()
  const { conversation, messages, more } = known
  const isGroup = conversation.kind === 'group'
  const end = useEndInView(`${messages.at(-1)?.seq}-${unsent.at(-1)?.id}-${typing}`)
  return (
    <>
      {more && <Older onOlder={onOlder} />}
      <div role="log" aria-live="polite" aria-label="Mensajes" className="grid gap-2">
        {byDay(messages).map(([day, those]) => (
          <section key={day} aria-label={day} className="grid gap-2">
            <p className="my-2 text-center text-sm text-muted first-letter:uppercase">{day}</p>
            {those.map((message) => (
              <MessageBubble
                key={message.id}
                message={message}
                isGroup={isGroup}
                isRead={message.seq <= conversation.readByOthers}
              />
            ))}
          </section>
        ))}
        {unsent.map((each) => (
          <UnsentBubble key={each.id} unsent={each} online={online} />
        ))}
      </div>
      <p role="status" className="min-h-6 text-sm text-muted">
        {typing && (isGroup ? 'Alguien escribe…' : `${conversation.other?.name} escribe…`)}
      </p>
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

function byDay(messages: readonly Message[]): [string, Message[]][] {
  return [...Map.groupBy(messages, ({ at }) => relativeDay(at))]
}
