import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { IncidentCase, IncidentOutcome } from '#contract/safety.ts'
import { INCIDENT_NOTE_MIN, INCIDENT_TEXT_MAX } from '#contract/safety-limits.ts'
import { ReviewQueue } from '#web/domain/back-office/review-queue.tsx'
import { api } from '#web/lib/api.ts'
import { dateTime, durationBetween, phone as phoneText, time } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { Select } from '#web/ui/select.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { TextArea } from '#web/ui/text-field.tsx'

/** Incidents, which the team must handle within two hours, at any time of day. */
export function Screen() {
  return (
    <Page title="Incidentes" lead="Se atienden en 2 horas, a cualquier hora." width="page">
      <ReviewQueue
        one="incidente"
        many="incidentes"
        queryKey={(tab, page) => ['incident-queue', tab, page]}
        load={(status, page, signal) =>
          api.safety.listIncidents({ query: { status, page }, signal })
        }
      >
        {(item) => <IncidentCard key={item.id} item={item} />}
      </ReviewQueue>
    </Page>
  )
}

const outcomes: { value: IncidentOutcome; label: string }[] = [
  { value: 'helped', label: 'La ayudamos' },
  { value: 'authorities', label: 'Intervinieron las autoridades' },
  { value: 'sanctioned', label: 'Llevó a una sanción' },
  { value: 'no_danger', label: 'No había peligro' },
]

/** One incident: who, where, how to call, what was done. */
function IncidentCard({ item }: { item: IncidentCase }) {
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div className="min-w-0">
          <h2 className="text-xl wrap-anywhere">
            {item.kind === 'emergency' ? 'Emergencia' : 'Se sintió en riesgo'}: {item.person.name}
          </h2>
          <p className="text-sm text-muted">
            Lo marcó {dateTime(item.pressedAt)}, llegó {dateTime(item.createdAt)}
          </p>
          {item.lastPressedAt && (
            <p className="font-semibold">
              Lo marcó {item.presses} veces; la última, {dateTime(item.lastPressedAt)}
            </p>
          )}
        </div>
        <Left item={item} />
      </div>
      {item.text && (
        <blockquote className="border-l-4 border-line pl-4 break-words whitespace-pre-line">
          {item.text}
        </blockquote>
      )}
      <Facts item={item} />
      <Calls calls={item.calls} />
      <Notes item={item} />
      {item.outcome ? (
        <p className="text-muted wrap-anywhere">
          {outcomes.find(({ value }) => value === item.outcome)?.label}: {item.answer}
        </p>
      ) : item.isOwn ? (
        <p className="text-muted">Es tuyo o de tu viaje: lo atiende otra persona.</p>
      ) : (
        <Work item={item} />
      )}
    </Card>
  )
}

/** Time left until a member of the team must have taken the incident. */
function Left({ item }: { item: IncidentCase }) {
  if (item.outcome) return <StatusPill tone="neutral">Cerrado</StatusPill>
  if (item.takenBy) return <StatusPill tone="info">Lo atiende {item.takenBy}</StatusPill>
  if (item.isOverdue) return <StatusPill tone="err">Vencido</StatusPill>
  const left = durationBetween(new Date(), item.dueAt)
  return <StatusPill tone="urgent">Quedan {left}</StatusPill>
}

function Facts({ item }: { item: IncidentCase }) {
  const { position, phone } = item
  return (
    <dl className="grid gap-3 sm:grid-cols-2">
      <Fact label="Viaje">
        <Link to={paths.trip(item.tripId)}>
          {item.from} → {item.to}
        </Link>
        , {dateTime(item.departsAt)}
      </Fact>
      <Fact label="Carro">
        {item.plate} · {item.car}
      </Fact>
      <Fact label={item.person.isDriver ? 'Conduce, y pidió ayuda' : 'Conduce'}>
        <Link to={paths.person(item.driver.id)}>{item.driver.name}</Link>
      </Fact>
      <Fact label="Celular de quien avisó">
        {phone ? <a href={`tel:${phone}`}>{phoneText(phone)}</a> : 'Tómalo para verlo'}
      </Fact>
      {position && (
        <Fact label="Dónde estaba">
          <a
            href={`https://www.google.com/maps/search/?api=1&query=${position.lat},${position.lng}`}
            target="_blank"
            rel="noreferrer"
            className="underline"
          >
            {position.lat.toFixed(5)}, {position.lng.toFixed(5)}
          </a>{' '}
          (a {position.accuracyMeters} m)
        </Fact>
      )}
    </dl>
  )
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="tnum font-semibold wrap-anywhere">{children}</dd>
    </div>
  )
}

const channelWords = { push: 'aviso', mail: 'correo', whatsapp: 'WhatsApp', sms: 'SMS' }

/** Calls to the people on duty: time, name and channels. */
function Calls({ calls }: Pick<IncidentCase, 'calls'>) {
  if (calls.length === 0) return null
  return (
    <details>
      <summary className="min-h-11 cursor-pointer py-2 font-semibold text-bosque">
        A quién llamamos ({calls.length})
      </summary>
      <ul className="grid gap-1">
        {calls.map(({ at, minute, name, channels }) => (
          <li key={`${at} ${minute} ${name}`} className="wrap-anywhere">
            {time(at)}: {name ?? 'Teléfono de la empresa'},{' '}
            {channels.map((channel) => channelWords[channel]).join(', ')}
          </li>
        ))}
      </ul>
    </details>
  )
}

function Notes({ item: { notes } }: { item: IncidentCase }) {
  if (notes.length === 0) return null
  return (
    <ul aria-label="Notas" className="grid gap-2">
      {notes.map(({ id, author, body, at }) => (
        <li key={id} className="rounded-control bg-paper p-3 wrap-anywhere">
          <span className="text-sm text-muted">
            {author}, {dateTime(at)}
          </span>
          <br />
          {body}
        </li>
      ))}
    </ul>
  )
}

type Step = { kind: 'take' } | { kind: 'note' } | { kind: 'close' }

function Work({ item }: { item: IncidentCase }) {
  const queries = useQueryClient()
  const [words, setWords] = useState('')
  const [short, setShort] = useState(false)
  const [outcome, setOutcome] = useState<IncidentOutcome>('helped')
  const params = { incidentId: item.id }
  const step = useMutation({
    mutationFn: ({ kind }: Step) => {
      const text = words.trim()
      if (kind === 'take') return api.safety.takeIncident({ params, body: {} })
      if (kind === 'note') return api.safety.noteIncident({ params, body: { body: text } })
      return api.safety.closeIncident({ params, body: { outcome, answer: text } })
    },
    onSuccess: (_, { kind }) => {
      if (kind !== 'take') setWords('')
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['incident-queue'] }),
  })
  const write = (kind: 'note' | 'close') => {
    const isShort = words.trim().length < INCIDENT_NOTE_MIN
    setShort(isShort)
    if (!isShort) step.mutate({ kind })
  }
  const doing = (kind: Step['kind']) => step.isPending && step.variables.kind === kind
  return (
    <div className="grid gap-4 border-t border-line pt-4">
      {!item.isMine && (
        <Button
          className="justify-self-start"
          pending={doing('take')}
          onClick={() => step.mutate({ kind: 'take' })}
        >
          Tomar incidente
        </Button>
      )}
      <TextArea
        label="Nota, o respuesta para la persona"
        hint="La respuesta de cierre la lee quien avisó."
        rows={2}
        maxLength={INCIDENT_TEXT_MAX}
        value={words}
        onChange={(event) => setWords(event.target.value)}
        error={short ? `Escribe al menos ${INCIDENT_NOTE_MIN} letras.` : null}
      />
      <Select
        label="Resultado"
        options={outcomes}
        value={outcome}
        onChange={(event) => {
          const chosen = outcomes.find(({ value }) => value === event.target.value)
          if (chosen) setOutcome(chosen.value)
        }}
      />
      <ErrorBanner error={step.error} />
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" pending={doing('note')} onClick={() => write('note')}>
          Guardar nota
        </Button>
        <Button pending={doing('close')} onClick={() => write('close')}>
          Cerrar con esta respuesta
        </Button>
      </div>
    </div>
  )
}
