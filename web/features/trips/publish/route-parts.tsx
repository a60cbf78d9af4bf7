import { type ChosenPoint, PlacePoints } from '#web/shared/places/safe-points/place-points.tsx'
import { Card } from '#web/ui/card.tsx'
import { placesOf, type StepProps } from './publish-draft.ts'
import { RouteStops } from './route-stops.tsx'
import { RouteWays } from './route-ways.tsx'

/** What follows from origin and destination: route with its map, stops and meeting points. */
export function RouteParts(props: Omit<StepProps, 'onNext'>) {
  return (
    <>
      <RouteWays {...props} />
      <RouteStops {...props} />
      <RoutePoints {...props} />
    </>
  )
}

/** The meeting point in each place: that of the last trip, else to be agreed; each can change. */
function RoutePoints({ draft, change }: Pick<StepProps, 'draft' | 'change'>) {
  const choose = (placeId: string, point: ChosenPoint) => {
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
