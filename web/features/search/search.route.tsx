import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { api } from '#web/lib/api.ts'
import { today } from '#web/lib/format.ts'
import { useHydrated } from '#web/lib/hydrated.ts'
import { placesByIds } from '#web/lib/load-places.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Page } from '#web/ui/page.tsx'
import { BeforeSearch, DatesPlace, ResultsPlace, titles } from './before-search.tsx'
import { NearbyDates } from './nearby-dates.tsx'
import { NoResults } from './no-results.tsx'
import { ResultsList } from './results-list.tsx'
import { SearchBar } from './search-bar.tsx'
import { readSearch, type SearchQuery } from './search-query.ts'

export function meta() {
  return [
    { title: 'Buscar viaje · Cupo' },
    {
      name: 'description',
      content: 'Viajes compartidos entre ciudades de Colombia, con el precio final por cupo.',
    },
  ]
}

export default function Search() {
  const [params] = useSearchParams()
  const hydrated = useHydrated()
  if (!hydrated) return <BeforeSearch />
  const query = readSearch(params, today())
  return (
    <Page title={query ? titles.results : titles.start} width="page">
      {query ? <Results query={query} /> : <Start />}
    </Page>
  )
}

function Start() {
  return (
    <>
      <SearchBar query={null} ends={[]} />
      <EmptyState region="valle" title="¿A dónde vas?">
        Escribe de dónde sales y a dónde llegas: también verás los viajes que pasan por tu ruta.
      </EmptyState>
    </>
  )
}

function Results({ query }: { query: SearchQuery }) {
  const places = useQuery({
    queryKey: queryKeys.places([query.from, query.to]),
    queryFn: () => placesByIds([query.from, query.to]),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const found = useQuery({
    queryKey: queryKeys.search(query),
    queryFn: ({ signal }) => api.search.trips({ query, signal }),
    // The same route on another day: the old list stays, dimmed, until the new one is here.
    placeholderData: (previous, earlier) => {
      const before = earlier?.queryKey[1] as SearchQuery | undefined
      return before?.from === query.from && before.to === query.to ? previous : undefined
    },
  })
  const ends = places.data ?? []
  return (
    <>
      <SearchBar query={query} ends={ends} />
      {found.isPending && <DatesPlace />}
      {found.data && <NearbyDates query={query} answer={found.data} />}
      <section aria-label="Resultados" aria-busy={found.isFetching} className="min-w-0">
        {found.isPending && <ResultsPlace />}
        {found.isError && (
          <LoadFailed
            what="los viajes"
            error={found.error}
            onRetry={() => void found.refetch()}
            retrying={found.isFetching}
          />
        )}
        {found.data && (
          <div className={found.isPlaceholderData ? 'opacity-50' : undefined}>
            {found.data.results.length === 0 && !found.isPlaceholderData ? (
              <NoResults query={query} ends={ends} nearbyDates={found.data.nearbyDates} />
            ) : (
              <ResultsList query={query} ends={ends} results={found.data.results} />
            )}
          </div>
        )}
      </section>
    </>
  )
}
