import { STOPS_BETWEEN_MAX } from '#contract/limits.ts'
import type { WayChoice } from '#contract/places.ts'
import type { DraftStop } from './publish-draft.ts'

/** Places that a route passes, in order. */
type Corridor = readonly { placeId: string }[]

/** The fields of an offered route that matter for the stops. */
export type Way = Pick<WayChoice, 'via' | 'pins'> & {
  corridor: readonly { placeId: string; name: string }[]
}

function seqOn(corridor: Corridor): (stop: DraftStop) => number {
  return ({ id }) => corridor.findIndex((point) => point.placeId === id)
}

function declaredOf(stops: readonly DraftStop[]): DraftStop[] {
  return stops.filter((stop) => !stop.via)
}

/** The offered route that passes these stops in their order; undefined when there is none. */
export function wayOf<W extends Way>(
  stops: readonly DraftStop[],
  ways: readonly W[],
): W | undefined {
  return ways.find(({ corridor, pins, via }) => {
    const seqs = stops.map(seqOn(corridor))
    const inOrder = seqs.every((seq, row) => seq > (seqs[row - 1] ?? 0))
    return inOrder && (via.length === 0 || stops.some((stop) => pins.includes(stop.id)))
  })
}

/** Sorts the stops in route order. If none of them pins the route, adds its `via` places. */
function along(stops: readonly DraftStop[], { corridor, via, pins }: Way): DraftStop[] {
  const pinned = stops.some((stop) => pins.includes(stop.id))
  const passed = corridor
    .filter(({ placeId }) => !pinned && via.includes(placeId))
    .map(({ placeId, name }): DraftStop => ({ id: placeId, label: name, via: true }))
  return inOrder([...stops, ...passed], corridor)
}

function inOrder(stops: readonly DraftStop[], corridor: Corridor): DraftStop[] {
  const seq = seqOn(corridor)
  return [...stops].sort((a, b) => seq(a) - seq(b))
}

/** Chooses another route: stops that are not on it are dropped. */
export function takeWay(
  stops: readonly DraftStop[],
  way: Way,
): { stops: DraftStop[]; dropped: DraftStop[] } {
  const on = (stop: DraftStop) => seqOn(way.corridor)(stop) >= 0
  const declared = declaredOf(stops)
  return { stops: along(declared.filter(on), way), dropped: declared.filter((stop) => !on(stop)) }
}

/** Adds a stop on the trip's corridor; `way` is the chosen route, if it is an offered one. */
export function addStop(
  stops: readonly DraftStop[],
  added: DraftStop,
  { corridor, way }: { corridor: Corridor; way: Way | undefined },
): DraftStop[] {
  const others = stops.filter((stop) => stop.id !== added.id)
  if (way) return along([...declaredOf(others), added], way)
  return inOrder([...others, added], corridor)
}

/** Removes a stop; the chosen route stays. */
export function dropStop(
  stops: readonly DraftStop[],
  id: string,
  way: Way | undefined,
): DraftStop[] {
  const others = stops.filter((stop) => stop.id !== id)
  return way ? along(declaredOf(others), way) : others
}

/** Is there room for a stop? `via` places count, unless the new stop pins the route itself. */
export function hasRoom(stops: readonly DraftStop[], added: string, way: Way | undefined): boolean {
  const counted = way?.pins.includes(added) ? declaredOf(stops) : stops
  return counted.filter((stop) => stop.id !== added).length < STOPS_BETWEEN_MAX
}

/** Stops in the order of the server, with the data that the draft has about each. */
export function orderedStops(
  known: readonly DraftStop[],
  ordered: readonly { placeId: string; via: boolean }[],
): DraftStop[] {
  return ordered.slice(1, -1).flatMap(({ placeId, via }) => {
    const stop = known.find((each) => each.id === placeId)
    if (!stop) return []
    const { via: _before, ...rest } = stop
    return via ? { ...rest, via } : rest
  })
}
