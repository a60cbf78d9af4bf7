import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { SearchResult } from '#contract/search.ts'
import { pointsOf } from '#web/domain/places/load-places.ts'
import { api } from '#web/lib/api.ts'
import { plural } from '#web/lib/format.ts'
import { useMapTiles } from '#web/lib/map-tiles.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import type { ComboItem } from '#web/ui/combo-item.ts'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ResultCard } from '../result-card.tsx'
import { More, type MoreProps } from '../results-list.tsx'
import type { SearchQuery } from '../search-query.ts'
import { BubbleMap } from './bubble-map.tsx'
import { bubblesOf, endsOf, type PickUp, pickUpsOf, placesOf } from './pick-ups.ts'

export type ResultsMapProps = {
  query: SearchQuery
  ends: readonly ComboItem[]
  results: readonly SearchResult[]
  more: MoreProps
}

/**
 * Pick-up places of the results. Pressing one lists its trips; hover or focus on a trip shows its
 * route. Heavy: import it on demand.
 */
export function ResultsMap({ query, ends, results, more }: ResultsMapProps) {
  const [placeId, setPlaceId] = useState<string | null>(null)
  const [tripId, setTripId] = useState<string | null>(null)
  const pickUps = useMemo(() => pickUpsOf(results), [results])
  const chosen = pickUps.find((pickUp) => pickUp.placeId === placeId) ?? pickUps[0]
  if (!chosen) return null
  const shown = chosen.results.find((result) => result.tripId === tripId) ?? chosen.results[0]
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[3fr_2fr]">
      <Bubbles
        results={results}
        pickUps={pickUps}
        chosen={chosen}
        shown={shown}
        onChoose={(id) => {
          setPlaceId(id)
          setTripId(null)
        }}
      />
      <section aria-label={`Viajes desde ${chosen.name}`} className="grid gap-3">
        <h2 aria-live="polite" className="text-xl">
          Desde {chosen.name} · {plural(chosen.results.length, 'viaje', 'viajes')}
        </h2>
        <ul className="grid gap-4">
          {chosen.results.map((result) => (
            <li
              key={result.tripId}
              onPointerEnter={() => setTripId(result.tripId)}
              onFocus={() => setTripId(result.tripId)}
            >
              <ResultCard result={result} query={query} ends={ends} />
            </li>
          ))}
        </ul>
        <More {...more} />
      </section>
    </div>
  )
}

type BubblesProps = {
  results: readonly SearchResult[]
  pickUps: readonly PickUp[]
  chosen: PickUp
  /** The trip whose route is drawn. */
  shown: SearchResult | undefined
  onChoose: (placeId: string) => void
}

const FRAME = 'h-96 max-h-[60dvh] lg:sticky lg:top-20 lg:h-[70dvh] lg:max-h-none'

function Bubbles({ results, pickUps, chosen, shown, onChoose }: BubblesProps) {
  const tiles = useMapTiles(true)
  const ids = useMemo(() => placesOf(results), [results])
  const points = useQuery({
    queryKey: queryKeys.placePoints(ids),
    queryFn: () => pointsOf(ids),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const way = useWay(shown)
  const { data } = points
  const bubbles = useMemo(() => (data ? bubblesOf(pickUps, data) : []), [pickUps, data])
  const ends = useMemo(() => (data ? endsOf(results, data) : []), [results, data])
  if (!data && (points.isError || points.isPaused)) {
    return (
      <LoadFailed
        what="el mapa"
        error={points.error}
        onRetry={() => void points.refetch()}
        retrying={points.isFetching}
      />
    )
  }
  if (!data || !tiles) return <Skeleton className={`${FRAME} w-full`} />
  return (
    <BubbleMap
      label="Mapa de los viajes encontrados"
      bubbles={bubbles}
      ends={ends}
      chosen={chosen.placeId}
      onChoose={onChoose}
      way={way}
      tiles={tiles}
      className={FRAME}
    />
  )
}

const NO_WAY: readonly { lat: number; lng: number }[] = []

/** Places of the part of a trip that the passenger travels, in order. */
function useWay(result: SearchResult | undefined) {
  const tripId = result?.tripId ?? ''
  const part = { from: result?.fromStopId, to: result?.toStopId }
  const answer = useQuery({
    queryKey: queryKeys.trip(tripId, part),
    queryFn: ({ signal }) => api.trips.show({ params: { tripId }, query: part, signal }),
    enabled: result !== undefined,
  })
  const corridor = answer.data?.trip.corridor
  return useMemo(() => {
    if (!corridor) return NO_WAY
    const at = (id: string | undefined) => corridor.findIndex((stop) => stop.id === id)
    return corridor.slice(at(part.from), at(part.to) + 1)
  }, [corridor, part.from, part.to])
}
