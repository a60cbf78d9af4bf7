import { STOPS_BETWEEN_MAX } from '#contract/limits.ts'
import type { WayChoice } from '#contract/places.ts'
import type { DraftStop } from './publish-draft.ts'

/** The places of a way as far as their order is concerned. */
type Corridor = readonly { placeId: string }[]

/** A way of the answer, as far as the stops are concerned. */
export type Way = Pick<WayChoice, 'via' | 'pins'> & {
  corridor: readonly { placeId: string; name: string }[]
}

function seqOn(corridor: Corridor): (stop: DraftStop) => number {
  return ({ id }) => corridor.findIndex((point) => point.placeId === id)
}

function declaredOf(stops: readonly DraftStop[]): DraftStop[] {
  return stops.filter((stop) => !stop.via)
}

/** Which of the ways goes through these stops in their order; undefined when none of them does. */
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

/** The stops along a way in its order, with what pins it where none of them does. */
function along(stops: readonly DraftStop[], { corridor, via, pins }: Way): DraftStop[] {
  const pinned = stops.some((stop) => pins.includes(stop.id))
  const passed = corridor
    .filter(({ placeId }) => !pinned && via.includes(placeId))
    .map(({ placeId, name }): DraftStop => ({ id: placeId, label: name, via: true }))
  return inOrder([...stops, ...passed], corridor)
}

function inOrder(stops: readonly DraftStop[], corridor: Corridor): DraftStop[] {
  const seq = seqOn(corridor)
  return stops.toSorted((a, b) => seq(a) - seq(b))
}

/** Takes another way: stops that are not on it are left out. */
export function takeWay(
  stops: readonly DraftStop[],
  way: Way,
): { stops: DraftStop[]; dropped: DraftStop[] } {
  const on = (stop: DraftStop) => seqOn(way.corridor)(stop) >= 0
  const declared = declaredOf(stops)
  return {
    stops: along(declared.filter(on), way),
    dropped: declared.filter((stop) => !on(stop)),
  }
}

/** One more stop on the corridor that the trip has; `way` is the one chosen, when offered. */
export function addStop(
  stops: readonly DraftStop[],
  added: DraftStop,
  { corridor, way }: { corridor: Corridor; way: Way | undefined },
): DraftStop[] {
  const others = stops.filter((stop) => stop.id !== added.id)
  if (way) return along([...declaredOf(others), added], way)
  return inOrder([...others, added], corridor)
}

/** One stop less; the way stays the one that was chosen. */
export function dropStop(
  stops: readonly DraftStop[],
  id: string,
  way: Way | undefined,
): DraftStop[] {
  const others = stops.filter((stop) => stop.id !== id)
  return way ? along(declaredOf(others), way) : others
}

/** Whether another stop fits: what pins the way counts, unless the new stop pins it too. */
export function hasRoom(stops: readonly DraftStop[], added: string, way: Way | undefined): boolean {
  const counted = way?.pins.includes(added) ? declaredOf(stops) : stops
  return counted.filter((stop) => stop.id !== added).length < STOPS_BETWEEN_MAX
}

/** The stops as the server put them in order; what the draft knew of each stays with it. */
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
