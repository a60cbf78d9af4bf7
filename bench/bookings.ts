import { type Answer, expectStatus, httpClient } from './harness/http.ts'
import { type Figures, measure } from './harness/load.ts'
import { printAgainst } from './harness/report.ts'
import { allDone, bookings as bookingsOf, type Made, seedScene, warmUp } from './harness/scene.ts'
import type { Stage } from './harness/stage.ts'
import { measureTpcB } from './harness/yardsticks.ts'

/** Number of measured bookings; with the warm-up it is below the number of seats in the scene. */
const BOOKINGS = 8_000

/**
 * Numbers of clients: as many as for the hot trip, and a small number, so that fewer clients share
 * a database call.
 */
const CROWDS = [64, 16]

const YARDSTICK = { clients: 16, seconds: 6 }

export async function bookings(stage: Stage): Promise<void> {
  for (const clients of CROWDS) {
    await printAgainst(() => measureTpcB(stage.pool, YARDSTICK), measureCrowd(stage, clients))
  }
}

/**
 * Measures over HTTP: complete bookings (seats, hold, ticket code and outbox), then check-ins by
 * code of half of the bookings (the fare is paid), then cancellations of the other half. Throws
 * when a call is refused.
 */
async function* measureCrowd(stage: Stage, clients: number): AsyncGenerator<Figures> {
  const client = httpClient(stage.port, clients)
  try {
    const made: Made[] = []
    const book = bookingsOf(await seedScene(stage), client, made)
    await warmUp(stage, clients, book)
    yield allDone(await measure(`bookings, ${clients} clients`, { clients, turns: BOOKINGS }, book))
    const half = Math.floor(made.length / 2)
    const [boarding, cancelling] = [made.slice(0, half), made.slice(half)]
    const codes = await letBoard(stage, boarding)
    yield await each(`check-ins, ${clients} clients`, boarding, clients, (booking) => {
      const body = { code: codes.get(booking.id) }
      return client.post(`/api/trips/${booking.tripId}/check-in`, body, booking.driverToken)
    })
    yield await each(`cancellations, ${clients} clients`, cancelling, clients, (booking) =>
      client.post(`/api/bookings/${booking.id}/cancel`, {}, booking.token),
    )
  } finally {
    client.close()
  }
}

/**
 * Sets the pick-ups to an hour from now, so that check-in is open. Returns the ticket code of each
 * booking.
 */
async function letBoard({ pool }: Stage, made: readonly Made[]): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ id: string; code: string }>(
    `update bookings set picks_up_at = now() + interval '1 hour' where id = any($1)
     returning id, code`,
    [made.map(({ id }) => id)],
  )
  // Autovacuum would remove the dead rows of this update within a minute.
  await pool.query('vacuum analyze bookings')
  return new Map(rows.map(({ id, code }) => [id, code]))
}

/** Makes one call for each booking; the first third of the calls is a warm-up. */
async function each(
  name: string,
  made: readonly Made[],
  clients: number,
  call: (booking: Made) => Promise<Answer>,
): Promise<Figures> {
  const callEach = (some: readonly Made[]) =>
    measure(name, { clients, turns: some.length }, async (turn) => {
      expectStatus(await call(some[turn] as Made), 200)
      return true
    })
  const third = Math.floor(made.length / 3)
  await callEach(made.slice(0, third))
  return await callEach(made.slice(third))
}
