import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { REVIEW_REASON_MAX, REVIEW_REASON_MIN } from '#contract/limits.ts'
import type { SafePointCase, SafePointKind, SafePointView } from '#contract/safe-points.ts'
import { api } from '#web/lib/api.ts'
import { hasCode } from '#web/lib/api-error.ts'
import { dateTime } from '#web/lib/format.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { ReviewQueue } from '#web/shared/desk/back-office/review-queue.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CardHead } from '#web/ui/card-head.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Select } from '#web/ui/select.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { TextArea, TextField } from '#web/ui/text-field.tsx'
import { toastDone } from '#web/ui/toaster.ts'
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
      load={(status, page, signal) => api.safePoints.queue({ query: { status, page }, signal })}
    >
      {(item) => <VetPoint key={item.point.id} item={item} />}
    </ReviewQueue>
  )
}

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

/** One SafePoint with the reports about it, and the form for the decision. */
function VetPoint({ item }: { item: SafePointCase }) {
  const { point, place } = item
  const { word, tone } = statusWords[point.status]
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <CardHead
        title={point.name}
        detail={[
          `${place.name}, ${place.department}`,
          item.proposedBy ?? 'Lista inicial',
          dateTime(item.createdAt),
        ].join(' · ')}
        aside={<StatusPill tone={tone}>{word}</StatusPill>}
      />
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
      <Decision point={point} />
    </Card>
  )
}

function Decision({ point }: { point: SafePointView }) {
  const [draft, setDraft] = useState(() => draftOf(point))
  const [checked, setChecked] = useState(false)
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<'position' | 'reason' | null>(null)
  const verdict = useVerdict(point.id)
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  const decide = (decision: Verdict, said: string) =>
    verdict.mutate(decision, { onSuccess: () => toastDone(said) })
  const vet = () => {
    const bad = readPosition(draft.position) === null
    setProblem(bad ? 'position' : null)
    if (!bad) decide({ vet: correctionOf(point, draft, checked) }, 'Punto aprobado')
  }
  const hide = () => {
    const short = reason.trim().length < REVIEW_REASON_MIN
    setProblem(short ? 'reason' : null)
    if (!short) decide({ hide: { reason: reason.trim() } }, 'Punto oculto')
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <ErrorBanner error={verdict.error} />
      <Corrections draft={draft} onChange={change} bad={problem === 'position'} />
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
      <TextArea
        label="Motivo para ocultarlo"
        hint="Solo si lo ocultas."
        rows={2}
        maxLength={REVIEW_REASON_MAX}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        error={problem === 'reason' ? 'Escribe el motivo.' : null}
      />
      <div className="grid grid-cols-2 gap-3">
        <Button
          variant="danger"
          onClick={hide}
          disabled={verdict.isPending || point.status === 'hidden'}
          icon={<EyeOff aria-hidden="true" className="size-5" />}
        >
          Ocultar
        </Button>
        <Button
          onClick={vet}
          pending={verdict.isPending}
          icon={<Check aria-hidden="true" className="size-5" />}
        >
          {point.status === 'vetted' ? 'Guardar' : 'Aprobar'}
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
