import { Clock3, MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SafePointView } from '#contract/safe-points.ts'
import { kindWords } from '#web/domain/safe-points/safe-point-kinds.ts'
import { Card } from '#web/ui/card.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { statusWords } from './point-words.ts'

type PointCardProps = { point: SafePointView; children?: ReactNode }

/** One SafePoint: name, kind, address and opening hours. */
export function PointCard({ point, children }: PointCardProps) {
  const { word, tone } = statusWords[point.status]
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div>
          <h3 className="text-lg">{point.name}</h3>
          <p className="text-sm text-muted">{kindWords[point.kind]}</p>
        </div>
        <StatusPill tone={tone}>{word}</StatusPill>
      </div>
      <PointFacts point={point} />
      {children}
    </Card>
  )
}

function PointFacts({ point }: { point: SafePointView }) {
  return (
    <>
      <p className="flex gap-2">
        <MapPin aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-bosque" />
        <span>
          {point.address}
          {point.approximate && (
            <span className="block text-sm text-muted">
              Ubicación aproximada: acuerda con el conductor la entrada exacta.
            </span>
          )}
        </span>
      </p>
      {point.hours && (
        <p className="flex gap-2">
          <Clock3 aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-bosque" />
          {point.hours}
        </p>
      )}
    </>
  )
}
