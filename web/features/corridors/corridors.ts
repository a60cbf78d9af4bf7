/**
 * Pages of the popular corridors, from the data of scripts/corridor-data.ts. Only code that runs
 * while prerendering imports this file; browsers get the finished page.
 */

import { groupBy } from '#web/lib/group-by.ts'
import data from './corridors.json' with { type: 'json' }

type PlaceRow = { slug: string; name: string; department: string; lat: number; lng: number }

/** A place on the corridor, with its distance and time from the start. */
export type PassedPlace = PlaceRow & { id: string; km: number; minutes: number }

export type CorridorToll = {
  name: string
  /** Toll in pesos; null while the tariff is unknown. */
  pesos: number | null
  source: string | null
  /** The toll is not paid in the opposite direction. */
  oneWay: boolean
}

export type CorridorRow = {
  from: string
  to: string
  km: number
  minutes: number
  /** Place id, kilometres and minutes from the start; includes both ends. */
  passes: [string, number, number][]
  tolls: CorridorToll[]
  /** Price of one seat in pesos when all `seats` of the file are sold. */
  seat: { recommended: number; max: number }
  cost: { fuel: number; tolls: number; total: number }
  fuel: { pesosPerGallon: number; kmPerGallon: number; source: string }
}

export type MeetingPoint = {
  name: string
  kind: 'terminal' | 'mall' | 'service_station' | 'other'
  address: string
  hours: string | null
}

export type CorridorFile = {
  /** Day of the tariffs and prices, `YYYY-MM-DD`. */
  asOf: string
  seats: number
  places: Record<string, PlaceRow>
  points: Record<string, MeetingPoint[]>
  corridors: CorridorRow[]
}

/** All data of one corridor page. */
export type Corridor = Omit<CorridorRow, 'from' | 'to' | 'passes'> & {
  asOf: string
  seats: number
  from: PassedPlace
  to: PassedPlace
  passes: PassedPlace[]
  points: { from: MeetingPoint[]; to: MeetingPoint[] }
  /** Slug of the destination of each corridor page that starts at `from`, by place id. */
  pagesFromHere: Record<string, string>
}

const file = data as unknown as CorridorFile
const slugOf = (placeId: string) => file.places[placeId]?.slug ?? ''

/** Paths of all corridor pages; the list page comes first. */
export const corridorPaths: readonly string[] = [
  '/viajes',
  ...file.corridors.map(({ from, to }) => `/viajes/${slugOf(from)}/${slugOf(to)}`),
]

/** Returns the corridor page at `/viajes/:from/:to`, if it exists. */
export function findCorridor(from: string, to: string): Corridor | undefined {
  const row = file.corridors.find((each) => slugOf(each.from) === from && slugOf(each.to) === to)
  if (!row) return undefined
  const passes = row.passes.map(([id, km, minutes]) => passed(id, km, minutes))
  const [first, last] = [passes[0], passes.at(-1)]
  if (!first || !last) return undefined
  return {
    ...row,
    asOf: file.asOf,
    seats: file.seats,
    from: first,
    to: last,
    passes,
    points: { from: file.points[row.from] ?? [], to: file.points[row.to] ?? [] },
    pagesFromHere: Object.fromEntries(
      file.corridors
        .filter((each) => each.from === row.from)
        .map((each) => [each.to, slugOf(each.to)]),
    ),
  }
}

function passed(id: string, km: number, minutes: number): PassedPlace {
  const place = file.places[id]
  if (!place) throw new Error(`corridors.json names no place ${id}`)
  return { ...place, id, km, minutes }
}

export type Departures = {
  from: { slug: string; name: string }
  to: { slug: string; name: string; km: number; minutes: number; price: number }[]
}

/** Returns all corridor pages grouped by origin, in the order of the file: largest cities first. */
export function corridorsByOrigin(): Departures[] {
  const groups = groupBy(file.corridors, (each) => each.from)
  return [...groups].map(([id, rows]) => ({
    from: { slug: slugOf(id), name: file.places[id]?.name ?? '' },
    to: rows.map(({ to, km, minutes, seat }) => ({
      slug: slugOf(to),
      name: file.places[to]?.name ?? '',
      km,
      minutes,
      price: seat.recommended,
    })),
  }))
}
