// Trips of which nothing is heard: their passengers are asked, then the team looks for them.

import { INCIDENT_HOURS } from '#contract/safety-limits.ts'
import { tellUser } from '#server/modules/people/users/index.ts'
import { type Booking, listTripBookings } from '#server/modules/travel/bookings/index.ts'
import { askWord, listWords } from '#server/modules/travel/journeys/index.ts'
import {
  ENDS_AFTER_MS,
  findTripFacts,
  findTripSigns,
  placeAt,
  type TripFacts,
  tripStateAt,
} from '#server/modules/travel/trips/index.ts'
import {
  addMs,
  bogotaDate,
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  startOfBogotaDate,
} from '#server/platform/clock.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { derivedId } from '#server/platform/ids.ts'
import { eachRowOrFail } from '#server/platform/jobs/each-row.ts'
import { insertIncident, listSilentTrips, listUrgentUsers } from './incidents.queries.ts'
import { raiseIncident, toldColumn } from './open-incident.ts'
import { arrivalAsked } from './safety.messages.ts'

type WatchDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'log' | 'metrics'>

/** Nobody is asked at night, from 21:00 to 6:00 in Bogotá; who was asked has until 9:00. */
const ASKS_FROM_HOUR = 6
const ASKS_TO_HOUR = 21
const ANSWER_BY_HOUR = 9
/** Least time to answer, and time left before the plan ends the trip, in ms. */
const ANSWER_LEAST_MS = HOUR_MS
const CASE_AHEAD_MS = 30 * MINUTE_MS

function hourOf(now: Date): number {
  return (now.getTime() - startOfBogotaDate(bogotaDate(now)).getTime()) / HOUR_MS
}

/** Whether it is the night in which nobody is asked. */
export function isNight(now: Date): boolean {
  return hourOf(now) < ASKS_FROM_HOUR || hourOf(now) >= ASKS_TO_HOUR
}

/** Deadline of a passenger who was asked: the next 9:00, an hour or more, before the trip ends. */
export function answerBy(askedAt: Date, { arrivesAt }: Pick<TripFacts, 'arrivesAt'>): Date {
  const nine = addMs(startOfBogotaDate(bogotaDate(askedAt)), ANSWER_BY_HOUR * HOUR_MS)
  const next = nine > askedAt ? nine : addMs(nine, DAY_MS)
  const least = Math.max(next.getTime(), askedAt.getTime() + ANSWER_LEAST_MS)
  return new Date(Math.min(least, arrivesAt.getTime() + ENDS_AFTER_MS - CASE_AHEAD_MS))
}

/** Job: asks the passengers of silent trips, and opens a case where nobody is well for sure. */
export async function watchSilentTrips(deps: WatchDeps): Promise<void> {
  const tripIds = await listSilentTrips(deps.db, deps.clock.now())
  const look = async (tripId: string) => {
    const opened = await inTransaction(deps.db, (tx) => watch(tx, deps, tripId))
    if (opened) raiseIncident(deps, { id: opened, kind: 'felt_unsafe' })
  }
  await eachRowOrFail(tripIds, look, 'a silent trip is not watched')
}

/** Returns the id of a case that was opened. */
async function watch(tx: Tx, deps: WatchDeps, tripId: string): Promise<string | undefined> {
  const now = deps.clock.now()
  const trip = await findTripFacts(tx, tripId)
  const signs = (await findTripSigns(tx, [tripId]))(tripId)
  if (!trip || tripStateAt(trip, signs, now) !== 'no_news') return undefined
  const standing: readonly Booking['status'][] = ['confirmed', 'checked_in']
  const all = await listTripBookings(tx, tripId)
  const bookings = all.filter(({ status }) => standing.includes(status))
  const why = await whyCase(tx, trip, now)
  if (why) {
    const own = bookings.find(({ passengerId }) => passengerId === why.userId) ?? bookings[0]
    return own && (await openCase(tx, deps, { trip, own, words: why.words }))
  }
  if (!isNight(now)) for (const own of bookings) await ask(tx, deps, trip, own)
  return undefined
}

type Why = { userId: string | undefined; words: string }

/** Why the team must look for the trip; undefined while its passengers can answer. */
async function whyCase(tx: Tx, trip: TripFacts, now: Date): Promise<Why | undefined> {
  const { id, arrivesAt } = trip
  const [urgent] = await listUrgentUsers(tx, id)
  if (urgent) return { userId: urgent, words: 'Hay una emergencia abierta en el viaje.' }
  const words = await listWords(tx, id)
  const no = words.find(({ arrived, answeredAt }) => {
    return arrived === false && answeredAt !== null && answeredAt >= arrivesAt
  })
  if (no) return { userId: no.userId, words: 'Quien viaja dijo que no llegó.' }
  const late = words.some(({ arrived, askedAt }) => {
    return arrived === null && askedAt !== null && now >= answerBy(askedAt, trip)
  })
  return late ? { userId: undefined, words: 'Nadie respondió si llegó.' } : undefined
}

async function ask(tx: Tx, deps: WatchDeps, trip: TripFacts, own: Booking): Promise<void> {
  const { id, passengerId: userId, toSeq, dropsOffAt } = own
  const at = deps.clock.now()
  if (!(await askWord(tx, { tripId: trip.id, userId, at }))) return
  const times = { at: dropsOffAt.toISOString(), until: answerBy(at, trip).toISOString() }
  const data = { path: `/bookings/${id}`, to: placeAt(trip, toSeq).name, ...times }
  await tellUser(tx, deps, arrivalAsked, { userId, data, cause: id })
}

type Case = { trip: TripFacts; own: Booking; words: string }

/** Opens the case of a silent trip, once; the team looks at it as at a report of its passenger. */
async function openCase(tx: Tx, deps: WatchDeps, { trip, own, words }: Case) {
  const id = derivedId('no-news', trip.id)
  const now = deps.clock.now()
  const [from, to] = [placeAt(trip, 0).name, placeAt(trip, trip.places.length - 1).name]
  const text = `Sin noticias del viaje ${from} → ${to}: nadie marcó el fin. ${words}`
  const isNew = await insertIncident(tx, {
    ...{ id, userId: own.passengerId, tripId: trip.id, bookingId: own.id, kind: 'felt_unsafe' },
    sealed: toldColumn.seal(deps.secrets, id, { text, position: null }),
    ...{ pressedAt: now, createdAt: now, dueAt: addMs(now, INCIDENT_HOURS * HOUR_MS) },
  })
  return isNew ? id : undefined
}
