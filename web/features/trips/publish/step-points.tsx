import { useQuery } from '@tanstack/react-query'
import type { SafePointView } from '#contract/safe-points.ts'
import { kindWords } from '#web/domain/safe-points/safe-point-kinds.ts'
import { api } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import type { ComboItem } from '#web/ui/combo-item.ts'
import { Link } from '#web/ui/link.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { NextBar } from './next-bar.tsx'
import type { StepProps } from './publish-draft.ts'
import { type Draft, placesOf } from './publish-draft.ts'

const LATER = 'later'

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

type PlacePointsProps = {
  place: ComboItem
  chosen: Chosen
  onChoose: (point: Chosen) => void
}

function PlacePoints({ place, chosen, onChoose }: PlacePointsProps) {
  const answer = useQuery({
    queryKey: queryKeys.safePoints(place.id, null),
    queryFn: ({ signal }) => api.safePoints.list({ query: { place: place.id }, signal }),
    staleTime: 300_000,
  })
  if (answer.isPending) return <SkeletonList rows={1} rowClass="h-40" />
  const points = (answer.data?.points ?? []).filter(({ status }) => status === 'vetted')
  return (
    <Card className="grid gap-3">
      <RadioCards
        legend={`Punto de encuentro en ${place.label}`}
        options={[
          {
            value: LATER,
            title: 'Lo acordamos después',
            detail: points.length === 0 ? 'Aquí todavía no hay puntos seguros.' : undefined,
          },
          ...points.map(optionOf),
        ]}
        value={points.find(({ id }) => id === chosen?.id)?.id ?? LATER}
        onChange={(value) => {
          const point = points.find(({ id }) => id === value)
          onChoose(point ? { id: point.id, name: point.name } : null)
        }}
      />
      {answer.isError && (
        <Banner
          tone="warn"
          title="No pudimos leer los puntos de este lugar"
          action={
            <Button size="sm" variant="secondary" onClick={() => void answer.refetch()}>
              Reintentar
            </Button>
          }
        >
          {messageOf(answer.error)} Puedes seguir y acordarlo después.
        </Banner>
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

function optionOf({ id, name, kind, address }: SafePointView) {
  return { value: id, title: name, detail: `${kindWords[kind]} · ${address}` }
}
