import { MoveRight } from 'lucide-react'
import { useNavigate } from 'react-router'
import { loadPlaces } from '#web/domain/places/load-places.ts'
import { SearchCard } from '#web/domain/search/search-card.tsx'
import { paths } from '#web/lib/paths.ts'
import { DownloadLinks } from '#web/ui/download-links.tsx'
import { PlainLink } from '#web/ui/link.tsx'
import { HeroLandscape } from './hero-landscape.tsx'

/** What Cupo is, and the search form. */
export function Hero() {
  const navigate = useNavigate()
  return (
    <section className="relative overflow-hidden bg-land-sky">
      {/* Drawn once the section is complete: on a slow connection the section grows while it
          loads, which would push the landscape down. */}
      <HeroLandscape
        className="absolute inset-x-0 bottom-0 h-80 w-full sm:h-[28rem]
          [section:not(:has(>[data-end]))>&]:hidden"
      />
      <div
        className="relative mx-auto grid max-w-page gap-5 px-4 pt-6 pb-24
          sm:gap-8 sm:px-6 sm:pt-14 sm:pb-32 lg:grid-cols-[minmax(0,1fr)_27rem] lg:gap-12"
      >
        <div className="max-w-xl">
          <h1 className="text-3xl sm:text-4xl lg:pt-6">Hay un cupo libre en tu camino</h1>
          <p className="mt-2 text-ink sm:mt-4 sm:text-xl">
            Viaja entre ciudades con conductores verificados y comparte los gastos. Reservas en la
            app o en la web y subes con tu código QR.
          </p>
          <DownloadLinks className="mt-6 hidden lg:flex" />
        </div>
        <div className="grid gap-4">
          <SearchCard
            loadPlaces={loadPlaces}
            onSearch={({ from, to, date, seats }) =>
              navigate(paths.search({ from: from.id, to: to.id, date, seats }))
            }
          />
          <PopularCorridors />
        </div>
        <DownloadLinks className="lg:hidden" />
      </div>
      <span data-end="" hidden />
    </section>
  )
}

/* The busiest pairs of cities on national roads, as the names in the addresses of their pages. */
const corridors = [
  { from: { slug: 'bogota', name: 'Bogotá' }, to: { slug: 'ibague', name: 'Ibagué' } },
  { from: { slug: 'medellin', name: 'Medellín' }, to: { slug: 'manizales', name: 'Manizales' } },
  { from: { slug: 'cali', name: 'Cali' }, to: { slug: 'pereira', name: 'Pereira' } },
  {
    from: { slug: 'bogota', name: 'Bogotá' },
    to: { slug: 'villavicencio', name: 'Villavicencio' },
  },
] as const

const look =
  'inline-flex min-h-11 items-center gap-1.5 rounded-control px-2.5 text-sm font-semibold ' +
  'hover:bg-bosque-soft'

/** Links to the most travelled corridors, and to the list of all. */
function PopularCorridors() {
  return (
    <nav
      aria-label="Rutas frecuentes"
      className="rounded-card border border-line bg-surface p-3 shadow-card"
    >
      <ul className="flex flex-wrap gap-x-1">
        {corridors.map(({ from, to }) => (
          <li key={`${from.slug}-${to.slug}`}>
            <PlainLink to={paths.corridor(from.slug, to.slug)} className={look}>
              {from.name}
              <MoveRight aria-label="a" className="size-4 text-bosque" />
              {to.name}
            </PlainLink>
          </li>
        ))}
        <li>
          <PlainLink to={paths.corridors()} className={`${look} text-bosque underline`}>
            Todas las rutas
          </PlainLink>
        </li>
      </ul>
    </nav>
  )
}
