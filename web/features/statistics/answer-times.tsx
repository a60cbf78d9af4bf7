import { REVIEW_OFFICE_HOURS } from '#contract/dashboard-limits.ts'
import type { Dashboard } from '#contract/statistics.ts'
import { ANSWER_OFFICE_HOURS, SAFETY_ANSWER_HOURS } from '#contract/support-limits.ts'
import { duration, number } from '#web/lib/format.ts'
import { CardSection } from '#web/ui/card.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'

type Times = Dashboard['times']['support']

const parts = [
  { key: 'verification', name: 'Documentos revisados', hours: REVIEW_OFFICE_HOURS, office: true },
  {
    key: 'support',
    name: 'Primera respuesta de soporte',
    hours: ANSWER_OFFICE_HOURS,
    office: true,
  },
  { key: 'safety', name: 'Seguridad e incidentes', hours: SAFETY_ANSWER_HOURS, office: false },
] as const

/** Response times of the team, compared with the promised ones. */
export function AnswerTimes({ times }: { times: Dashboard['times'] }) {
  return (
    <CardSection title="Tiempos de respuesta">
      <ul className="grid divide-y divide-line">
        {parts.map(({ key, name, hours, office }) => (
          <li key={key} className="grid gap-1 py-4 first:pt-0 last:pb-0">
            <p className="flex flex-wrap items-center justify-between gap-2">
              <span className="font-semibold">{name}</span>
              <Verdict times={times[key]} hours={hours} />
            </p>
            <Lengths times={times[key]} />
            <p className="text-sm text-muted">
              Meta: {hours} horas {office ? 'de oficina' : 'a cualquier hora'}
            </p>
          </li>
        ))}
      </ul>
    </CardSection>
  )
}

function Verdict({ times, hours }: { times: Times; hours: number }) {
  const { p90Minutes } = times.current
  if (p90Minutes === null) return <StatusPill tone="neutral">Sin respuestas</StatusPill>
  const isMet = p90Minutes <= hours * 60
  return <StatusPill tone={isMet ? 'ok' : 'err'}>{isMet ? 'Se cumple' : 'No se cumple'}</StatusPill>
}

function Lengths({ times: { current, before } }: { times: Times }) {
  if (current.medianMinutes === null || current.p90Minutes === null) {
    return <p className="text-muted">Nada que medir en el período.</p>
  }
  return (
    <p className="tnum">
      La mitad en {duration(current.medianMinutes)} o menos, 9 de cada 10 en{' '}
      {duration(current.p90Minutes)} o menos ({number(current.answered)} en total).
      {before.medianMinutes !== null && (
        <span className="block text-sm text-muted">
          Antes la mitad en {duration(before.medianMinutes)} ({number(before.answered)})
        </span>
      )}
    </p>
  )
}
