import { MoveRight } from 'lucide-react'
import { useNavigate } from 'react-router'
import { paths } from '#web/lib/paths.ts'
import { loadEnds } from '#web/shared/places/load-places.ts'
import { SearchCard } from '#web/shared/search/search-card.tsx'
import { DownloadLinks } from '#web/ui/download-links.tsx'
import { PlainLink } from '#web/ui/link.tsx'
import { whatItIs } from './home-content.ts'
import { HomeNow, Next, Repeats } from './home-now.tsx'

/** What Cupo is; for signed-in people, what is next for them. Then the search form. */
export function Hero() {
  const navigate = useNavigate()
  return (
    <section className="relative overflow-hidden bg-land-sky">
      {/* Drawn once the section is complete: on a slow connection the section grows while it
          loads, which would push the landscape down. */}
      <HeroLandscape />
      <HomeNow
        className="relative mx-auto grid max-w-page gap-5 px-4 pt-6 pb-24 in-data-session:gap-3
          in-data-session:pt-3 sm:gap-8 sm:px-6 sm:pt-14 sm:pb-32
          lg:grid-cols-[minmax(0,1fr)_27rem] lg:gap-x-12 in-data-session:lg:grid-rows-[auto_1fr]
          in-data-session:lg:gap-y-5 in-data-session:lg:pt-10"
      >
        <div className="max-w-xl" data-audience="out">
          <h1 className="text-3xl sm:text-4xl lg:pt-6">{whatItIs.title}</h1>
          <p className="mt-2 text-ink sm:mt-4 sm:text-xl">{whatItIs.text}</p>
          <DownloadLinks className="mt-6 hidden lg:flex" />
        </div>
        <Next />
        <div className="grid content-start gap-4 in-data-session:lg:row-span-2">
          <SearchCard
            layout="home"
            loadPlaces={loadEnds}
            onSearch={({ from, to, date, seats }) =>
              navigate(paths.search({ from: from.id, to: to.id, date, seats }))
            }
          />
          <PopularCorridors
            audience="out"
            className="rounded-card border border-line bg-surface p-3 shadow-card"
          />
        </div>
        <Repeats />
        <DownloadLinks className="in-data-session:hidden lg:hidden" />
      </HomeNow>
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
  'inline-flex min-h-11 flex-wrap items-center gap-x-1.5 rounded-control px-2.5 text-sm ' +
  'font-semibold hover:bg-bosque-soft'

type PopularCorridorsProps = { audience?: 'out'; className?: string }

/** Links to the most travelled corridors, and to the list of all. */
export function PopularCorridors({ audience, className }: PopularCorridorsProps) {
  return (
    <nav
      // Both places are in the page, each for its own audience.
      aria-label={audience ? 'Rutas frecuentes' : 'Rutas que más se viajan'}
      data-audience={audience}
      className={className}
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

const stops = [
  { x: 150, y: 352 },
  { x: 520, y: 292 },
  { x: 980, y: 352 },
]

/** Decoration: three mountain ranges and the road line that crosses them. */
function HeroLandscape() {
  return (
    <svg
      viewBox="0 0 1440 440"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
      className="pointer-events-none absolute inset-x-0 bottom-0 h-80 w-full sm:h-[28rem]
        [section:not(:has(>[data-end]))>&]:hidden"
    >
      <circle cx="1120" cy="120" r="56" className="fill-maiz" />
      <path
        className="fill-land-far"
        d="M0 250 130 150l90 70 150-150 130 130 90-60 170 150 140-170 120 110 100-80 160 120
          160-100v320H0z"
      />
      <path
        className="fill-land-mid"
        d="M0 330c120-80 230-70 360-20s210 30 330-30 250-60 380 0 240 50 370-20v180H0z"
      />
      <path className="fill-land-near" d="M0 390c180-60 380-50 600-10s420 20 840-30v90H0z" />
      <path
        className="stroke-paper"
        fill="none"
        strokeWidth="10"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="M-20 352H300l60-60h320l60 60h420l70-70h300"
      />
      <path
        className="stroke-maiz"
        fill="none"
        strokeWidth="4"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="M-20 352H300l60-60h320l60 60h420l70-70h300"
      />
      {stops.map((stop) => (
        <circle
          key={stop.x}
          cx={stop.x}
          cy={stop.y}
          r="11"
          strokeWidth="5"
          className="fill-surface stroke-bosque"
        />
      ))}
    </svg>
  )
}
