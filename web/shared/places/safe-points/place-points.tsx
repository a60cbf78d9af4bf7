import { useState } from 'react'
import { paths } from '#web/lib/paths.ts'
import type { ComboItem } from '#web/ui/combo-item.ts'
import { Link } from '#web/ui/link.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { PointChoice, PointsUnread, useVettedPoints } from './point-choice.tsx'
import { TO_AGREE } from './to-agree.ts'

const AGREE = 'Lo acordamos después'

/** A chosen SafePoint; null while both agree on one later. */
export type ChosenPoint = { id: string; name: string } | null

type PlacePointsProps = {
  place: Pick<ComboItem, 'id' | 'label'>
  chosen: ChosenPoint
  onChoose: (point: ChosenPoint) => void
}

/** One line with the meeting point of a place; its choice opens below. */
export function PlacePoints({ place, chosen, onChoose }: PlacePointsProps) {
  const [opened, setOpened] = useState(false)
  return (
    <details onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary className="flex min-h-14 cursor-pointer items-center justify-between gap-3 py-2">
        <span className="min-w-0">
          <span className="block text-sm text-muted">Punto de encuentro en {place.label}</span>
          <span className="block font-semibold">{chosen?.name ?? AGREE}</span>
        </span>
        <span aria-hidden="true" className="text-sm font-semibold text-bosque">
          {opened ? 'Cerrar' : 'Cambiar'}
        </span>
      </summary>
      {opened && <Choice {...{ place, chosen, onChoose }} />}
    </details>
  )
}

function Choice({ place, chosen, onChoose }: PlacePointsProps) {
  const { isPending, points = [], error, refetch } = useVettedPoints(place.id)
  if (isPending) return <SkeletonList rows={1} rowClass="h-40" />
  return (
    <div className="grid gap-3 pb-3">
      <PointChoice
        legend={`Puntos de ${place.label}`}
        points={points}
        choice={points.find(({ id }) => id === chosen?.id)?.id ?? TO_AGREE}
        onChoose={(choice) => {
          const point = points.find(({ id }) => id === choice)
          onChoose(point ? { id: point.id, name: point.name } : null)
        }}
        agree={{
          title: AGREE,
          detail: points.length === 0 ? 'Aquí todavía no hay puntos seguros.' : undefined,
          first: true,
        }}
      />
      {error && (
        <PointsUnread
          title="No pudimos leer los puntos de este lugar"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      <p className="text-sm">
        <Link to={paths.safePoints(place.id)} target="_blank" tall>
          Proponer otro punto en {place.label}
          <span className="sr-only"> (se abre en otra pestaña)</span>
        </Link>
      </p>
    </div>
  )
}
