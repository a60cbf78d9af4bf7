import {
  type ClientLoaderFunctionArgs,
  isRouteErrorResponse,
  type LoaderFunctionArgs,
  type MetaArgs,
  useLoaderData,
  useNavigate,
  useRouteError,
} from 'react-router'
import { loadPlaces } from '#web/domain/places/load-places.ts'
import { SearchCard } from '#web/domain/search/search-card.tsx'
import { duration, number } from '#web/lib/format.ts'
import { breadcrumbs, canonical, describePage, questions } from '#web/lib/page-meta.ts'
import { paths } from '#web/lib/paths.ts'
import { ScreenError } from '#web/offline/screen-error.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { CorridorCost } from './corridor-cost.tsx'
import { CorridorQuestions } from './corridor-questions.tsx'
import { CorridorWay } from './corridor-way.tsx'
import { describe, questionsOf } from './corridor-words.ts'
import { findCorridor } from './corridors.ts'
import { MeetingPoints } from './meeting-points.tsx'
import { NextTrips } from './next-trips.tsx'

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
    return [{ title: 'Ruta sin página · Cupo' }, { name: 'robots', content: 'noindex' }]
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
            loadPlaces={loadPlaces}
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
