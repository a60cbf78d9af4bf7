import { RESCUE_AFTER_HOURS, RESCUE_BEFORE_HOURS } from '#contract/connections-rescues.ts'
import { findConnectionRefusal, isApart } from '#server/modules/travel/bookings/index.ts'
import {
  type Lost,
  listAlternatives,
  listSameHands,
  presentPart,
} from '#server/modules/travel/search/index.ts'
import { findTripsFacts, seqOf } from '#server/modules/travel/trips/index.ts'
import { addMs, bogotaDate, HOUR_MS, later, MINUTE_MS } from '#server/platform/clock.ts'
import type { ReadDeps } from '#server/platform/deps.ts'
import { assert } from '#server/platform/errors.ts'
import { neededChangeMinutes } from '../change-minutes.ts'
import { findConnections } from '../find-connections.ts'
import { ASK_LAST_MINUTES, type Car, type OfferedPart } from './rescue.ts'
import { type Failed, isFree } from './rescues.queries.ts'

/** Minutes to get to another car; who is already on the way waits at its stop. */
const READY_MINUTES = 30
const ON_THE_WAY_MINUTES = 15

/** Cars that are offered, and tried when the seats of the best are gone. */
const CARS = 6
/** Cars whose drivers can be asked; some of them drive now, or were asked twice today. */
const ASKABLE = 12

/**
 * Finds the journeys that a passenger can book at once after a driver failed, the best first:
 * with one car, else with a change. Those with a note come last and are only shown.
 */
export async function findCars(deps: ReadDeps, failed: Failed): Promise<Car[]> {
  const lost = lostOf(failed, deps.clock.now())
  const direct = (await findDirect(deps, lost, CARS)).map(({ car }) => car)
  const best = direct.filter(({ note }) => note === null)
  const pairs = best.length < 3 ? await findPairs(deps, lost) : []
  return [...best, ...pairs, ...direct.filter(({ note }) => note !== null)]
}

/** A car of one part, with its driver. */
export type Direct = { driverId: string; part: OfferedPart; car: Car }

/**
 * Finds cars that need an answer of their driver, the best first. They pick up 45 minutes or more
 * after asking ends. With `onlyTrip` this trip alone is tried, however many are better.
 */
export async function findAskable(
  deps: ReadDeps,
  failed: Failed,
  ends: Date,
  onlyTrip?: string,
): Promise<Direct[]> {
  const lost = lostOf(failed, deps.clock.now())
  const ahead = addMs(ends, ASK_LAST_MINUTES * MINUTE_MS)
  const since = later(ahead, lost.since)
  const found = await findDirect(deps, { ...lost, since, needsAnswer: true, onlyTrip }, ASKABLE)
  return found.filter(({ car }) => car.note === null)
}

async function findDirect({ db }: ReadDeps, lost: Lost, limit: number): Promise<Direct[]> {
  return (await listAlternatives(db, lost, limit)).map((row) => {
    const { tripId, departsAt, arrivesAt, price } = presentPart(row)
    const part = { tripId, fromSeq: row.from_seq, toSeq: row.to_seq, departsAt, arrivesAt }
    const terms = { price: price * lost.seats, changePointId: null, note: row.note }
    return { driverId: row.driver_id, part, car: { parts: [part], ...terms } }
  })
}

function lostOf(failed: Failed, now: Date): Lost {
  const { seats, personId: viewerId, fromPlace: from, toPlace: to, picksUpAt: at } = failed
  return {
    ...{ viewerId, from, to, at, seats, now, pesos: Math.round(failed.farePesos / seats) },
    since: readyAt(failed, now),
    until: addMs(at, RESCUE_AFTER_HOURS * HOUR_MS),
    ...failed,
  }
}

/** From when on she can board: in time to get there, and after a first car that she takes. */
function readyAt(failed: Failed, now: Date): Date {
  const { arrivesAt, partMinutes, onTheWay, picksUpAt, roadStops, extraMax } = failed
  const least = addMs(now, (onTheWay ? ON_THE_WAY_MINUTES : READY_MINUTES) * MINUTE_MS)
  const changed =
    arrivesAt && partMinutes !== null && roadStops && extraMax !== null && !onTheWay
      ? addMs(arrivesAt, neededChangeMinutes(partMinutes, { roadStops, extraMax }) * MINUTE_MS)
      : null
  const times = [least, changed ?? addMs(picksUpAt, -RESCUE_BEFORE_HOURS * HOUR_MS)]
  return new Date(Math.max(...times.map((time) => time.getTime())))
}

/** Journeys with one change, paid from the wallet; none where only verified people may board. */
async function findPairs(deps: ReadDeps, lost: Lost): Promise<Car[]> {
  const { from, to, seats, since, until, viewerId } = lost
  if (lost.paymentMode === 'directo' || lost.verifiedOnly || since >= until) return []
  if (await findConnectionRefusal(deps.db, viewerId, lost.now)) return []
  const dates = [...new Set([bogotaDate(since), bogotaDate(until)])]
  const filters = lost.womenOnly ? (['womenOnly'] as const) : []
  const cars: Car[] = []
  for (const date of dates) {
    const query = { from, to, date, seats, filters: [...filters] }
    const { connections } = await findConnections(deps, { userId: viewerId }, query)
    for (const { parts, departsAt, arrivesAt, price, changeAt } of connections) {
      const inTime = new Date(departsAt) >= since && new Date(departsAt) <= until
      const ids = parts.map(({ tripId }) => tripId)
      if (!inTime || (await listSameHands(deps.db, ids, lost)).length > 0) continue
      if (!(await isFree(deps.db, viewerId, new Date(departsAt), new Date(arrivesAt)))) continue
      const trips = await findTripsFacts(deps.db, ids)
      const apart = [...trips.values()].map((trip) =>
        isApart(deps.db, { ...trip, passengerId: viewerId }),
      )
      if ((await Promise.all(apart)).includes(true)) continue
      const stored = parts.map(({ tripId, fromStopId, toStopId, ...part }) => {
        const trip = trips.get(tripId)
        assert(trip, 'a part of a found connection')
        const [fromSeq, toSeq] = [seqOf(trip, fromStopId), seqOf(trip, toStopId)]
        const { departsAt, arrivesAt } = part
        return { tripId, fromSeq, toSeq, departsAt, arrivesAt }
      })
      const changePointId = changeAt.point.id
      cars.push({ parts: stored, price: price * seats, changePointId, note: null })
    }
  }
  const far = ({ parts: [first] }: Car) =>
    Math.abs(Date.parse(first?.departsAt ?? '') - lost.at.getTime())
  return cars.toSorted((a, b) => far(a) - far(b)).slice(0, CARS)
}
