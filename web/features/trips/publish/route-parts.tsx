import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { STOPS_BETWEEN_MAX } from '#contract/limits.ts'
import type { WayChoice } from '#contract/places.ts'
import { api } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { duration, km, pesos, plural, time, wordList } from '#web/lib/format.ts'
import { lazyPart } from '#web/lib/lazy-part.ts'
import { useMapTiles } from '#web/lib/map-tiles.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { loadPlaces } from '#web/shared/places/load-places.ts'
import { type ChosenPoint, PlacePoints } from '#web/shared/places/safe-points/place-points.tsx'
import { Card } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import type { ComboItem } from '#web/ui/combo-item.ts'
import { Combobox } from '#web/ui/combobox.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { MapBehindButton } from '#web/ui/map/map-on-demand.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { addStop, dropStop, hasRoom, orderedStops, takeWay, type Way } from './draft-stops.ts'
import { type Draft, type DraftStop, departsAt, placesOf, type StepProps } from './publish-draft.ts'
import { refusalOfRoute, useWay, useWays, wayQuery } from './use-quote.ts'

/** What follows from origin and destination: route with its map, stops and meeting points. */
export function RouteParts(props: Omit<StepProps, 'onNext'>) {
  return (
    <>
      <RouteWays {...props} />
      <RouteStops {...props} />
      <RoutePoints {...props} />
    </>
  )
}

/** The meeting point in each place: that of the last trip, else to be agreed; each can change. */
function RoutePoints({ draft, change }: Pick<StepProps, 'draft' | 'change'>) {
  const choose = (placeId: string, point: ChosenPoint) => {
    const { [placeId]: _before, ...others } = draft.points
    change({ points: point ? { ...others, [placeId]: point } : others })
  }
  return (
    <Card className="grid gap-1">
      <h3 className="text-lg">¿En qué punto se encuentran?</h3>
      <p className="text-sm text-muted">
        Un punto seguro es un lugar público y conocido. Tus pasajeros lo ven antes de reservar.
      </p>
      <div className="grid divide-y divide-line">
        {placesOf(draft).map((place) => (
          <PlacePoints
            key={place.id}
            place={place}
            chosen={draft.points[place.id] ?? null}
            onChoose={(point) => choose(place.id, point)}
          />
        ))}
      </div>
    </Card>
  )
}

const WaysView = lazyPart(() => import('#web/ui/map/ways-view.tsx'), 'WaysView')

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

/** A row with a checkbox: a stop of the draft, or a suggested place. */
type Row = { stop: DraftStop; chosen: boolean; km?: number; minutes?: number }

type WholeWay = NonNullable<ReturnType<typeof useWay>['data']>

/** Rows in route order: stops of the draft, suggestions, and stops that were just unchecked. */
function rowsOf({ stops }: Draft, way: WholeWay | undefined, shown: ReadonlySet<string>): Row[] {
  const declared = stops.filter((stop) => !stop.via)
  if (!way) return declared.map((stop) => ({ stop, chosen: true }))
  const listed = new Set([...way.suggested, ...shown])
  return way.corridor.slice(1, -1).flatMap(({ placeId, name, km: at, minutes }): Row[] => {
    const stop = declared.find((each) => each.id === placeId)
    if (!stop && !listed.has(placeId)) return []
    const place = stop ?? { id: placeId, label: name }
    return [{ stop: place, chosen: stop !== undefined, km: at, minutes }]
  })
}

/** Where people may get on and off: places of the route as checkboxes, any other by its name. */
export function RouteStops({ draft, change, problems }: Omit<StepProps, 'onNext'>) {
  const answer = useWay(draft)
  const { chosen } = useWays(draft)
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set())
  const setStops = (stops: DraftStop[]) => change({ stops, legPrices: null })
  const unread = answer.isPending && answer.fetchStatus === 'paused'
  if (answer.isPending && !unread) return <SkeletonList rows={4} rowClass="h-14" />
  const refused = refusalOfRoute(answer.error)
  const way = refused ? undefined : answer.data
  const rows = rowsOf(draft, way, shown)
  const toggle = ({ stop }: Row, on: boolean) => {
    setShown(new Set([...shown, stop.id]))
    const given = { corridor: way?.corridor ?? [], way: chosen }
    setStops(on ? addStop(draft.stops, stop, given) : dropStop(draft.stops, stop.id, chosen))
  }
  const full = rows.some((row) => !row.chosen && !hasRoom(draft.stops, row.stop.id, chosen))
  return (
    <>
      {(unread || (answer.isError && !refused)) && (
        <LoadFailed
          what="los lugares de tu camino"
          error={answer.error}
          onRetry={() => void answer.refetch()}
          retrying={answer.isFetching}
        />
      )}
      <Card className="grid gap-4">
        <h3 className="text-lg">¿Dónde puedes recoger o dejar?</h3>
        {rows.length > 0 && (
          <fieldset>
            <legend className="mb-2 font-semibold">
              Por donde pasas de {draft.origin?.label} a {draft.destination?.label}
            </legend>
            <div className="grid gap-x-6 sm:grid-cols-2">
              {rows.map((row) => (
                <Checkbox
                  key={row.stop.id}
                  label={<span className="font-semibold">{row.stop.label}</span>}
                  hint={whereOf(row, draft)}
                  checked={row.chosen}
                  disabled={!row.chosen && !hasRoom(draft.stops, row.stop.id, chosen)}
                  onChange={(event) => toggle(row, event.target.checked)}
                />
              ))}
            </div>
          </fieldset>
        )}
        {full && <p className="text-sm text-muted">Ya tienes el máximo de paradas.</p>}
        <FieldError>{refused ?? problems.stops}</FieldError>
        <AddStop {...{ draft, setStops, chosen }} corridor={way?.corridor ?? []} />
      </Card>
      <p className="text-sm text-muted">
        Elige hasta {STOPS_BETWEEN_MAX}, o ninguna. Con paradas vendes el mismo puesto por tramos:
        quien baja en una lo deja libre para quien sube ahí.
      </p>
      <div role="status">
        {way && (
          <p className="text-muted">
            Tu camino: {km(way.distanceKm)} y {duration(way.durationMinutes)}.
          </p>
        )}
      </div>
    </>
  )
}

/** `141 km · 9:03 a. m.`; without a departure time, the duration since the start. */
function whereOf({ km: at, minutes }: Row, draft: Draft): string | undefined {
  if (at === undefined || minutes === undefined) return undefined
  const moment = departsAt(draft)
  const when = moment
    ? time(Date.parse(moment) + minutes * 60_000)
    : `${duration(minutes)} de camino`
  return `${km(at)} · ${when}`
}

type AddStopProps = {
  draft: Draft
  setStops: (stops: DraftStop[]) => void
  corridor: readonly { placeId: string }[]
  chosen: Way | undefined
}

type Told = { error?: string; text?: string }

/** Adds any place by its name, at the position where it fits; it can be off the route. */
function AddStop({ draft, setStops, corridor, chosen }: AddStopProps) {
  const client = useQueryClient()
  const [told, setTold] = useState<Told>({})
  const add = async (stop: ComboItem): Promise<Told> => {
    const problem = problemOf(draft, stop, chosen)
    if (problem) return { error: problem }
    if (corridor.some((point) => point.placeId === stop.id)) {
      setStops(addStop(draft.stops, stop, { corridor, way: chosen }))
      return { text: `Agregamos ${stop.label}.` }
    }
    const query = wayQuery(draft, stop.id)
    const way = await client.fetchQuery({
      queryKey: queryKeys.way(query),
      queryFn: ({ signal }) => api.places.way({ query, signal }),
    })
    setStops(orderedStops([...draft.stops, stop], way.stops))
    return { text: `Agregamos ${stop.label}: tu camino ahora pasa por ahí.` }
  }
  const choose = (stop: ComboItem | null) => {
    if (!stop) return setTold({})
    setTold({ text: `Buscando dónde queda ${stop.label}…` })
    add(stop).then(setTold, (error: unknown) => setTold({ error: messageOf(error) }))
  }
  return (
    <>
      <Combobox
        label="Otra parada"
        placeholder="Busca otra ciudad"
        loadItems={loadPlaces}
        value={null}
        onChange={choose}
        error={told.error}
      />
      <p role="status" className="text-sm text-muted empty:hidden">
        {told.text}
      </p>
    </>
  )
}

function problemOf(draft: Draft, stop: ComboItem, chosen: Way | undefined): string | undefined {
  const { origin, destination, stops } = draft
  const declared = [origin, destination, ...stops.filter((each) => !each.via)]
  if (declared.some((each) => each?.id === stop.id)) return 'Ese lugar ya está en tu ruta.'
  return hasRoom(stops, stop.id, chosen) ? undefined : 'Ya tienes el máximo de paradas.'
}
