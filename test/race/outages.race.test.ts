import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { takeSeats } from '#server/modules/travel/trips/index.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { newId } from '#server/platform/ids.ts'
import { type BookingsApp, FUNDS, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import type { TestUser } from '#test/factories.ts'
import type { TestTrip } from '#test/trip-factories.ts'
import { expectConsistent } from './invariants.ts'

// The database is slow, stuck, or cuts connections: there must be no partial state, quick
// responses, and no lost connection.

const POOL = 6

let test: BookingsApp

beforeAll(async () => {
  test = await openBookingsApp({ poolSize: POOL })
})

afterEach(async () => {
  await expectWholePool()
  await expectConsistent(test.deps)
})

/**
 * Expects that every connection of the pool can be in a transaction at the same time, and starts a
 * clean one.
 */
async function expectWholePool(): Promise<void> {
  let arrived = 0
  await Promise.all(
    Array.from({ length: POOL }, () =>
      inTransaction(test.deps.db, async (tx) => {
        const { rows } = await sql<{ fresh: boolean }>`
          select pg_current_xact_id_if_assigned() is null as fresh`.execute(tx)
        expect(rows[0]?.fresh).toBe(true)
        arrived += 1
        const limit = Date.now() + 5_000
        while (arrived < POOL && Date.now() < limit) await sleep(10)
      }),
    ),
  )
  expect(arrived).toBe(POOL)
}

async function timed<T>(work: Promise<T>): Promise<{ value: T; ms: number }> {
  const start = Date.now()
  const value = await work
  return { value, ms: Date.now() - start }
}

describe('stuck connections', () => {
  it('refuses requests within seconds when all connections are stuck, and recovers', async () => {
    const trip = await test.newTrip()
    const ana = await test.aPassenger()
    let letGo = () => {}
    const stuck = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const holders = Array.from({ length: POOL }, () =>
      inTransaction(test.deps.db, async (tx) => {
        await sql`select 1`.execute(tx)
        await stuck
      }),
    )
    await sleep(50)
    const { value: answers, ms } = await timed(
      Promise.all([
        ...Array.from({ length: 20 }, () => test.book(ana, trip)),
        test.call(ana, 'GET', '/wallet/balance'),
        test.call(ana, 'GET', '/ready'),
      ]),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
    expect(ms).toBeLessThan(8_000)
    expect((await test.call(ana, 'GET', '/health')).status).toBe(200)
    letGo()
    await Promise.all(holders)
    await test.booked(ana, trip)
  })
})

describe('a locked row', () => {
  it('answers busy without a charge while a row is locked, and sells afterwards', async () => {
    const trip = await test.newTrip()
    const ana = await test.aPassenger()
    const other = new pg.Client({ connectionString: test.deps.databaseUrl })
    await other.connect()
    await other.query('begin')
    await other.query('select from trip_seats where trip_id = $1 for update', [trip.tripId])
    const key = `clave-${newId()}`
    const { value, ms } = await timed(test.book(ana, trip, { key }))
    expect(value).toMatchObject({ status: 503, body: { code: 'busy' } })
    expect(ms).toBeLessThan(12_000)
    expect(await test.available(ana)).toBe(FUNDS)
    await other.end()
    await test.booked(ana, trip, { key })
  })

  it('fails the commit of a process that paused in a transaction and lost its locks', async () => {
    const trip = await test.newTrip({ seats: 1 })
    const ana = await test.aPassenger()
    const last = trip.facts.places.length - 1
    const sleeper = inTransaction(test.deps.db, async (tx) => {
      await sql`set local idle_in_transaction_session_timeout = 300`.execute(tx)
      expect(await takeSeats(tx, { tripId: trip.tripId, fromSeq: 0, toSeq: last, seats: 1 })).toBe(
        true,
      )
      await sleep(1_000)
    })
    const [ended] = await Promise.allSettled([sleeper, test.booked(ana, trip)])
    expect(ended).toMatchObject({ status: 'rejected' })
  })

  it('limits statements, locks and idle time on every connection', async () => {
    const { rows } = await sql<Record<string, string>>`
      select current_setting('statement_timeout') as statement,
        current_setting('lock_timeout') as lock, current_user as role,
        current_setting('idle_in_transaction_session_timeout') as idle`.execute(test.deps.db)
    expect(rows).toEqual([{ statement: '20s', lock: '8s', idle: '15s', role: 'cupo_app' }])
  })
})

describe('connections cut during bookings', () => {
  /**
   * After this number of turns nothing is cut: on a slow machine some requests would never succeed.
   */
  const TURNS_MAX = 150

  /** Repeats with the same key until the response is final. */
  async function insist(user: TestUser, trip: TestTrip, key: string) {
    for (let attempt = 0; attempt < 400; attempt += 1) {
      const answer = await test.book(user, trip, { key })
      if (answer.status < 500) return { ...answer, attempt }
      await sleep(50)
    }
    throw new Error('no final answer')
  }

  it('gives each request one effect or none when connections are cut, and loses none', async () => {
    const trips = await Promise.all(Array.from({ length: 4 }, () => test.newTrip({ seats: 4 })))
    const buyers = await Promise.all(Array.from({ length: 40 }, () => test.aPassenger()))
    let cutting = true
    let cuts = 0
    // A booking is one call of some milliseconds. Therefore a trip's seats are locked now and then,
    // so that calls wait there, and some of them are cut.
    const cutter = new pg.Client({ connectionString: test.deps.databaseUrl })
    await cutter.connect()
    const storm = (async () => {
      for (let turn = 0; cutting && turn < TURNS_MAX; turn += 1) {
        await cutter.query('begin')
        const tripId = trips[turn % trips.length]?.tripId
        await cutter.query('select from trip_seats where trip_id = $1 for no key update', [tripId])
        await sleep(10)
        const { rows } = await cutter.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and pid <> pg_backend_pid()
             and application_name = 'cupo' and state <> 'idle'
           order by random() limit 2`,
        )
        cuts += rows.length
        await cutter.query('commit')
        await sleep(5)
      }
      await cutter.end()
    })()
    const answers = await Promise.all(
      buyers.map((buyer, n) => insist(buyer, trips[n % 4] as TestTrip, `clave-${newId()}`)),
    )
    cutting = false
    await storm
    expect(cuts).toBeGreaterThan(0)
    expect(answers.some(({ attempt }) => attempt > 0)).toBe(true)
    const sold = answers.filter(({ status }) => status === 201)
    expect(sold).toHaveLength(16)
    for (const { status, body } of answers) {
      if (status !== 201) expect(body.code).toBe('seats_unavailable')
    }
    for (const [n, buyer] of buyers.entries()) {
      const price = answers[n]?.status === 201 ? answers[n]?.body.booking.price : 0
      expect(await test.available(buyer)).toBe(FUNDS - price)
    }
    const { rows } = await asOwner(
      test.deps.databaseUrl,
      `select count(*)::int as bookings from bookings where passenger_id = any($1)`,
      [buyers.map(({ userId }) => userId)],
    )
    expect(rows).toEqual([{ bookings: 16 }])
  })
})
