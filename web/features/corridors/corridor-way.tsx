import { duration, number } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { CardSection } from '#web/ui/card.tsx'
import { Link } from '#web/ui/link.tsx'
import { RouteDrawing } from '#web/ui/map/route-drawing.tsx'
import type { Corridor, PassedPlace } from './corridors.ts'

/** The route as a drawing, and every place where a passenger can get on or off. */
export function CorridorWay({ corridor }: { corridor: Corridor }) {
  const { from, to, passes, pagesFromHere } = corridor
  const between = passes.slice(1, -1)
  const isKnown = ({ id }: PassedPlace) => id.endsWith('001') || id in pagesFromHere
  const places = passes.map((place) => ({
    ...place,
    named: place === from || place === to || isKnown(place),
  }))
  return (
    <CardSection title="Por dónde pasa">
      <RouteDrawing places={places} part={{ from: 0, to: places.length - 1 }} />
      {between.length > 0 && (
        <>
          <p className="mt-4">
            Saliendo de {from.name}, la vía pasa por estos lugares. Si el conductor recoge en la
            ruta, puedes bajarte en cualquiera.
          </p>
          <ul className="mt-2 grid gap-x-6 sm:grid-cols-2">
            {between.map((place) => (
              <li
                key={place.id}
                className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 border-b
                  border-line"
              >
                <Link to={addressFrom(corridor, place)}>{place.name}</Link>
                <span className="tnum text-sm whitespace-nowrap text-muted">
                  {number(place.km)} km · {duration(place.minutes)}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </CardSection>
  )
}

/** Address of the corridor page for this pair of places, or of a search if there is none. */
function addressFrom({ from, pagesFromHere }: Corridor, place: PassedPlace): string {
  const page = pagesFromHere[place.id]
  return page ? paths.corridor(from.slug, page) : paths.search({ from: from.id, to: place.id })
}
