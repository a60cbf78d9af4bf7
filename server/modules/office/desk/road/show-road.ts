import type { z } from 'zod'
import type { backOffice } from '#contract/back-office.ts'
import { ROAD_STATES, type RoadState, type RoadTrip } from '#contract/back-office-road.ts'
import { readPosition } from '#server/modules/community/safety/index.ts'
import { findPeople } from '#server/modules/people/users/index.ts'
import { greatCircleKm } from '#server/modules/roads/places/index.ts'
import { findFactsOf, listSeated, mayLeaveLate } from '#server/modules/travel/bookings/index.ts'
import { delayMinutes, listWords } from '#server/modules/travel/journeys/index.ts'
import {
  findDriverCards,
  findTripFacts,
  findTripsFacts,
  placeAt,
  type TripFacts,
} from '#server/modules/travel/trips/index.ts'
import { addMs, bogotaDate, DAY_MS, MINUTE_MS, startOfBogotaDate } from '#server/platform/clock.ts'
import type { ActDeps, ReadDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { presentTrips } from '../back-office/list-trips.ts'
import { countToday, listRoadTrips } from '../back-office/trips.queries.ts'
import { lastToldAt, listRoadFacts, type RoadRow } from './road.queries.ts'

/** Shows the trips on the road, or those with passengers, and the counts of the day. */
export async function showRoad(
  deps: ActDeps,
  { all }: { all: boolean },
): Promise<z.input<typeof backOffice.showRoad.ok>> {
  const now = deps.clock.now()
  const from = startOfBogotaDate(bogotaDate(now))
  const { ahead, finished } = await countToday(deps.db, {
    now,
    day: { from, until: addMs(from, DAY_MS) },
  })
  return { trips: await listRoad(deps, { all }), ahead, finished, asOf: now.toISOString() }
}

/** Lists the trips on the road in the order of `ROAD_STATES`, in each the latest first. */
export async function listRoad(deps: ActDeps, { all }: { all: boolean }): Promise<RoadTrip[]> {
  const now = deps.clock.now()
  const rows = await listRoadTrips(deps.db, { now, all })
  const overviews = await presentTrips(deps, deps.db, rows)
  const tripIds = rows.map(({ id }) => id)
  const trips = await findTripsFacts(deps.db, tripIds)
  const facts = await listRoadFacts(deps.db, { tripIds, now })
  const seated = Map.groupBy(await listSeated(deps.db, tripIds), ({ tripId }) => tripId)
  const shown = overviews.map(async (overview): Promise<RoadTrip[]> => {
    const trip = trips.get(overview.id)
    const found = facts.find(({ tripId }) => tripId === overview.id)
    const row = found && reachedBy(found)
    const state = ROAD_STATES.find((each) => each === overview.state)
    if (!trip || !row || !state) return []
    const { arrivesAt, startedAt } = trip
    const { seq, arrivedAt: at } = found
    const arrivals = seq !== null && at ? [{ seq, at, countsAt: null }] : []
    const journey = { startedAt, finishedAt: null, finishCountsAt: null, arrivals }
    const road = { places: trip.places, riders: seated.get(trip.id) ?? [] }
    const delayMs = delayMinutes(journey, road, now) * MINUTE_MS
    return [
      {
        ...overview,
        ...(await placeOnRoad(deps, trip, row)),
        state,
        plannedAt: arrivesAt.toISOString(),
        expectedAt: addMs(arrivesAt, delayMs).toISOString(),
        lateMinutes: Math.floor(lateMs(state, trip, { now, delayMs }) / MINUTE_MS),
        heard: heardOf(trip, row),
        waiting: row.waiting,
        aboard: row.aboard,
      },
    ]
  })
  const order = ({ state }: RoadTrip) => ROAD_STATES.indexOf(state)
  return (await Promise.all(shown))
    .flat()
    .sort((a, b) => order(a) - order(b) || b.lateMinutes - a.lateMinutes)
}

/** Who boarded at a stop shows that the car was there, also when the driver did not press it. */
function reachedBy(row: RoadRow): RoadRow {
  const { seq, boardedSeq, boardedAt } = row
  const isLater = boardedSeq !== null && (seq === null || boardedSeq > seq)
  return isLater ? { ...row, seq: boardedSeq, arrivedAt: boardedAt } : row
}

const declared = ({ places, declaredSeqs }: TripFacts) =>
  places.filter(({ seq }) => declaredSeqs.includes(seq))

function lateMs(state: RoadState, trip: TripFacts, at: { now: Date; delayMs: number }): number {
  const planned = state === 'late_to_leave' ? trip.departsAt : trip.arrivesAt
  const late = at.now.getTime() - planned.getTime()
  return state === 'late_to_leave' || state === 'no_news' ? late : Math.max(at.delayMs, late)
}

/** The declared stops as parts of the road, and the car at its last press or newer position. */
async function placeOnRoad(
  deps: ActDeps,
  trip: TripFacts,
  { seq, arrivedAt, seenBy, seenAt }: RoadRow,
): Promise<Pick<RoadTrip, 'stops' | 'car'>> {
  const whole = Math.max(1, placeAt(trip, trip.places.length - 1).km)
  const pressed = seq === null ? 0 : placeAt(trip, seq).km / whole
  const stops = declared(trip).map((place) => {
    const passed = seq !== null && place.seq <= seq
    return { name: place.name, share: place.km / whole, passed }
  })
  const isNewer = seenBy && seenAt && (!arrivedAt || seenAt > arrivedAt)
  const seen = isNewer && (await readPosition(deps, { userId: seenBy, tripId: trip.id }))
  if (!seen) return { stops, car: Math.min(1, pressed) }
  const away = trip.places.map((place) => ({ km: place.km, far: greatCircleKm(place, seen) }))
  const nearest = away.reduce((best, each) => (each.far < best.far ? each : best))
  return { stops, car: Math.min(1, Math.max(pressed, nearest.km / whole)) }
}

function heardOf({ startedAt }: TripFacts, row: RoadRow): RoadTrip['heard'] {
  const known = [
    { how: 'start', at: startedAt },
    { how: 'boarding', at: row.boardedAt },
    { how: 'stop', at: row.arrivedAt },
    { how: 'position', at: row.seenAt },
    { how: 'word', at: row.saidAt },
  ] as const
  const dated = known.flatMap(({ how, at }) => (at ? [{ how, at: at.toISOString() }] : []))
  return dated.sort((a, b) => b.at.localeCompare(a.at))[0] ?? null
}

/** Shows who drives and who travels, with what each may do now. Errors: `trip_not_found`. */
export async function showRoadTrip(
  deps: ReadDeps,
  { tripId }: { tripId: string },
): Promise<z.input<typeof backOffice.showRoadTrip.ok>> {
  const { db } = deps
  const now = deps.clock.now()
  const trip = await findTripFacts(db, tripId)
  const [driver] = trip ? await findDriverCards(db, [trip.driverId]) : []
  if (!trip || !driver) throw new AppError('trip_not_found')
  const seated = await listSeated(db, [tripId])
  const [userIds, ids] = [seated.map((one) => one.passengerId), seated.map(({ id }) => id)]
  const people = await findPeople(db, userIds)
  const facts = await findFactsOf(db, ids)
  const words = await listWords(db, tripId)
  const leaving = seated.filter((booking) => {
    const of = facts.get(booking.id)
    return of !== undefined && mayLeaveLate(booking, 'passenger', now, of)
  })
  const passengers = seated.map((booking) => {
    const { passengerId: id, fromSeq, toSeq } = booking
    const aboard = booking.status === 'checked_in' || booking.aboardSaidAt !== null
    const { name = '', photo } = people.get(id) ?? {}
    const arrived = words.find(({ userId }) => userId === id)?.arrived ?? null
    const place = placeAt(trip, aboard ? toSeq : fromSeq).name
    const shown = { id, name, photoUrl: photo?.small ?? null, place, aboard, arrived }
    return { ...shown, mayLeave: leaving.includes(booking) }
  })
  const inWallet = leaving.filter(({ paymentMode }) => paymentMode === 'billetera')
  return {
    driver,
    passengers,
    atStake: inWallet.reduce((sum, { farePesos }) => sum + farePesos, 0),
    toldAt: (await lastToldAt(db, tripId))?.toISOString() ?? null,
  }
}
