import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { STOPS_BETWEEN_MAX } from '#contract/limits.ts'
import { api } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { duration, km, time } from '#web/lib/format.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { loadPlaces } from '#web/shared/places/load-places.ts'
import { Card } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import type { ComboItem } from '#web/ui/combo-item.ts'
import { Combobox } from '#web/ui/combobox.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { addStop, dropStop, hasRoom, orderedStops, type Way } from './draft-stops.ts'
import { type Draft, type DraftStop, departsAt, type StepProps } from './publish-draft.ts'
import { refusalOfRoute, useWay, useWays, wayQuery } from './use-quote.ts'

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
