import type { TripStop, TripView } from '#contract/trips.ts'
import { PointLine } from '#web/domain/trips/point-line.tsx'
import { type RouteLeg, RouteLine } from '#web/domain/trips/route-line.tsx'
import { time } from '#web/lib/format.ts'
import { CardSection } from '#web/ui/card.tsx'
import { shownStops, type TripPart } from './trip-part.ts'

/** Stops with their times; price and free seats of every leg the driver declared. */
export function TripRoute({ trip, part }: { trip: TripView; part: TripPart }) {
  const stops = shownStops(trip, part)
  const legs = stops.slice(0, -1).map((stop, row): RouteLeg => {
    const leg = trip.legs.find(
      ({ fromStopId, toStopId }) => fromStopId === stop.id && toStopId === stops[row + 1]?.id,
    )
    return leg ? { price: leg.price, seatsLeft: leg.seatsLeft } : {}
  })
  const others = trip.corridor.filter((stop) => !stops.includes(stop))
  return (
    <CardSection title="Recorrido">
      <RouteLine
        stops={stops.map((stop) => ({
          name: stop.name,
          at: stop.at,
          detail: <StopDetail stop={stop} />,
        }))}
        legs={legs}
        seatsTotal={trip.seats}
        part={{ from: stops.indexOf(part.from), to: stops.indexOf(part.to) }}
      />
      {others.length > 0 && (
        <details className="mt-4 border-t border-line pt-2">
          <summary className="flex min-h-11 items-center font-semibold text-bosque">
            También pasa por {others.length} {others.length === 1 ? 'lugar' : 'lugares'} más
          </summary>
          <ul className="grid gap-1.5 pb-2">
            {others.map((stop) => (
              <li key={stop.id} className="flex justify-between gap-3 text-sm">
                <span>
                  {stop.name}, <span className="text-muted">{stop.department}</span>
                </span>
                <span className="tnum text-muted">{time(stop.at)}</span>
              </li>
            ))}
          </ul>
          <p className="text-sm text-muted">
            {trip.enRoutePickups
              ? 'Puedes pedir que te recojan o te dejen ahí: el conductor decide.'
              : 'En este viaje el conductor solo para en los lugares de arriba.'}
          </p>
        </details>
      )}
    </CardSection>
  )
}

function StopDetail({ stop }: { stop: TripStop }) {
  return (
    <>
      {stop.declared ? stop.department : `${stop.department} · por solicitud`}
      {stop.point && <PointLine point={stop.point} className="mt-1" />}
    </>
  )
}
