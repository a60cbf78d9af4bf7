import type { z } from 'zod'
import { CONNECTIONS_MAX, type Connection, type connections } from '#contract/connections.ts'
import {
  changeHours,
  placesByIds,
  type TownBetween,
  townsBetween,
} from '#server/modules/roads/places/index.ts'
import {
  dayOf,
  isNear,
  presentPart,
  rememberedDriverCards,
} from '#server/modules/travel/search/index.ts'
import { presentStopPoint } from '#server/modules/travel/trips/index.ts'
import { addMs, MINUTE_MS, startOfBogotaDate } from '#server/platform/clock.ts'
import type { ReadDeps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import {
  type ChangePoint,
  type ConnectionRow,
  type ListWish,
  listConnections,
} from './connections.queries.ts'

export type ConnectionQuery = z.output<typeof connections.find.query> & {
  /** Only departures of the first car from and before these minutes of the day. */
  minutes?: readonly [number, number]
  /** Leaves out cars of which one seat costs more pesos. */
  maxPrice?: number | null
  /** Only what a list may buy. */
  list?: ListWish
}

/** A journey may take this much longer than the fastest way, and then these minutes. */
const SLOWER = 1.3
const SLACK_MINUTES = 240

/**
 * Finds trips with one change of car for a Bogotá date, the latest departure first. Both parts can
 * be booked at once by this viewer and are paid from the wallet; the change is at a vetted point
 * that is open from the arrival to the departure. Errors: `place_not_found`, `route_stops_invalid`.
 */
export async function findConnections(
  deps: ReadDeps,
  viewer: ActorId | null,
  query: ConnectionQuery,
): Promise<{ connections: Connection[] }> {
  const { from, to, date, seats = 1, filters = [], minutes, maxPrice = null, list } = query
  if (from === to) throw new AppError('route_stops_invalid')
  if ((await placesByIds(deps, [from, to])).length < 2) throw new AppError('place_not_found')
  const now = deps.clock.now()
  // Both cars are paid from the wallet; who wants to pay in cash finds none.
  if (!isNear(date, now) || filters.includes('directo')) return { connections: [] }
  const way = await townsBetween(deps, { from, to })
  const points = (way?.towns ?? []).flatMap(changePointsOf)
  if (!way || points.length === 0) return { connections: [] }
  const day = windowOf(date, now, minutes)
  const longestMinutes = Math.round(SLOWER * way.minutes) + SLACK_MINUTES
  const rows = await listConnections(deps.db, {
    ...day,
    ...{ from, to, seats, now, filters, points, maxPrice, list },
    viewerId: viewer?.userId ?? null,
    longestMinutes,
    latest: addMs(day.until, longestMinutes * MINUTE_MS),
    limit: CONNECTIONS_MAX,
  })
  return { connections: await present(deps, query, rows, way.towns) }
}

function windowOf(date: string, now: Date, minutes: readonly [number, number] = [0, 1440]) {
  const start = startOfBogotaDate(date)
  const [from, until] = minutes
  const since = Math.max(dayOf(date, now).since.getTime(), addMs(start, from * MINUTE_MS).getTime())
  return { since: new Date(since), until: addMs(start, until * MINUTE_MS) }
}

/** The points of a town where people may change cars. */
export function changePointsOf({ place, points }: TownBetween): ChangePoint[] {
  const open = points.flatMap((point) => {
    const hours = changeHours(point)
    if (!hours) return []
    const always = hours === 'always'
    const day = always ? { opens: '00:00', closes: '24:00' } : hours
    return [{ pointId: point.id, placeId: place.id, ...day, always }]
  })
  // A terminal that never closes serves at any hour.
  open.sort((a, b) => Number(b.always) - Number(a.always))
  return open.map((point, rank) => ({ ...point, rank }))
}

async function present(
  deps: ReadDeps,
  query: ConnectionQuery,
  rows: readonly ConnectionRow[],
  towns: readonly TownBetween[],
): Promise<Connection[]> {
  const driverIds = rows.map((row) => row.driver_id)
  const drivers = await rememberedDriverCards(deps, driverIds)
  const ends = await placesByIds(deps, [query.from, query.to])
  const known = [...ends, ...towns.map(({ place }) => place)]
  const places = new Map(known.map(({ id, name }) => [id, { placeId: id, name }]))
  const points = new Map(towns.flatMap((town) => town.points).map((point) => [point.id, point]))
  const shown = (row: ConnectionRow, [fromId, toId]: [string, string]) => {
    const { awayKm: _none, ...part } = presentPart(row)
    const [from, to, driver] = [places.get(fromId), places.get(toId), drivers.get(row.driver_id)]
    assert(from && to && driver, 'a part without its places or its driver')
    return { ...part, from, to, driver }
  }
  return rows.flatMap((row, no) => {
    const next = rows[no + 1]
    if (no % 2 === 1 || !next) return []
    const [town, point] = [row.place_id, points.get(row.point_id)]
    assert(point, 'a change at an unknown point')
    const [one, two] = [shown(row, [query.from, town]), shown(next, [town, query.to])]
    const changeMinutes = (Date.parse(two.departsAt) - Date.parse(one.arrivesAt)) / MINUTE_MS
    return {
      parts: [one, two],
      changeAt: { ...one.to, point: presentStopPoint(point) },
      changeMinutes,
      slack: changeMinutes >= 2 * row.needs ? 'ample' : 'normal',
      departsAt: one.departsAt,
      arrivesAt: two.arrivesAt,
      price: one.price + two.price,
    }
  })
}
