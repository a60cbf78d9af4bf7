import { MapPin, MapPinPlus, SendHorizontal } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { MESSAGE_LENGTH_MAX } from '#contract/conversation-limits.ts'
import { api } from '#web/lib/api.ts'
import { deviceNow } from '#web/lib/clock.ts'
import { write } from '#web/stored/message-outbox.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { useKeptText } from '#web/ui/use-note.ts'
import type { QuickOffer } from './quick-replies.ts'

/** Minimum interval between two "typing" notices; each is shown to the others for a few seconds. */
const TYPING_EVERY_MS = 4_000

type ComposerProps = {
  conversationId: string
  ownerId: string
  /** Quick replies and the position, once contact data are no longer masked; else null. */
  quick: QuickOffer | null
  /** Opens the choice of a meeting point; absent when there is nothing to agree. */
  onPropose?: (() => void) | undefined
}

/** Field for a new message. Enter sends with a physical keyboard; on a phone it adds a line. */
export function Composer({ conversationId, ownerId, quick, onPropose }: ComposerProps) {
  const [text, setText] = useKeptText('message')
  const field = useRef<HTMLTextAreaElement>(null)
  const toldAt = useRef(0)
  const id = useId()
  const send = (content: { text: string }) => void write({ conversationId, ownerId, content })

  const noteTyping = () => {
    if (deviceNow() - toldAt.current < TYPING_EVERY_MS) return
    toldAt.current = deviceNow()
    // A lost "typing" notice is not retried, because it is only a hint.
    api.conversations.typing({ params: { conversationId }, body: {} }).catch(() => {})
  }
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    const said = text.trim()
    if (said === '') return field.current?.focus()
    send({ text: said })
    setText('')
    toldAt.current = 0
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const hasKeyboard = window.matchMedia('(hover: hover)').matches
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    if (hasKeyboard) submit(event as unknown as FormEvent)
  }
  return (
    <form
      onSubmit={submit}
      data-action-bar=""
      className="sticky bottom-0 z-30 -mx-4 mt-auto grid gap-2 border-t border-line bg-paper px-4
        pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] sm:-mx-6 sm:px-6"
    >
      {quick && <QuickReplies {...{ conversationId, ownerId, quick }} onReply={send} />}
      <div className="flex items-end gap-2">
        {onPropose && <ProposeButton onPress={onPropose} />}
        <label htmlFor={id} className="sr-only">
          Escribe un mensaje
        </label>
        <textarea
          ref={field}
          id={id}
          rows={1}
          value={text}
          maxLength={MESSAGE_LENGTH_MAX}
          placeholder="Escribe un mensaje"
          enterKeyHint="send"
          className="control field-sizing-content max-h-40 min-h-12 flex-1 resize-none py-3"
          onChange={(event) => {
            setText(event.target.value)
            noteTyping()
          }}
          onKeyDown={onKeyDown}
        />
        <IconButton label="Enviar" type="submit" className="size-12 bg-bosque text-on-bosque">
          <SendHorizontal className="size-5" />
        </IconButton>
      </div>
    </form>
  )
}

function ProposeButton({ onPress }: { onPress: () => void }) {
  return (
    <IconButton
      label="Proponer un punto"
      aria-haspopup="dialog"
      className="size-12 border border-edge bg-surface text-bosque"
      onClick={onPress}
    >
      <MapPinPlus className="size-5" />
    </IconButton>
  )
}

type QuickProps = Omit<ComposerProps, 'quick' | 'onPropose'> & {
  quick: QuickOffer
  onReply: (content: { text: string }) => void
}

function QuickReplies({ conversationId, ownerId, quick, onReply }: QuickProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const [asking, setAsking] = useState(false)
  const share = () => {
    setProblem(null)
    setAsking(true)
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude: lat, longitude: lng } }) => {
        setAsking(false)
        void write({ conversationId, ownerId, content: { position: { lat, lng } } })
      },
      () => {
        setAsking(false)
        setProblem('No pudimos leer tu ubicación: revisa el permiso en tu navegador.')
      },
      { enableHighAccuracy: true, timeout: 10_000, maximumAge: 60_000 },
    )
  }
  return (
    <div className="grid gap-1">
      <ul aria-label="Respuestas rápidas" className="flex flex-wrap gap-2">
        {quick.texts.map((text) => (
          <li key={text}>
            <Button size="sm" variant="secondary" onClick={() => onReply({ text })}>
              {text}
            </Button>
          </li>
        ))}
        {quick.position && (
          <li>
            <Button
              size="sm"
              variant="secondary"
              pending={asking}
              pendingText="Buscando…"
              Icon={MapPin}
              onClick={share}
            >
              Mi ubicación
            </Button>
          </li>
        )}
      </ul>
      {problem && (
        <p role="alert" className="text-sm text-err">
          {problem}
        </p>
      )}
    </div>
  )
}
