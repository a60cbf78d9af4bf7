import { useMemo, useState } from 'react'
import type { SearchResult } from '#contract/search.ts'
import { api } from '#web/lib/api.ts'
import { plural } from '#web/lib/format.ts'
import { useMapTiles } from '#web/lib/map-tiles.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRead } from '#web/lib/use-read.ts'
import { pointsOf } from '#web/shared/places/load-places.ts'
import type { ComboItem } from '#web/ui/combo-item.ts'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ResultCard } from '../result-card.tsx'
import { cardId, More, type MoreProps } from '../results-list.tsx'
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
 * Pick-up places of the results, for a phone. Pressing one lists its trips; hover or focus on a
 * trip shows its route. Heavy: import it on demand.
 */
export function ResultsMap({ query, ends, results, more }: ResultsMapProps) {
  const [placeId, setPlaceId] = useState<string | null>(null)
  const [tripId, setTripId] = useState<string | null>(null)
  const pickUps = useMemo(() => pickUpsOf(results), [results])
  const chosen = pickUps.find((pickUp) => pickUp.placeId === placeId) ?? pickUps[0]
  if (!chosen) return null
  const shown = chosen.results.find((result) => result.tripId === tripId) ?? chosen.results[0]
  return (
    <div className="grid items-start gap-4">
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

export type SideMapProps = {
  results: readonly SearchResult[]
  /** The trip of the list whose route is drawn; null: the first one. */
  tripId: string | null
}

/** Map beside the list. Pressing a place moves the focus to the first of its trips in the list. */
export function SideMap({ results, tripId }: SideMapProps) {
  const pickUps = useMemo(() => pickUpsOf(results), [results])
  const shown = results.find((result) => result.tripId === tripId) ?? results[0]
  const chosen = pickUps.find((pickUp) => pickUp.placeId === shown?.from.placeId)
  if (!chosen) return null
  const goTo = (placeId: string) => {
    const first = pickUps.find((pickUp) => pickUp.placeId === placeId)?.results[0]
    // The card's own link, after the link to the driver.
    const links = document.querySelectorAll<HTMLElement>(`#${cardId(first?.tripId ?? '')} a`)
    links[links.length - 1]?.focus()
  }
  return <Bubbles {...{ results, pickUps, chosen, shown }} onChoose={goTo} frame="h-full" />
}

type BubblesProps = {
  results: readonly SearchResult[]
  pickUps: readonly PickUp[]
  chosen: PickUp
  /** The trip whose route is drawn. */
  shown: SearchResult | undefined
  onChoose: (placeId: string) => void
  frame?: string
}

const FRAME = 'h-96 max-h-[60dvh]'

function Bubbles(props: BubblesProps) {
  const { results, pickUps, chosen, shown, onChoose, frame = FRAME } = props
  const tiles = useMapTiles(true)
  const ids = useMemo(() => placesOf(results), [results])
  const points = useRead(queryKeys.placePoints(ids), () => pointsOf(ids), {
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
  if (!data || !tiles) return <Skeleton className={`${frame} w-full`} />
  return (
    <BubbleMap
      label="Mapa de los viajes encontrados"
      bubbles={bubbles}
      ends={ends}
      chosen={chosen.placeId}
      onChoose={onChoose}
      way={way}
      tiles={tiles}
      className={frame}
    />
  )
}

const NO_WAY: readonly { lat: number; lng: number }[] = []

/** Places of the part of a trip that the passenger travels, in order. */
function useWay(result: SearchResult | undefined) {
  const tripId = result?.tripId ?? ''
  const part = { from: result?.fromStopId, to: result?.toStopId }
  const answer = useRead(
    queryKeys.trip(tripId, part),
    (signal) => api.trips.show({ params: { tripId }, query: part, signal }),
    { enabled: result !== undefined },
  )
  const corridor = answer.data?.trip.corridor
  return useMemo(() => {
    if (!corridor) return NO_WAY
    const at = (id: string | undefined) => corridor.findIndex((stop) => stop.id === id)
    return corridor.slice(at(part.from), at(part.to) + 1)
  }, [corridor, part.from, part.to])
}
