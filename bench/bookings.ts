import { newId } from '#server/platform/ids.ts'
import { type Figures, httpClient, measure } from './load.ts'
import { seedPeople, seedTrips } from './seed.ts'
import type { Stage } from './stage.ts'

const TRIPS = 3_000
const PEOPLE = 1_000
const WARM_UP_SECONDS = 3

/** Whole bookings over HTTP on spread trips: seats, hold, ticket code and outbox. */
export async function measureBookings(
  stage: Stage,
  options: { clients: number; seconds: number },
): Promise<Figures> {
  const people = await seedPeople(stage.deps, PEOPLE, 100_000_000)
  const trips = await seedTrips(stage.deps, TRIPS)
  const client = httpClient(stage.port, options.clients)
  const name = 'bookings over HTTP, spread trips'
  let turn = 0
  const book = async () => {
    turn += 1
    const trip = trips[turn % TRIPS]
    // Each round over the trips uses other people, so that nobody books a trip twice.
    const person = people[(turn + Math.floor(turn / TRIPS) * 17) % PEOPLE]
    if (!trip || !person) return false
    const body = { fromStopId: `${trip.id}.0`, toStopId: `${trip.id}.${trip.lastSeq}`, seats: 1 }
    const headers = {
      authorization: `Bearer ${person.token}`,
      'content-type': 'application/json',
      'idempotency-key': newId(),
    }
    const path = `/api/trips/${trip.id}/bookings`
    const answer = await client.send('POST', path, headers, JSON.stringify(body))
    if (answer.status === 201) return true
    if (answer.status === 409) return false
    throw new Error(`booking answered ${answer.status}: ${answer.body}`)
  }
  try {
    // Each connection has its plans, and the database the statistics that it makes by itself once a
    // minute: what is measured is a server that has been running.
    await measure(name, { ...options, seconds: WARM_UP_SECONDS }, book)
    await stage.pool.query('analyze')
    return await measure(name, options, book)
  } finally {
    client.close()
  }
}
