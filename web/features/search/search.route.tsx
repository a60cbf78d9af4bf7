import { HydrationBoundary } from '@tanstack/react-query'
import { Suspense, useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { titled } from '#web/lib/brand.ts'
import { timeAndDay, today } from '#web/lib/format.ts'
import { useHydrated } from '#web/lib/hydrated.ts'
import { lazyPart, quietPart } from '#web/lib/lazy-part.ts'
import { useOnline } from '#web/lib/online.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useSeed } from '#web/lib/seeded-queries.ts'
import { serverApi, serverTime } from '#web/lib/server-api.ts'
import { useRead } from '#web/lib/use-read.ts'
import { rememberedAccount } from '#web/shared/access/auth/account-memory.ts'
import { useAuth } from '#web/shared/access/auth/session.tsx'
import { placesByIds } from '#web/shared/places/load-places.ts'
import { AfterHydration } from '#web/ui/after-hydration.tsx'
import type { ComboItem } from '#web/ui/combo-item.ts'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Page } from '#web/ui/page.tsx'
import { useWide } from '#web/ui/use-wide.ts'
import type { Route } from './+types/search.route.ts'
import { keepResults, keptResults } from './kept-search.ts'
import { loadSearch } from './load-search.ts'
import { MapOnDemand } from './map/map-on-demand.tsx'
import { askedOf, type View } from './results-filter.ts'
import { type MoreProps, ResultsList } from './results-list.tsx'
import { ResultsView, useView } from './results-view.tsx'
import { SearchBar } from './search-bar.tsx'
import { DatesPlace, ResultsPlace, SearchTop, titles } from './search-places.tsx'
import { readSearch, type SearchQuery } from './search-query.ts'
import { Today } from './today.ts'
import { type Answer, matchingOf, useResults } from './use-results.ts'

// Lazy: a search with results does not need these parts at first.
const Start = quietPart(() => import('./start.tsx'), 'Start')
const NearbyDates = lazyPart(() => import('./nearby-dates.tsx'), 'NearbyDates')
const NoResults = lazyPart(() => import('./no-results.tsx'), 'NoResults')

const Connections = lazyPart(() => import('./connections.tsx'), 'Connections')
// Lazy: prerendered only, and replaced after hydration.
const BeforeSearch = quietPart(() => import('./before-search.tsx'), 'BeforeSearch')

const ShareSearch = quietPart(() => import('./share-search.tsx'), 'ShareSearch')

export function meta() {
  return [
    { title: titled('Buscar viaje') },
    {
      name: 'description',
      content: 'Viajes compartidos entre ciudades de Colombia, con el precio final por cupo.',
    },
  ]
}

/** Fetches the trips for server-side rendering. */
export function loader({ request, context }: Route.LoaderArgs) {
  return loadSearch(new URL(request.url), context.get(serverApi), context.get(serverTime))
}

/** No prefetch: on navigation inside the app, the screen fetches in the browser. */
export function clientLoader() {
  return null
}

export default function Search({ loaderData }: Route.ComponentProps) {
  // Two components, because React renders every reader of `useHydrated` again, synchronously, when
  // hydration ends. On a page with results that would render the whole list again.
  // A later search on the same page has no `loaderData`, and keeps its component.
  const [fromServer] = useState(loaderData !== null)
  return fromServer ? <SearchScreen seed={loaderData} /> : <Prerendered />
}

/** Without results from the server: the prerendered page, replaced after hydration. */
function Prerendered() {
  if (useHydrated()) return <SearchScreen seed={null} />
  return <BeforeSearch />
}

function SearchScreen({ seed }: { seed: Route.ComponentProps['loaderData'] }) {
  const [params] = useSearchParams()
  const day = seed?.day ?? today()
  const query = readSearch(params, day)
  return (
    <HydrationBoundary state={useSeed(seed?.state)}>
      <Today value={day}>
        <Page
          title={query ? titles.results : titles.start}
          width="page"
          dense={query ? 'everywhere' : false}
        >
          {query ? <Results query={query} /> : <Start unknown={unknownPlaces(params)} />}
        </Page>
      </Today>
    </HydrationBoundary>
  )
}

/** Typed places of a native form submit that the server could not resolve. */
function unknownPlaces(params: URLSearchParams): string[] {
  const written = [params.get('from') ?? '', params.get('to') ?? '']
  return written.filter((text) => text !== '' && !/^\d{5}$/.test(text))
}

function Results({ query }: { query: SearchQuery }) {
  const { view, change } = useView()
  const places = useRead(
    queryKeys.places([query.from, query.to]),
    () => placesByIds([query.from, query.to]),
    { staleTime: Number.POSITIVE_INFINITY },
  )
  const found = useResults(query, view)
  const online = useOnline()
  const owner = useOwner()
  const { fresh, kept } = useKept(query, view, { ...owner, found, ends: places.data })
  const data = kept?.answer ?? found.data
  const ends = places.data ?? kept?.ends ?? []
  // Offline, the query is paused and stays pending: show the error instead of a skeleton.
  const isRead = found.isPending && online
  useRemembered(ends, found.isSuccess && owner.mayKeep)
  return (
    <>
      <SearchTop>
        <SearchBar query={query} ends={ends} />
        {(data || isRead) && (
          <Suspense fallback={<DatesPlace />}>
            <NearbyDates query={query} answer={data} />
          </Suspense>
        )}
      </SearchTop>
      <section aria-label="Resultados" aria-busy={found.isFetching} className="min-w-0">
        {!data && isRead && <ResultsPlace />}
        {!fresh && (found.isError || (!data && !isRead)) && (
          <LoadFailed
            what="los viajes"
            error={found.error}
            onRetry={() => void found.refetch()}
            retrying={found.isFetching}
          />
        )}
        {data && (
          <div className={fresh || kept ? undefined : 'opacity-50'}>
            {fresh?.total === 0 ? (
              <Suspense fallback={<ResultsPlace />}>
                <Connections
                  {...{ query, view, total: 0 }}
                  none={<NoResults query={query} ends={ends} instead={fresh.instead} />}
                />
              </Suspense>
            ) : (
              <div className="grid gap-2 sm:gap-4">
                {kept && <KeptNote at={kept.at} {...{ isRead, online }} />}
                <ResultsView query={query} answer={data} view={view} onChange={change} />
                <Shown {...{ query, ends, view }} answer={data} more={moreOf(found, kept)} />
                <div className="min-h-11">
                  <AfterHydration>
                    <ShareSearch query={query} ends={ends} />
                  </AfterHydration>
                </div>
              </div>
            )}
          </div>
        )}
      </section>
    </>
  )
}

type Owner = { ownerId: string | null; mayKeep: boolean }

/**
 * For whom this device keeps what the screen reads, null for a visitor. Only for who opened it:
 * after a sign-out the results load again, often before the next screen has come.
 */
function useOwner(): Owner {
  const { status, user } = useAuth()
  const ownerId = user?.id ?? rememberedAccount()
  const [openedBy, setOpenedBy] = useState<string | null>()
  const isKnown = ownerId !== null || status !== 'loading'
  if (openedBy === undefined && isKnown) setOpenedBy(ownerId)
  return { ownerId, mayKeep: openedBy === ownerId }
}

type Read = Owner & { found: ReturnType<typeof useResults>; ends: readonly ComboItem[] | undefined }

/** The server's answer to this search, kept on this device, and until it comes the last one. */
function useKept(query: SearchQuery, view: View, { found, ends, ownerId, mayKeep }: Read) {
  const asked = JSON.stringify(askedOf(query, view))
  const { dataUpdatedAt } = found
  const fresh = found.isPlaceholderData ? undefined : found.data
  const kept = useMemo(
    () => (fresh ? null : keptResults(JSON.parse(asked), ownerId)),
    [fresh, asked, ownerId],
  )
  useEffect(() => {
    if (!fresh || !ends || !mayKeep) return
    const at = new Date(dataUpdatedAt).toISOString()
    keepResults(JSON.parse(asked), { ownerId, at, ends, answer: fresh })
  }, [fresh, ends, asked, ownerId, mayKeep, dataUpdatedAt])
  return { fresh, kept }
}

/** How old the results from this device are; nothing is booked before the server answered. */
function KeptNote({ at, isRead, online }: { at: string; isRead: boolean; online: boolean }) {
  const why = online ? 'porque no pudimos traer lo de ahora' : 'sin conexión'
  return (
    <p role="status" className="rounded-control bg-warn-soft px-3 py-2 text-sm">
      De las {timeAndDay(at)}, {isRead ? 'mientras llega lo de ahora' : why}. Precios y cupos pueden
      haber cambiado.
    </p>
  )
}

/** Stores the search as a recent one after its results have loaded. */
function useRemembered(ends: readonly ComboItem[], answered: boolean): void {
  const [from, to] = ends
  useEffect(() => {
    if (!answered || !from || !to) return
    // Loaded after the results. If the import fails, the search is not stored.
    import('#web/shared/search/recent-searches.ts').then(
      ({ rememberSearch }) => rememberSearch({ from, to }),
      () => undefined,
    )
  }, [answered, from, to])
}

type ShownProps = {
  query: SearchQuery
  ends: readonly ComboItem[]
  view: View
  answer: Answer
  more: MoreProps
}

/** The results as a list or a map, as the query string says; on a wide screen as both. */
function Shown({ query, ends, view, answer, more }: ShownProps) {
  const wide = useWide()
  const [tripId, setTripId] = useState<string | null>(null)
  if (view.map && !wide) {
    return <MapOnDemand query={query} ends={ends} results={answer.results} more={more} />
  }
  const byDayPart = view.sort === 'salida'
  return (
    <div className="items-start gap-6 lg:grid lg:grid-cols-2">
      <ResultsList
        {...{ query, ends, answer, byDayPart, more }}
        after={
          <Suspense key={JSON.stringify(query)} fallback={null}>
            <Connections {...{ query, view }} total={answer.total} />
          </Suspense>
        }
        onPoint={setTripId}
      />
      <section aria-label="Mapa" className="sticky top-20 hidden h-[70dvh] lg:block">
        {wide && <MapOnDemand beside results={answer.results} tripId={tripId} />}
      </section>
    </div>
  )
}

function moreOf(found: ReturnType<typeof useResults>, kept: object | null): MoreProps {
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = found
  return {
    left: !kept && data && hasNextPage ? matchingOf(data) - data.results.length : 0,
    pending: isFetchingNextPage,
    failed: isFetchNextPageError,
    onMore: () => void fetchNextPage(),
  }
}
