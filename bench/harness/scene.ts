import { newId } from '#server/platform/ids.ts'
import type { TestUser } from '#test/factories.ts'
import { type Client, expectStatus } from './http.ts'
import { type Figures, measure, type Work } from './load.ts'
import { type SeededTrip, seedPeople, seedTrips } from './seed.ts'
import type { Stage } from './stage.ts'

const TRIPS = 3_840
/**
 * Trips depart at 240 different hours, one after the other. With this number of people, each person
 * books again 48 hours after the previous trip, at most five times.
 */
const PEOPLE = 20 * 240 + 48
/** Bookings until V8 has compiled the measured code. */
const WARM_UP_BOOKINGS = 4_000

/** People and trips of a measurement, and the number of bookings tried so far. */
export type Scene = {
  people: TestUser[]
  trips: (SeededTrip & { driverToken: string })[]
  turn: number
}

export async function seedScene({ deps }: Stage): Promise<Scene> {
  const people = await seedPeople(deps, PEOPLE, 100_000_000)
  return { people, trips: await seedTrips(deps, TRIPS), turn: 0 }
}

export type Made = { id: string; tripId: string; token: string; driverToken: string }

const REFUSALS = [409, 429, 503]

/**
 * Books the next trip of the scene for the next person in each turn, and adds the booking to
 * `made`. Several clients may share a scene. A refusal counts as no effect.
 */
export function bookings(scene: Scene, client: Client, made: Made[] = []): Work {
  return async () => {
    scene.turn += 1
    const trip = scene.trips[scene.turn % TRIPS]
    const person = scene.people[scene.turn % PEOPLE]
    if (!trip || !person) return false
    const { path, body } = bookingCall(trip.id, 0, trip.lastSeq)
    const answer = await client.post(path, body, person.token, newId())
    if (REFUSALS.includes(answer.status)) return false
    expectStatus(answer, 201)
    const { id } = JSON.parse(answer.body).booking
    made.push({ id, token: person.token, tripId: trip.id, driverToken: trip.driverToken })
    return true
  }
}

/** Builds the call that books one seat between two stops of a trip. */
export function bookingCall(tripId: string, fromSeq: number, toSeq: number) {
  return {
    path: `/api/trips/${tripId}/bookings`,
    body: { fromStopId: `${tripId}.${fromSeq}`, toStopId: `${tripId}.${toSeq}`, seats: 1 },
  }
}

/**
 * Fills the query plans of every connection and the statistics of the database, so that the server
 * is measured as one that has been running for a while. A real database makes statistics within a
 * minute.
 */
export async function warmUp(stage: Stage, clients: number, book: Work): Promise<void> {
  allDone(await measure('warm-up', { clients, turns: WARM_UP_BOOKINGS }, book))
  await stage.pool.query('analyze')
}

/** Throws when a call was refused. */
export function allDone(figures: Figures): Figures {
  if (figures.refused > 0) throw new Error(`${figures.name}: ${figures.refused} were refused`)
  return figures
}
