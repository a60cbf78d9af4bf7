import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { IncidentCase, IncidentOutcome } from '#contract/safety.ts'
import { INCIDENT_NOTE_MIN, INCIDENT_TEXT_MAX } from '#contract/safety-limits.ts'
import { openOrResolved, ReviewQueue } from '#web/domain/back-office/review-queue.tsx'
import { api } from '#web/lib/api.ts'
import { dateTime, dayAndTime, durationBetween, phone as phoneText, time } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CardHead } from '#web/ui/card-head.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { type Fact, Facts } from '#web/ui/facts.tsx'
import { Link } from '#web/ui/link.tsx'
import { Select } from '#web/ui/select.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { useNote } from '#web/ui/use-note.ts'

/** Incidents, which the team must handle within two hours, at any time of day. */
export function Screen() {
  return (
    <ReviewQueue
      title="Incidentes"
      lead="Se atienden en 2 horas, a cualquier hora."
      tabs={openOrResolved}
      one="incidente"
      many="incidentes"
      queryKey={(tab, page) => ['incident-queue', tab, page]}
      load={(status, page, signal) => api.safety.listIncidents({ query: { status, page }, signal })}
    >
      {(item) => <IncidentCard key={item.id} item={item} />}
    </ReviewQueue>
  )
}

const outcomes: { value: IncidentOutcome; label: string }[] = [
  { value: 'helped', label: 'La ayudamos' },
  { value: 'authorities', label: 'Intervinieron las autoridades' },
  { value: 'sanctioned', label: 'Llevó a una sanción' },
  { value: 'no_danger', label: 'No había peligro' },
]

const kindWords = { emergency: 'Emergencia', felt_unsafe: 'Se sintió en riesgo' }

/** One incident: who, where, how to call, what was done. */
function IncidentCard({ item }: { item: IncidentCase }) {
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <CardHead
        title={`${kindWords[item.kind]}: ${item.person.name}`}
        detail={
          <>
            Lo marcó {dayAndTime(item.pressedAt)}, llegó {dayAndTime(item.createdAt)}
            {item.lastPressedAt && (
              <span className="block text-base font-semibold text-ink">
                Lo marcó {item.presses} veces; la última, {dayAndTime(item.lastPressedAt)}
              </span>
            )}
          </>
        }
        aside={<Left item={item} />}
      />
      {item.text && (
        <blockquote className="border-l-4 border-line pl-4 break-words whitespace-pre-line">
          {item.text}
        </blockquote>
      )}
      <Facts className="tnum grid gap-3 sm:grid-cols-2" facts={factsOf(item)} />
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
  if (item.takenBy) {
    return (
      <StatusPill tone="info" className="wrap-anywhere">
        Lo atiende {item.takenBy}
      </StatusPill>
    )
  }
  if (item.isOverdue) return <StatusPill tone="err">Vencido</StatusPill>
  const left = durationBetween(new Date(), item.dueAt)
  return <StatusPill tone="urgent">Quedan {left}</StatusPill>
}

function factsOf({ position, phone, person, driver, ...item }: IncidentCase): Fact[] {
  const trip = (
    <>
      <Link to={paths.trip(item.tripId)}>
        {item.from} → {item.to}
      </Link>
      , {dateTime(item.departsAt)}
    </>
  )
  const profile = <Link to={paths.person(driver.id)}>{driver.name}</Link>
  const call = phone && <a href={`tel:${phone}`}>{phoneText(phone)}</a>
  return [
    ['Viaje', trip],
    ['Carro', `${item.plate} · ${item.car}`],
    [person.isDriver ? 'Conduce, y pidió ayuda' : 'Conduce', profile],
    ['Celular de quien avisó', call ?? 'Tómalo para verlo'],
    ['Dónde estaba', position && <PositionLink position={position} />],
  ]
}

function PositionLink({ position }: { position: NonNullable<IncidentCase['position']> }) {
  const { lat, lng, accuracyMeters } = position
  return (
    <>
      <a
        href={`https://www.google.com/maps/search/?api=1&query=${lat},${lng}`}
        target="_blank"
        rel="noreferrer"
        className="underline"
      >
        {lat.toFixed(5)}, {lng.toFixed(5)}
      </a>{' '}
      (a {accuracyMeters} m)
    </>
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

type Step = 'take' | 'note' | 'close'

function Work({ item }: { item: IncidentCase }) {
  const queries = useQueryClient()
  const { note, field, attempt, clear } = useNote(INCIDENT_NOTE_MIN)
  const [outcome, setOutcome] = useState<IncidentOutcome>('helped')
  const params = { incidentId: item.id }
  const step = useMutation({
    mutationFn: (kind: Step) => {
      if (kind === 'take') return api.safety.takeIncident({ params, body: {} })
      if (kind === 'note') return api.safety.noteIncident({ params, body: { body: note } })
      return api.safety.closeIncident({ params, body: { outcome, answer: note } })
    },
    onSuccess: (_, kind) => {
      if (kind !== 'take') clear()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['incident-queue'] }),
  })
  const write = (kind: Step) => attempt(() => step.mutate(kind))
  const doing = (kind: Step) => step.isPending && step.variables === kind
  return (
    <div className="grid gap-4 border-t border-line pt-4">
      {!item.isMine && (
        <Button
          className="justify-self-start"
          pending={doing('take')}
          onClick={() => step.mutate('take')}
        >
          Tomar incidente
        </Button>
      )}
      <TextArea
        label="Nota, o respuesta para la persona"
        hint="La respuesta de cierre la lee quien avisó."
        rows={2}
        maxLength={INCIDENT_TEXT_MAX}
        {...field}
      />
      <Select
        label="Resultado"
        options={outcomes}
        value={outcome}
        onChange={(event) => setOutcome(event.target.value as IncidentOutcome)}
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
