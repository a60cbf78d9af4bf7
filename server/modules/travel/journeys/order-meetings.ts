import { greatCircleKm } from '#server/modules/roads/places/index.ts'

export type Point = { lat: number; lng: number }

/** A point where people get on or off. */
export type Meeting = Point & {
  id: string
  /** Position of the place on the corridor, because the order of places is kept. */
  rank: number
  /** Ids of meetings that must come earlier, because nobody gets off before getting on. */
  after?: readonly string[]
}

/** Limit of meetings per place, because the time of the search grows exponentially with it. */
export const MEETINGS_PER_PLACE_MAX = 10

/** A partial route that ends at one meeting. */
type Way = { order: readonly Meeting[]; km: number }

/**
 * Finds the shortest route past all meetings, in straight lines, that keeps the order of the
 * corridor and the given precedences. The result is exact: dynamic programming over the subsets of
 * each place (Held and Karp). Among routes of equal length it takes the one in the given order.
 * Undefined when the precedences contradict each other or the corridor.
 */
export function orderMeetings(meetings: readonly Meeting[]): Way | undefined {
  const places = Map.groupBy(meetings, (meeting) => meeting.rank)
  let ways: readonly Way[] = [{ order: [], km: 0 }]
  for (const rank of [...places.keys()].sort((a, b) => a - b)) {
    ways = throughPlace(ways, places.get(rank) ?? [])
  }
  return shortest(ways)
}

/** Extends the routes by a place; returns the shortest for each last meeting of the place. */
function throughPlace(before: readonly Way[], here: readonly Meeting[]): Way[] {
  if (here.length > MEETINGS_PER_PLACE_MAX) throw new RangeError('too many meetings in a place')
  const all = (1 << here.length) - 1
  // Keyed by the set of visited meetings, then by the last meeting.
  const best = new Map<number, (Way | undefined)[]>([[0, []]])
  for (let visited = 1; visited <= all; visited += 1) {
    const ending = here.map((last, row) => {
      const bit = 1 << row
      if ((visited & bit) === 0) return undefined
      const rest = visited & ~bit
      const from = rest === 0 ? before : (best.get(rest) ?? [])
      return shortest(from.map((way) => extended(way, last)))
    })
    best.set(visited, ending)
  }
  return (best.get(all) ?? []).filter((way) => way !== undefined)
}

function extended(way: Way | undefined, next: Meeting): Way | undefined {
  if (!way) return undefined
  const been = new Set(way.order.map((meeting) => meeting.id))
  if (next.after?.some((id) => !been.has(id))) return undefined
  const last = way.order.at(-1)
  const km = way.km + (last ? greatCircleKm(last, next) : 0)
  return { order: [...way.order, next], km }
}

function shortest(ways: readonly (Way | undefined)[]): Way | undefined {
  let best: Way | undefined
  for (const way of ways) if (way && (!best || way.km < best.km)) best = way
  return best
}
