import { CalendarDays } from 'lucide-react'
import {
  type ClientLoaderFunctionArgs,
  isRouteErrorResponse,
  type LoaderFunctionArgs,
  type MetaArgs,
  useLoaderData,
  useNavigate,
  useRouteError,
} from 'react-router'
import { titled } from '#web/lib/brand.ts'
import { duration, number } from '#web/lib/format.ts'
import { breadcrumbs, canonical, describePage, questions } from '#web/lib/page-meta.ts'
import { paths } from '#web/lib/paths.ts'
import { ScreenError } from '#web/offline/screen-error.tsx'
import { loadEnds } from '#web/shared/places/load-places.ts'
import { kindWords } from '#web/shared/places/safe-points/safe-point-kinds.ts'
import { SearchCard } from '#web/shared/search/search-card.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink, Link, PlainLink } from '#web/ui/link.tsx'
import { RouteDrawing } from '#web/ui/map/route-drawing.tsx'
import { Page } from '#web/ui/page.tsx'
import { CorridorCost } from './corridor-cost.tsx'
import { describe, questionsOf } from './corridor-words.ts'
import { type Corridor, findCorridor, type MeetingPoint, type PassedPlace } from './corridors.ts'

export const handle = { content: true }

/** Runs while prerendering; an address without a page has no data either. */
export function loader({ params: { from = '', to = '' } }: LoaderFunctionArgs) {
  const corridor = findCorridor(from, to)
  if (!corridor) throw new Response(null, { status: 404 })
  return corridor
}

/**
 * An address that was not prerendered gets the empty app shell. Fetching the loader's data tells a
 * page that does not exist (404) from a network error.
 */
export function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  return serverLoader<typeof loader>()
}
clientLoader.hydrate = true as const

export function meta({ loaderData: corridor }: MetaArgs<typeof loader>) {
  if (!corridor)
    return [{ title: titled('Ruta sin página') }, { name: 'robots', content: 'noindex' }]
  const page = describe(corridor)
  return describePage(
    page,
    {
      '@type': 'WebPage',
      name: page.title,
      description: page.description,
      url: canonical(page.path),
      inLanguage: 'es-CO',
      dateModified: corridor.asOf,
    },
    ...breadcrumbs({ path: paths.corridors(), name: 'Rutas' }, page),
    questions(questionsOf(corridor)),
  )
}

/** Page about travelling between two cities: the search first, then the cost and its reasons. */
export default function CorridorPage() {
  const corridor = useLoaderData<typeof loader>()
  const navigate = useNavigate()
  const { from, to, km, minutes } = corridor
  return (
    <Page
      width="page"
      title={`Viajes compartidos de ${from.name} a ${to.name}`}
      lead={`${number(km)} km y unas ${duration(minutes)} manejando, sin contar paradas.`}
      back={{ to: paths.corridors(), label: 'Todas las rutas' }}
    >
      <div
        className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-rows-[auto_1fr]
          lg:grid-cols-[minmax(0,1fr)_27rem]"
      >
        <div className="grid gap-6 lg:col-start-2">
          <SearchCard
            loadPlaces={loadEnds}
            initial={{ from: itemOf(from), to: itemOf(to) }}
            onSearch={(search) =>
              navigate(paths.search({ ...search, from: search.from.id, to: search.to.id }))
            }
          />
          <NextTrips from={from.id} to={to.id} />
        </div>
        <div
          className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:col-start-1 lg:row-span-2
            lg:row-start-1"
        >
          <CorridorCost corridor={corridor} />
          <CorridorWay corridor={corridor} />
        </div>
        <MeetingPoints corridor={corridor} />
      </div>
      <CorridorQuestions corridor={corridor} />
    </Page>
  )
}

const itemOf = ({ id, name, department }: { id: string; name: string; department: string }) => ({
  id,
  label: name,
  detail: department,
})

/** Error page. Offline it is unknown whether the page exists. */
export function ErrorBoundary() {
  const error = useRouteError()
  const isUnknown = isRouteErrorResponse(error) && error.status === 404
  return isUnknown ? <NoPage /> : <ScreenError />
}

/** Shown for two cities without a corridor page, which are most pairs of the country. */
function NoPage() {
  return (
    <Page title="Esta ruta no tiene página">
      <EmptyState
        region="llano"
        title="Pero puede que sí tenga viajes"
        action={
          <>
            <ButtonLink to={paths.search()}>Buscar viaje</ButtonLink>
            <ButtonLink to={paths.corridors()} variant="secondary">
              Ver las rutas
            </ButtonLink>
          </>
        }
      >
        Solo hacemos página de las rutas más viajadas. Busca entre cualquier par de municipios de la
        red.
      </EmptyState>
    </Page>
  )
}

/** Frequent questions about the corridor, and links to related pages. */
function CorridorQuestions({ corridor }: { corridor: Corridor }) {
  const { from, to } = corridor
  return (
    <section aria-labelledby="preguntas-titulo">
      <h2 id="preguntas-titulo" className="text-2xl">
        Preguntas de esta ruta
      </h2>
      <dl className="mt-4 grid gap-x-10 gap-y-5 lg:grid-cols-2">
        {questionsOf(corridor).map(({ question, answer }) => (
          <div key={question}>
            <dt className="font-semibold">{question}</dt>
            <dd className="mt-1 text-muted">{answer}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-6 flex flex-wrap gap-x-6 gap-y-2">
        <Link to={paths.corridor(to.slug, from.slug)}>
          De {to.name} a {from.name}
        </Link>
        <Link to={paths.publish({ from: from.id, to: to.id })}>
          ¿Vas en tu carro? Publica este viaje
        </Link>
        <Link to={paths.terms()}>Reglas de cancelación</Link>
      </p>
      <OnYourPage from={from} to={to} />
    </section>
  )
}

/** The line that shows the day's trips on somebody else's page; it works without our scripts. */
function OnYourPage({ from, to }: Pick<Corridor, 'from' | 'to'>) {
  const address = canonical(`/widget?from=${from.id}&to=${to.id}`)
  const title = `Viajes de ${from.name} a ${to.name}`
  return (
    <details className="mt-6 border-t border-line pt-2">
      <summary className="min-h-11 cursor-pointer py-2 font-semibold text-bosque">
        Muestra estos viajes en tu página
      </summary>
      <label className="grid gap-1">
        Copia este código en la página de tu evento, empresa o universidad. No usa cookies ni
        programas. Con &amp;date=2026-12-24 muestra ese día.
        <textarea
          readOnly
          translate="no"
          rows={4}
          className="control w-full font-mono text-sm"
          value={`<iframe src="${address}" title="${title}" width="100%" height="420"></iframe>`}
        />
      </label>
    </details>
  )
}

/** Link to today's trips; web/enhance/next-trips.ts replaces it by one link per day. */
function NextTrips({ from, to }: { from: string; to: string }) {
  return (
    <nav
      aria-label="Próximos viajes"
      data-next-trips=""
      data-from={from}
      data-to={to}
      className="rounded-card border border-line bg-surface p-3 shadow-card"
    >
      <p className="px-2.5 pt-1 font-semibold">
        <CalendarDays className="mr-2 inline size-5 text-bosque" />
        Próximos viajes
      </p>
      <ul className="mt-1 grid">
        <li>
          <PlainLink
            to={paths.search({ from, to })}
            className="flex min-h-11 items-center justify-between gap-3 rounded-control px-2.5
              font-semibold text-bosque hover:bg-bosque-soft"
          >
            Ver viajes de hoy
          </PlainLink>
        </li>
      </ul>
      <p role="status" className="px-2.5 text-sm text-muted empty:hidden" />
    </nav>
  )
}

/** Meeting points at both ends of the corridor. */
function MeetingPoints({ corridor: { from, to, points } }: { corridor: Corridor }) {
  return (
    <div className="grid gap-6 lg:col-start-2">
      <PointsOf place={from} points={points.from} title={`Dónde salir en ${from.name}`} />
      <PointsOf place={to} points={points.to} title={`Dónde llegar en ${to.name}`} />
    </div>
  )
}

type PointsOfProps = { place: PassedPlace; points: readonly MeetingPoint[]; title: string }

function PointsOf({ place, points, title }: PointsOfProps) {
  return (
    <CardSection title={title}>
      {points.length === 0 ? (
        <p className="text-muted">Todavía no hay puntos verificados en {place.name}.</p>
      ) : (
        <ul className="grid gap-3">
          {points.map((point) => (
            <li key={point.name}>
              <span className="font-semibold">{point.name}</span>
              <span className="block text-sm text-muted">
                {[kindWords[point.kind], point.address, point.hours].filter(Boolean).join(' · ')}
              </span>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-4">
        <Link to={paths.safePoints(place.id)}>Puntos seguros de {place.name}</Link>
      </p>
    </CardSection>
  )
}

/** The route as a drawing, and every place where a passenger can get on or off. */
function CorridorWay({ corridor }: { corridor: Corridor }) {
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
