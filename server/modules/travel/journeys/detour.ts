import { greatCircleKm } from '#server/modules/roads/places/index.ts'
import type { Point } from './order-meetings.ts'

/**
 * Kilometres of road per kilometre in a straight line. Published circuity of city street networks
 * is between 1.2 and 1.5; docs/decisions/0033.
 */
const ROAD_FACTOR = 1.4
/** Average speed in and out of a town with traffic lights, km/h. */
const TOWN_KMH = 25

export type Detour = { km: number; minutes: number }

const NO_DETOUR: Detour = { km: 0, minutes: 0 }

/**
 * Computes how much longer the route from `before` to `after`, which are missing at an end of the
 * trip, is past the meeting points than past the place itself. Never negative.
 */
export function detourAt(stop: {
  before: Point | undefined
  place: Point
  meetings: readonly Point[]
  after: Point | undefined
}): Detour {
  const { before, place, meetings, after } = stop
  if (meetings.length === 0) return NO_DETOUR
  const ends = (middle: readonly Point[]) => [before, ...middle, after].filter((each) => !!each)
  const straight = lengthOf(ends(meetings)) - lengthOf(ends([place]))
  const km = Math.max(0, straight) * ROAD_FACTOR
  return { km: Math.round(km * 10) / 10, minutes: Math.round((km / TOWN_KMH) * 60) }
}

/** Adds up the detours of a trip. */
export function totalDetour(detours: readonly Detour[]): Detour {
  const km = detours.reduce((sum, detour) => sum + detour.km, 0)
  const minutes = detours.reduce((sum, detour) => sum + detour.minutes, 0)
  return { km: Math.round(km * 10) / 10, minutes }
}

function lengthOf(points: readonly Point[]): number {
  return points
    .slice(1)
    .reduce((km, point, row) => km + greatCircleKm(points[row] ?? point, point), 0)
}
