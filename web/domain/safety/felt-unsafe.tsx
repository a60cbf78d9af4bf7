import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OwnIncident } from '#contract/safety.ts'
import { INCIDENT_TEXT_MAX } from '#contract/safety-limits.ts'
import { api } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { timeAndDay } from '#web/lib/format.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { Sheet } from '#web/ui/dialog.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { press, type Sent } from './incident-outbox.ts'
import type { OwnTrip } from './share-trip.tsx'

const states = {
  open: { text: 'Recibido', tone: 'warn' },
  taken: { text: 'Lo estamos atendiendo', tone: 'info' },
  closed: { text: 'Respondido', tone: 'ok' },
} as const

/** The person's reports to the team about this trip, with the answers. */
export function OwnIncidents({ tripId }: { tripId: string }) {
  const { data } = useQuery({
    queryKey: queryKeys.incidents(),
    queryFn: ({ signal }) => api.safety.listOwnIncidents({ signal }),
  })
  const own = data?.incidents.filter((each) => each.tripId === tripId) ?? []
  if (own.length === 0) return null
  return (
    <CardSection title="Tus avisos de seguridad">
      <ul className="grid gap-4">
        {own.map((each) => (
          <Shown key={each.id} incident={each} />
        ))}
      </ul>
    </CardSection>
  )
}

function Shown({ incident }: { incident: OwnIncident }) {
  const { kind, state, pressedAt, dueAt, answer } = incident
  const { text, tone } = states[state]
  return (
    <li className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-semibold">
          {kind === 'emergency' ? 'Emergencia' : 'Te sentiste en riesgo'}, {timeAndDay(pressedAt)}
        </span>
        <StatusPill tone={tone}>{text}</StatusPill>
      </div>
      {answer ? (
        <blockquote className="border-l-4 border-line pl-4 break-words whitespace-pre-line">
          {answer}
        </blockquote>
      ) : (
        <p className="text-sm text-muted">Lo revisamos antes de las {timeAndDay(dueAt)}</p>
      )}
    </li>
  )
}

/** Form after the trip to report that something made the person feel unsafe. */
export function FeltUnsafe({ trip }: { trip: OwnTrip }) {
  const client = useQueryClient()
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [sending, setSending] = useState(false)
  const [sent, setSent] = useState<Sent | null>(null)
  const { tripId, bookingId } = trip
  const send = async () => {
    setSending(true)
    const what = { tripId, bookingId, kind: 'felt_unsafe', text: text.trim() } as const
    setSent(await press({ ...what, position: null, tellContact: false }))
    setSending(false)
    await client.invalidateQueries({ queryKey: queryKeys.incidents() })
  }
  const waits = sent !== null && !sent.done && sent.refusal === null
  return (
    <>
      <Button variant="ghost" className="justify-self-start" onClick={() => setOpen(true)}>
        Algo me hizo sentir insegura o inseguro
      </Button>
      <Sheet open={open} onClose={() => setOpen(false)} title="Cuéntanos qué pasó">
        {sent?.done ? (
          <Banner tone="ok" title="Lo recibimos">
            Una persona del equipo lo revisa en menos de 2 horas, a cualquier hora. Nadie del viaje
            sabrá que fuiste tú.
          </Banner>
        ) : (
          <form
            className="grid gap-4"
            onSubmit={(event) => {
              event.preventDefault()
              void send()
            }}
          >
            {waits && (
              <Banner tone="warn" title="Quedó guardado">
                Sale solo cuando haya red.
              </Banner>
            )}
            {sent && !waits && <Banner tone="err">{messageOf(sent.refusal)}</Banner>}
            <TextArea
              label="¿Qué te hizo sentir así?"
              hint="Con tus palabras. Si hay peligro ahora, llama al 123."
              rows={4}
              maxLength={INCIDENT_TEXT_MAX}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
            <Button type="submit" pending={sending} pendingText="Enviando…">
              Enviar al equipo
            </Button>
          </form>
        )}
      </Sheet>
    </>
  )
}
