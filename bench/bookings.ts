import { newId } from '#server/platform/ids.ts'
import type { TestUser } from '#test/factories.ts'
import { type Client, type Figures, httpClient, measure, type Work } from './load.ts'
import { seedPeople, seedTrips } from './seed.ts'
import type { Stage } from './stage.ts'

const TRIPS = 3_840
/**
 * Trips leave at 240 different hours, one after the other. So many people that each time somebody
 * books again it is 48 hours later, five times.
 */
const PEOPLE = 20 * 240 + 48
/** As many as it takes until the paths of the code that is measured are compiled. */
const WARM_UP_BOOKINGS = 4_000
/** With the warm-up not more than seats, and hours without a booking, of these trips and people. */
const BOOKINGS = 8_000

/** Clients: as many as on the hot trip, and few, of whom fewer share a call. */
const CROWDS = [64, 16]

type Made = { id: string; tripId: string; token: string; driverToken: string; code: string }

/**
 * `measureCrowd` of many people and of few; each figure as soon as it is there. Fails when a
 * booking, check-in or cancellation is refused.
 */
export async function* measureBookings(stage: Stage): AsyncGenerator<Figures> {
  for (const clients of CROWDS) {
    for await (const line of measureCrowd(stage, clients)) {
      yield { ...line, name: `${line.name}, ${clients} clients` }
    }
  }
}

/**
 * Over HTTP on spread trips: whole bookings (seats, hold, ticket code and outbox), then check-ins
 * by code of one half of them (the fare is paid), then cancellations of the other half.
 */
async function* measureCrowd(stage: Stage, clients: number): AsyncGenerator<Figures> {
  const client = httpClient(stage.port, clients)
  try {
    const made: Made[] = []
    const book = await bookingWork(stage, client, made)
    await warmUp(stage, clients, book)
    yield nothingRefused(await measure('bookings over HTTP', { clients, turns: BOOKINGS }, book))
    await letBoard(stage, made)
    const half = Math.floor(made.length / 2)
    yield await each('check-ins over HTTP', made.slice(0, half), clients, (booking) => {
      const body = JSON.stringify({ code: booking.code })
      const path = `/api/trips/${booking.tripId}/check-in`
      return client.send('POST', path, headersOf(booking.driverToken), body)
    })
    yield await each('cancellations over HTTP', made.slice(half), clients, (booking) =>
      client.send('POST', `/api/bookings/${booking.id}/cancel`, headersOf(booking.token), '{}'),
    )
  } finally {
    client.close()
  }
}

/**
 * Each connection has its plans, and the database the statistics that it makes by itself once a
 * minute: what is measured is a server that has been running.
 */
export async function warmUp(stage: Stage, clients: number, book: Work): Promise<void> {
  nothingRefused(await measure('warm-up', { clients, turns: WARM_UP_BOOKINGS }, book))
  await stage.pool.query('analyze')
}

function nothingRefused(figures: Figures): Figures {
  if (figures.refused > 0) throw new Error(`${figures.name}: ${figures.refused} were refused`)
  return figures
}

const REFUSALS = [409, 429, 503]

/** Bookings of new people and trips; adds each to `made`. A refusal is no effect. */
export async function bookingWork(stage: Stage, client: Client, made: Made[] = []): Promise<Work> {
  return bookings(await seedScene(stage), client, made)
}

/** People and trips, and how many bookings were tried. */
export type Scene = {
  people: TestUser[]
  trips: Awaited<ReturnType<typeof seedTrips>>
  turn: number
}

export async function seedScene({ deps }: Stage): Promise<Scene> {
  const people = await seedPeople(deps, PEOPLE, 100_000_000)
  return { people, trips: await seedTrips(deps, TRIPS), turn: 0 }
}

/** Each turn the next person and the next trip of the scene, which several clients may share. */
export function bookings(scene: Scene, client: Client, made: Made[] = []): Work {
  return async () => {
    scene.turn += 1
    const trip = scene.trips[scene.turn % TRIPS]
    const person = scene.people[scene.turn % PEOPLE]
    if (!trip || !person) return false
    const body = { fromStopId: `${trip.id}.0`, toStopId: `${trip.id}.${trip.lastSeq}`, seats: 1 }
    const headers = { ...headersOf(person.token), 'idempotency-key': newId() }
    const path = `/api/trips/${trip.id}/bookings`
    const answer = await client.send('POST', path, headers, JSON.stringify(body))
    if (REFUSALS.includes(answer.status)) return false
    if (answer.status !== 201) throw new Error(`booking: ${answer.status}: ${answer.body}`)
    const { id } = JSON.parse(answer.body).booking
    const { token } = person
    made.push({ id, token, tripId: trip.id, driverToken: trip.driverToken, code: '' })
    return true
  }
}

/** The first half is picked up in an hour. */
async function letBoard({ pool }: Stage, made: Made[]): Promise<void> {
  const { rows } = await pool.query<{ id: string; code: string }>(
    `with soon as (
       update bookings set picks_up_at = now() + interval '1 hour'
       where id = any($1) returning id)
     select id, code from bookings where id = any($2)`,
    [made.slice(0, made.length / 2).map(({ id }) => id), made.map(({ id }) => id)],
  )
  const codes = new Map(rows.map(({ id, code }) => [id, code]))
  for (const booking of made) booking.code = codes.get(booking.id) ?? ''
  // What this update leaves behind is the bench's doing; the database removes it within a minute.
  await pool.query('vacuum analyze bookings')
}

/** One call for each of the bookings; a third of them as a warm-up. */
async function each(
  name: string,
  bookings: Made[],
  clients: number,
  call: (booking: Made) => Promise<{ status: number; body: string }>,
): Promise<Figures> {
  const callEach = (some: Made[]) =>
    measure(name, { clients, turns: some.length }, async (turn) => {
      const answer = await call(some[turn] as Made)
      if (answer.status !== 200) throw new Error(`${name}: ${answer.status}: ${answer.body}`)
      return true
    })
  const third = Math.floor(bookings.length / 3)
  await callEach(bookings.slice(0, third))
  return await callEach(bookings.slice(third))
}

export function headersOf(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
}
