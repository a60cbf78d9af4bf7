import { useLoaderData } from 'react-router'
import { titled } from '#web/lib/brand.ts'
import { duration, number, pesos } from '#web/lib/format.ts'
import { breadcrumbs, describePage } from '#web/lib/page-meta.ts'
import { paths } from '#web/lib/paths.ts'
import { CardSection } from '#web/ui/card.tsx'
import { ButtonLink, PlainLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { corridorsByOrigin, type Departures } from './corridors.ts'

export const handle = { content: true }

/** Loads the list of corridors while prerendering. */
export function loader() {
  return corridorsByOrigin()
}

const page = {
  path: paths.corridors(),
  title: titled('Rutas de viajes compartidos en Colombia'),
  name: 'Rutas',
  description:
    'Las rutas entre ciudades que más se viajan en Colombia: kilómetros, horas, peajes y el ' +
    'precio recomendado de cada cupo.',
  image: 'home',
}

export function meta() {
  return describePage(page, ...breadcrumbs(page))
}

/** Every corridor that has a page, grouped by the city of departure. */
export default function Corridors() {
  const groups = useLoaderData<typeof loader>()
  return (
    <Page
      width="page"
      title="Rutas más viajadas"
      lead="Elige de dónde sales. El precio es el recomendado para un cupo."
      actions={<ButtonLink to={paths.search()}>Buscar otra ruta</ButtonLink>}
    >
      <div className="gap-6 *:mb-6 *:break-inside-avoid lg:columns-2">
        {groups.map((group) => (
          <CardSection key={group.from.slug} title={`Desde ${group.from.name}`}>
            <Destinations group={group} />
          </CardSection>
        ))}
      </div>
    </Page>
  )
}

function Destinations({ group: { from, to } }: { group: Departures }) {
  return (
    <ul className="-mx-2.5 grid">
      {to.map((place) => (
        <li key={place.slug}>
          <PlainLink
            to={paths.corridor(from.slug, place.slug)}
            className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 rounded-control
              px-2.5 hover:bg-bosque-soft"
          >
            <span>
              <span className="font-semibold">{place.name}</span>
              <span className="block text-sm text-muted">
                {number(place.km)} km · {duration(place.minutes)}
              </span>
            </span>
            <span className="tnum font-bold whitespace-nowrap">{pesos(place.price)}</span>
          </PlainLink>
        </li>
      ))}
    </ul>
  )
}
