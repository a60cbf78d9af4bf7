// Trips with one change by trying every two parts, to compare with the search in SQL.
import type { SearchFilter } from '#contract/search.ts'
import type { ChangePoint } from '#server/modules/travel/connections/connections.queries.ts'
import { addMs, bogotaDate, MINUTE_MS } from '#server/platform/clock.ts'

/** A trip as it is stored. */
export type World = {
  id: string
  placeIds: string[]
  minutes: number[]
  departsAt: Date
  declared: number[]
  seatsLeft: number[]
  instant: boolean
  wallet: boolean
  audience: boolean
  pets: boolean
  open: boolean
  /** Extra stops that the driver sells at once; null: asks each time. */
  extraMax: number | null
  /** Points that the driver chose, by position. */
  points: Record<number, string>
}[]

type Query = {
  from: string
  to: string
  since: Date
  until: Date
  seats: number
  verified: boolean
  filters: readonly SearchFilter[]
  longestMinutes: number
}

/** A part of a trip, or a whole journey. */
type Part = {
  trip: string
  leaves: Date
  arrives: Date
  minutes: number
  extraMax: number
  points: Set<string | null>
}
export type Journey = { trips: [string, string]; point: string; leaves: Date; arrives: Date }

function partsOf(world: World, from: string, to: string, query: Query, end: 'from' | 'to'): Part[] {
  return world.flatMap((trip) => {
    const [i, j] = [trip.placeIds.indexOf(from), trip.placeIds.indexOf(to)]
    if (i < 0 || j <= i) return []
    const isSold =
      trip.open &&
      trip.instant &&
      trip.wallet &&
      trip.declared.includes(i) &&
      trip.declared.includes(j) &&
      trip.seatsLeft.slice(i, j).every((left) => left >= query.seats) &&
      (!trip.audience || (query.verified && query.seats === 1)) &&
      (!query.filters.includes('pets') || trip.pets)
    const leaves = addMs(trip.departsAt, trip.minutes[i]! * MINUTE_MS)
    if (!isSold || leaves < query.since) return []
    const arrives = addMs(trip.departsAt, trip.minutes[j]! * MINUTE_MS)
    const minutes = trip.minutes[j]! - trip.minutes[i]!
    const point = trip.points[end === 'from' ? i : j] ?? null
    const extraMax = trip.extraMax ?? 0
    return [{ trip: trip.id, leaves, arrives, minutes, extraMax, points: new Set([point]) }]
  })
}

function isOpen(point: ChangePoint, from: Date, until: Date): boolean {
  if (point.always) return true
  const hour = (at: Date) =>
    addMs(at, -5 * 3_600_000)
      .toISOString()
      .slice(11, 19)
  const within = (at: Date) => hour(at) >= `${point.opens}:00` && hour(at) <= `${point.closes}:00`
  return bogotaDate(from) === bogotaDate(until) && within(from) && within(until)
}

/** All legal journeys with a change, and those of them that no other journey and no trip beats. */
export function connectionsByHand(world: World, points: readonly ChangePoint[], query: Query) {
  const onDay = ({ leaves }: Part) => leaves < query.until
  const towns = [...new Set(points.map(({ placeId }) => placeId))]
  const firsts = towns.map((town) => partsOf(world, query.from, town, query, 'to').filter(onDay))
  const seconds = towns.map((town) => partsOf(world, town, query.to, query, 'from'))
  const last = addMs(query.until, query.longestMinutes * MINUTE_MS)
  const chosen = new Set([
    ...firsts.flat().flatMap((part) => [...part.points]),
    ...seconds
      .flat()
      .filter(({ leaves }) => leaves < last)
      .flatMap((part) => [...part.points]),
  ])
  const all = towns.flatMap((town, no) => {
    const there = points.filter((it) => it.placeId === town)
    const usable = there.filter((it) => it.rank === 0 || chosen.has(it.pointId))
    return firsts[no]!.flatMap((one) =>
      seconds[no]!.flatMap((two) =>
        usable.flatMap((point): Journey[] => {
          const fits = [one, two].every(
            (part) => part.points.has(null) || part.points.has(point.pointId),
          )
          const needs = Math.max(45, 30 + Math.ceil((one.minutes * 15) / 100)) + 5 * one.extraMax
          const waits = (two.leaves.getTime() - one.arrives.getTime()) / MINUTE_MS
          const takes = (two.arrives.getTime() - one.leaves.getTime()) / MINUTE_MS
          if (!fits || waits < needs || takes > query.longestMinutes) return []
          if (!isOpen(point, one.arrives, two.leaves)) return []
          const { leaves } = one
          return [
            { trips: [one.trip, two.trip], point: point.pointId, leaves, arrives: two.arrives },
          ]
        }),
      ),
    )
  })
  const direct = partsOf(world, query.from, query.to, query, 'to').filter(onDay)
  const isBeaten = ({ leaves, arrives }: Journey) =>
    direct.some((trip) => trip.leaves >= leaves && trip.arrives <= arrives) ||
    all.some(
      (other) =>
        other.leaves >= leaves &&
        other.arrives <= arrives &&
        (other.leaves > leaves || other.arrives < arrives),
    )
  const times = all.filter((journey) => !isBeaten(journey)).map(timesOf)
  return { all, front: [...new Set(times)].sort().reverse() }
}

/** Departure and arrival, in an order of text. */
export const timesOf = ({ leaves, arrives }: Journey) =>
  `${leaves.toISOString()} ${arrives.toISOString()}`
