// Several bookings of a trip must take and return the same seats in one call as one after another.
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'

const LEGS = 5

let test: BookingsApp
let client: pg.Client
let tripId: string

beforeAll(async () => {
  test = await openBookingsApp()
  tripId = (await test.newTrip()).tripId
  client = new pg.Client({ connectionString: test.deps.databaseUrl })
  await client.connect()
})
afterAll(() => client.end())

type Segment = { from: number; to: number; seats: number }

const segment = fc
  .tuple(
    fc.uniqueArray(fc.nat(LEGS), { minLength: 2, maxLength: 2 }),
    fc.integer({ min: 1, max: 3 }),
  )
  .map(([ends, seats]): Segment => {
    const [from = 0, to = 0] = ends.sort((a, b) => a - b)
    return { from, to, seats }
  })
const some = fc.array(segment, { minLength: 1, maxLength: 5 })
const left = fc.array(fc.nat(8), { minLength: LEGS, maxLength: LEGS })

const columns = (segments: readonly Segment[]) => [
  segments.map(({ from }) => from),
  segments.map(({ to }) => to),
  segments.map(({ seats }) => seats),
]

/** Returns the answers of the calls and the seats left, in a transaction that is rolled back. */
async function after(seats: readonly number[], calls: readonly [string, unknown[]][]) {
  await client.query('begin')
  try {
    await client.query(`update trip_seats set seats_left = $2, capacity = 99 where trip_id = $1`, [
      tripId,
      seats,
    ])
    const answers: boolean[] = []
    for (const [call, values] of calls) {
      const { rows } = await client.query(`select ${call} as done`, [tripId, ...values])
      answers.push(rows[0]?.done)
    }
    const { rows } = await client.query(`select seats_left from trip_seats where trip_id = $1`, [
      tripId,
    ])
    return { done: answers.every(Boolean), left: rows[0]?.seats_left as number[] }
  } finally {
    await client.query('rollback')
  }
}

const revision = `(select revision from trip_seats where trip_id = $1)`

it('takes the seats of several bookings together as one by one, or takes none', async () => {
  await fc.assert(
    fc.asyncProperty(left, some, async (seats, segments) => {
      const each = await after(
        seats,
        segments.map(({ from, to, seats }) => [
          `take_seats($1, $2::int, $3::int, $4::int, ${revision})`,
          [from, to, seats],
        ]),
      )
      const together = await after(seats, [
        [`take_seats_of($1, $2::int[], $3::int[], $4::int[], ${revision})`, columns(segments)],
      ])
      expect(together).toEqual(each.done ? each : { done: false, left: seats })
    }),
    { numRuns: 200 },
  )
})

it('returns the seats of several bookings together as it returns them one by one', async () => {
  await fc.assert(
    fc.asyncProperty(left, some, async (seats, segments) => {
      const each = await after(
        seats,
        segments.map(({ from, to, seats }) => [
          `return_seats($1, $2::int, $3::int, $4::int)`,
          [from, to, seats],
        ]),
      )
      const together = await after(seats, [
        [`return_seats_of($1, $2::int[], $3::int[], $4::int[])`, columns(segments)],
      ])
      expect(together).toEqual(each)
    }),
    { numRuns: 200 },
  )
})

it('takes no seats beyond the last leg or at another revision of the trip', async () => {
  const seats = Array.from({ length: LEGS }, () => 8)
  const beyond = [{ from: 0, to: LEGS + 1, seats: 1 }]
  const call = (revised: string) => `take_seats_of($1, $2::int[], $3::int[], $4::int[], ${revised})`
  expect(await after(seats, [[call(revision), columns(beyond)]])).toEqual({
    done: false,
    left: seats,
  })
  const within = columns([{ from: 0, to: 1, seats: 1 }])
  expect((await after(seats, [[call(`${revision} + 1`), within]])).done).toBe(false)
  expect((await after(seats, [[call(revision), within]])).done).toBe(true)
})
