import { useState } from 'react'
import {
  PointChoice,
  PointsUnread,
  useVettedPoints,
} from '#web/domain/safe-points/point-choice.tsx'
import { TO_AGREE } from '#web/domain/safe-points/to-agree.ts'
import { paths } from '#web/lib/paths.ts'
import { Card } from '#web/ui/card.tsx'
import type { ComboItem } from '#web/ui/combo-item.ts'
import { Link } from '#web/ui/link.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import type { StepProps } from './publish-draft.ts'
import { type Draft, placesOf } from './publish-draft.ts'

const AGREE = 'Lo acordamos después'

/** The meeting point in each place: that of the last trip, else to be agreed; each can change. */
export function RoutePoints({ draft, change }: Pick<StepProps, 'draft' | 'change'>) {
  const choose = (placeId: string, point: Chosen) => {
    const { [placeId]: _before, ...others } = draft.points
    change({ points: point ? { ...others, [placeId]: point } : others })
  }
  return (
    <Card className="grid gap-1">
      <h3 className="text-lg">¿En qué punto se encuentran?</h3>
      <p className="text-sm text-muted">
        Un punto seguro es un lugar público y conocido. Tus pasajeros lo ven antes de reservar.
      </p>
      <div className="grid divide-y divide-line">
        {placesOf(draft).map((place) => (
          <PlacePoints
            key={place.id}
            place={place}
            chosen={draft.points[place.id] ?? null}
            onChoose={(point) => choose(place.id, point)}
          />
        ))}
      </div>
    </Card>
  )
}

type Chosen = Draft['points'][string] | null

type PlacePointsProps = { place: ComboItem; chosen: Chosen; onChoose: (point: Chosen) => void }

/** One line with the point of a place; its choice opens below. */
function PlacePoints({ place, chosen, onChoose }: PlacePointsProps) {
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
        <Link
          to={paths.safePoints(place.id)}
          target="_blank"
          className="inline-flex min-h-11 items-center"
        >
          Proponer otro punto en {place.label}
          <span className="sr-only"> (se abre en otra pestaña)</span>
        </Link>
      </p>
    </div>
  )
}
