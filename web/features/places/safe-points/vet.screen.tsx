import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { REVIEW_REASON_MAX, REVIEW_REASON_MIN } from '#contract/limits.ts'
import type { SafePointCase, SafePointKind, SafePointView } from '#contract/safe-points.ts'
import { api } from '#web/lib/api.ts'
import { hasCode } from '#web/lib/api-error.ts'
import { dateTime, plural } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRead } from '#web/lib/use-read.ts'
import { ClockWord } from '#web/shared/desk/back-office/clock-word.tsx'
import { Key } from '#web/shared/desk/back-office/desk-keys.tsx'
import { DeskCase, type DeskRow } from '#web/shared/desk/back-office/desk-split.tsx'
import { ReviewQueue, useDecided } from '#web/shared/desk/back-office/review-queue.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Link } from '#web/ui/link.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { Select } from '#web/ui/select.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { TextArea, TextField } from '#web/ui/text-field.tsx'
import { useNote } from '#web/ui/use-note.ts'
import { kindOptions, reasonWords, statusWords } from './point-words.ts'
import { readPosition, writePosition } from './position.ts'

const tabs = {
  waiting: 'Por revisar',
  proposed: 'Propuestos',
  reported: 'Reportados',
  vetted: 'Verificados',
  hidden: 'Ocultos',
} as const

/** Queue of SafePoints. */
export function Screen() {
  return (
    <ReviewQueue
      title="Puntos seguros por revisar"
      tabs={tabs}
      one="punto"
      many="puntos"
      queryKey={queryKeys.safePointQueue}
      load={(query, signal) => api.safePoints.queue({ query, signal })}
      row={rowOf}
      detail={(item) => <VetPoint item={item} />}
      extra={{ id: 'pedidos', title: 'Lugares más pedidos sin punto', content: <WantedPlaces /> }}
    />
  )
}

const rowOf = ({ point, place, reports, createdAt, dueAt }: SafePointCase): DeskRow => ({
  ...{ id: point.id, title: point.name, who: `${place.name}, ${place.department}` },
  aside: <ClockWord dueAt={dueAt} />,
  more: reports.length > 0 ? `Reportado: ${reports.length}` : dateTime(createdAt),
})

type Draft = { name: string; kind: SafePointKind; address: string; hours: string; position: string }

function draftOf(point: SafePointView): Draft {
  const { name, kind, address, hours } = point
  return { name, kind, address, hours: hours ?? '', position: writePosition(point) }
}

/** The moderator's changes; a position that was checked is no longer approximate. */
function correctionOf(point: SafePointView, draft: Draft, checked: boolean) {
  const before = draftOf(point)
  const position = readPosition(draft.position)
  const moved = draft.position !== before.position || checked
  return {
    ...(draft.name.trim() !== before.name ? { name: draft.name.trim() } : {}),
    ...(draft.kind !== before.kind ? { kind: draft.kind } : {}),
    ...(draft.address.trim() !== before.address ? { address: draft.address.trim() } : {}),
    ...(draft.hours.trim() !== before.hours ? { hours: draft.hours.trim() || null } : {}),
    ...(moved && position ? { position } : {}),
  }
}

function VetPoint({ item }: { item: SafePointCase }) {
  const { point, place } = item
  const { word, tone } = statusWords[point.status]
  const [draft, setDraft] = useState(() => draftOf(point))
  const [checked, setChecked] = useState(false)
  const [isBad, setBad] = useState(false)
  const verdict = useVerdict(point.id)
  const vet = () => {
    const bad = readPosition(draft.position) === null
    setBad(bad)
    return bad ? null : { vet: correctionOf(point, draft, checked) }
  }
  return (
    <DeskCase
      title={point.name}
      detail={[
        `${place.name}, ${place.department}`,
        item.proposedBy ?? 'Lista inicial',
        dateTime(item.createdAt),
      ].join(' · ')}
      aside={<StatusPill tone={tone}>{word}</StatusPill>}
      foot={<Decision point={point} verdict={verdict} vet={vet} />}
    >
      {item.reason && <p className="text-muted">Oculto: {item.reason}</p>}
      {item.reports.length > 0 && (
        <Banner tone="warn" title="Reportes abiertos">
          <ul>
            {item.reports.map((report) => (
              <li key={report.createdAt}>
                {reasonWords[report.reason]}
                {report.details && `: ${report.details}`} ({dateTime(report.createdAt)})
              </li>
            ))}
          </ul>
        </Banner>
      )}
      <Corrections draft={draft} onChange={(part) => setDraft({ ...draft, ...part })} bad={isBad} />
      {point.approximate && (
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            checked={checked}
            onChange={(event) => setChecked(event.target.checked)}
            className="size-5 accent-bosque"
          />
          Comprobé la ubicación: ya no es aproximada
        </label>
      )}
    </DeskCase>
  )
}

type DecisionProps = {
  point: SafePointView
  verdict: ReturnType<typeof useVerdict>
  /** The corrected sheet; null when it has a fault. */
  vet: () => Verdict | null
}

function Decision({ point, verdict, vet }: DecisionProps) {
  const decided = useDecided()
  const { note, field, attempt } = useNote(REVIEW_REASON_MIN, '', 'decision')
  const decide = (decision: Verdict | null, said: string) =>
    decision && verdict.mutate(decision, { onSuccess: () => decided(said) })
  return (
    <div className="grid gap-3">
      <ErrorBanner error={verdict.error} />
      <TextArea
        label="Motivo para ocultarlo"
        hint="Solo si lo ocultas. Quien se encuentra ahí recibe otro punto y un aviso."
        rows={2}
        maxLength={REVIEW_REASON_MAX}
        data-key="m"
        {...field}
      />
      <div className="grid grid-cols-2 gap-3">
        <Button
          variant="danger"
          onClick={() => attempt(() => decide({ hide: { reason: note } }, 'Punto oculto'))}
          disabled={verdict.isPending || point.status === 'hidden'}
          Icon={EyeOff}
        >
          Ocultar <Key of="x" />
        </Button>
        <Button
          onClick={() => decide(vet(), 'Punto aprobado')}
          pending={verdict.isPending}
          Icon={Check}
        >
          {point.status === 'vetted' ? 'Guardar' : 'Aprobar'} <Key of="e" />
        </Button>
      </div>
    </div>
  )
}

type CorrectionsProps = { draft: Draft; onChange: (part: Partial<Draft>) => void; bad: boolean }

function Corrections({ draft, onChange, bad }: CorrectionsProps) {
  const field = (name: keyof Draft) => ({
    value: draft[name],
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 sm:grid-cols-2">
      <TextField label="Nombre" maxLength={80} {...field('name')} />
      <Select label="Qué es" options={kindOptions} {...field('kind')} />
      <TextField label="Dirección" maxLength={160} {...field('address')} />
      <TextField label="Horario" optional maxLength={80} {...field('hours')} />
      <TextField
        label="Coordenadas"
        error={bad ? 'Escribe latitud y longitud: 4.6546, -74.1166.' : null}
        {...field('position')}
      />
    </div>
  )
}

const SAFE_POINTS = ['safe-points'] as const

type Verdict =
  | { vet: Parameters<typeof api.safePoints.vet>[0]['body'] }
  | { hide: { reason: string } }

function useVerdict(safePointId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (verdict: Verdict) => {
      const params = { safePointId }
      return 'hide' in verdict
        ? api.safePoints.hide({ params, body: verdict.hide })
        : api.safePoints.vet({ params, body: verdict.vet ?? {} })
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: SAFE_POINTS }),
    onError: (error) => {
      if (hasCode(error, 'safe_point_not_found'))
        void queries.invalidateQueries({ queryKey: SAFE_POINTS })
    },
  })
}

/** Places most asked for without a vetted point; each leads to the form that proposes one. */
function WantedPlaces() {
  const query = useRead(queryKeys.placesWithoutPoint(), (signal) =>
    api.rideRequests.placesWithoutPoint({ signal }),
  )
  if (!query.data) return <QueryState query={query} what="los lugares" rows={3} />
  const { places } = query.data
  return (
    <div className="grid gap-3">
      <h2 className="text-xl">Lugares más pedidos sin punto</h2>
      <p className="text-muted">
        Solicitudes y búsquedas sin resultado de 28 días. Con un punto verificado, quien permite
        paradas en su ruta vende esa de una vez.
      </p>
      {places.length === 0 && <p>Todos los lugares pedidos tienen un punto.</p>}
      <ol className={places.length === 0 ? 'hidden' : undefined}>
        {places.map(({ placeId, name, department, wishes }) => (
          <li key={placeId} className="flex flex-wrap items-center justify-between gap-x-3">
            <Link to={paths.safePoints(placeId)} tall>
              {name}, {department}
            </Link>
            <span className="tnum text-muted">{plural(wishes, 'vez', 'veces')}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}
