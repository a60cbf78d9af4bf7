import { lazy, useMemo, useState } from 'react'
import type { WayChoice } from '#contract/places.ts'
import { duration, km, pesos, plural, wordList } from '#web/lib/format.ts'
import { useMapTiles } from '#web/lib/map-tiles.ts'
import { MapBehindButton } from '#web/ui/map/map-on-demand.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { takeWay } from './draft-stops.ts'
import type { Draft, StepProps } from './publish-draft.ts'
import { useWays } from './use-quote.ts'

const WaysView = lazy(async () => ({
  default: (await import('#web/ui/map/ways-view.tsx')).WaysView,
}))

type RouteProps = Pick<StepProps, 'draft' | 'change'>

/** The choice of the route where there is more than one, and its map. */
export function RouteWays(props: RouteProps) {
  const { ways, chosen, asking } = useWays(props.draft)
  if (asking) return <SkeletonList rows={3} rowClass="h-20" />
  if (ways.length === 0) return null
  return <Choose {...props} ways={ways} chosen={chosen} />
}

function keyOf({ via }: Pick<WayChoice, 'via'>): string {
  return via.join() || 'fastest'
}

type ChooseProps = RouteProps & { ways: WayChoice[]; chosen: WayChoice | undefined }

function Choose({ draft, change, ways, chosen }: ChooseProps) {
  const [dropped, setDropped] = useState<string[]>([])
  const take = (key: string) => {
    const way = ways.find((each) => keyOf(each) === key)
    if (!way || way === chosen) return
    const taken = takeWay(draft.stops, way)
    setDropped(taken.dropped.map((stop) => stop.label))
    change({ stops: taken.stops, legPrices: null })
  }
  return (
    <div className="grid gap-4">
      {ways.length > 1 && <WayChoices {...{ draft, ways, chosen, dropped }} onChoose={take} />}
      <WaysMap {...{ draft, ways, chosen }} onChoose={take} />
    </div>
  )
}

type WayChoicesProps = WaysMapProps & { dropped: readonly string[] }

function WayChoices({ draft, ways, chosen, dropped, onChoose }: WayChoicesProps) {
  const shortest = Math.min(...ways.map((way) => way.distanceKm))
  return (
    <div>
      <RadioCards
        legend={`Caminos de ${draft.origin?.label} a ${draft.destination?.label}`}
        options={ways.map((way, row) => ({
          value: keyOf(way),
          title: way.label,
          detail: detailOf(way),
          aside: (
            <Mark>
              {row === 0 ? 'Más rápido' : way.distanceKm === shortest ? 'Más corto' : null}
            </Mark>
          ),
        }))}
        value={chosen ? keyOf(chosen) : null}
        onChange={onChoose}
      />
      <div role="status" className="[&>p]:mt-3">
        {!chosen && (
          <p className="text-muted">
            Tus paradas marcan otro camino. Si eliges uno de estos, quedan las que están en él.
          </p>
        )}
        {dropped.length > 0 && (
          <p className="text-muted">
            Quitamos {wordList(dropped)}: {dropped.length === 1 ? 'no queda' : 'no quedan'} en este
            camino.
          </p>
        )}
      </div>
    </div>
  )
}

function Mark({ children }: { children: string | null }) {
  if (!children) return null
  return <span className="text-sm font-semibold whitespace-nowrap text-bosque">{children}</span>
}

/** `468 km · 9 h 10 min · peajes $ 137.600`. Tolls with unknown tariffs are counted apart. */
function detailOf({ distanceKm, durationMinutes, tolls, tollTotal }: WayChoice): string {
  const unknown = tolls.filter((toll) => toll.tariff === null).length
  const known = tollTotal > 0 ? `peajes ${pesos(tollTotal)}` : 'sin peajes'
  const missing = plural(unknown, 'peaje sin tarifa', 'peajes sin tarifa')
  const parts = unknown === 0 ? [known] : tollTotal > 0 ? [known, missing] : [missing]
  // Non-breaking spaces: lines break between the parts, not inside them.
  return [km(distanceKm), duration(durationMinutes), ...parts]
    .map((part) => part.replaceAll(' ', '\u00a0'))
    .join(' · ')
}

type WaysMapProps = {
  draft: Draft
  ways: WayChoice[]
  chosen: WayChoice | undefined
  onChoose: (key: string) => void
}

function WaysMap({ draft, ways, chosen, onChoose }: WaysMapProps) {
  const [opened, setOpened] = useState(false)
  const tiles = useMapTiles(opened)
  const lines = useMemo(() => {
    const ends = [draft.origin?.id, draft.destination?.id]
    return ways.map((way) => ({
      id: keyOf(way),
      points: way.corridor.map(({ placeId, name, lat, lng }) => {
        return { name, lat, lng, named: ends.includes(placeId) || way.via.includes(placeId) }
      }),
    }))
  }, [ways, draft.origin?.id, draft.destination?.id])
  return (
    <MapBehindButton onOpen={() => setOpened(true)}>
      {tiles ? (
        <WaysView
          label="Mapa de los caminos"
          lines={lines}
          chosen={chosen ? keyOf(chosen) : null}
          onChoose={onChoose}
          tiles={tiles}
        />
      ) : null}
    </MapBehindButton>
  )
}
