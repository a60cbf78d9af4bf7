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
import { NextBar } from './next-bar.tsx'
import type { StepProps } from './publish-draft.ts'
import { type Draft, placesOf } from './publish-draft.ts'

/** Publishing step for the meeting point in each place; optional, it can be agreed later. */
export function StepPoints({ draft, change, onNext }: StepProps) {
  const places = placesOf(draft)
  const choose = (placeId: string, point: Chosen) => {
    const { [placeId]: _before, ...others } = draft.points
    change({ points: point ? { ...others, [placeId]: point } : others })
  }
  return (
    <>
      <p className="text-muted">
        Un punto seguro es un lugar público y conocido. Tus pasajeros lo ven antes de reservar.
      </p>
      {places.map((place) => (
        <PlacePoints
          key={place.id}
          place={place}
          chosen={draft.points[place.id] ?? null}
          onChoose={(point) => choose(place.id, point)}
        />
      ))}
      <NextBar onNext={() => onNext()} />
    </>
  )
}

type Chosen = Draft['points'][string] | null

type PlacePointsProps = { place: ComboItem; chosen: Chosen; onChoose: (point: Chosen) => void }

function PlacePoints({ place, chosen, onChoose }: PlacePointsProps) {
  const { isPending, points = [], error, refetch } = useVettedPoints(place.id)
  if (isPending) return <SkeletonList rows={1} rowClass="h-40" />
  return (
    <Card className="grid gap-3">
      <PointChoice
        legend={`Punto de encuentro en ${place.label}`}
        points={points}
        choice={points.find(({ id }) => id === chosen?.id)?.id ?? TO_AGREE}
        onChoose={(choice) => {
          const point = points.find(({ id }) => id === choice)
          onChoose(point ? { id: point.id, name: point.name } : null)
        }}
        agree={{
          title: 'Lo acordamos después',
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
    </Card>
  )
}
