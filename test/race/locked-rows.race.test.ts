// Many requests wait for one locked row: other people still get connections and responses.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { walletId } from '#server/modules/bank/ledger/index.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW } from '#test/deps.ts'
import type { TestUser } from '#test/factories.ts'
import type { TestTrip } from '#test/trip-factories.ts'
import { expectConsistent } from './invariants.ts'

const POOL = 20

let test: BookingsApp
/** Session that holds a row. */
let holder: pg.Client
let strangers: { person: TestUser; trip: TestTrip }[]

beforeAll(async () => {
  test = await openBookingsApp({ poolSize: POOL })
  holder = new pg.Client({ connectionString: test.deps.databaseUrl })
  await holder.connect()
})

afterAll(() => holder.end())

afterEach(() => expectConsistent(test.deps))

const people = (count: number) =>
  Promise.all(Array.from({ length: count }, () => test.aPassenger()))

/** Number of connections that wait for a lock. */
async function waiting(): Promise<number> {
  const { rows } = await asOwner(
    test.deps.databaseUrl,
    `select count(*)::int as n from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0].n
}

/** Waits until shared statements have timed out (250 ms each), and their calls wait one by one. */
async function allHaveTriedTogether(): Promise<void> {
  await expect.poll(waiting, { timeout: 10_000 }).toBeGreaterThan(1)
  await sleep(700)
}

async function lock(statement: string, id: string): Promise<void> {
  await holder.query('begin')
  await holder.query(statement, [id])
}

/**
 * Strangers book and read their balance while others wait; returns the statuses of their responses.
 */
async function strangersBook() {
  const answers = strangers.map(async ({ person, trip }) => {
    const [booked, balance] = await Promise.all([
      test.book(person, trip),
      test.call(person, 'GET', '/wallet/balance'),
    ])
    return [booked.status, balance.status]
  })
  return await Promise.all(answers)
}

async function makeStrangers(): Promise<void> {
  const trips = await Promise.all(Array.from({ length: 4 }, () => test.newTrip({ seats: 4 })))
  const found = await people(12)
  strangers = found.map((person, index) => ({ person, trip: trips[index % 4] as TestTrip }))
}

it('uses a quarter of the pool for 60 people on a locked trip, and strangers book', async () => {
  const trip = await test.newTrip({ seats: 4 })
  const crowd = await people(60)
  await makeStrangers()
  await lock('select from trip_seats where trip_id = $1 for no key update', trip.tripId)
  const attempts = crowd.map((person) => test.book(person, trip))
  await allHaveTriedTogether()
  expect(await strangersBook()).toEqual(strangers.map(() => [201, 200]))
  expect(await waiting()).toBeLessThanOrEqual(POOL / 4)
  await holder.query('rollback')
  const codes = (await Promise.all(attempts)).map(({ status, body }) => body.code ?? status)
  expect(codes.filter((code) => code === 201)).toHaveLength(4)
  expect([...new Set(codes)].sort()).toEqual(expect.arrayContaining([201, 'seats_unavailable']))
})

it('uses a quarter of the pool for 36 cancellations against a locked wallet', async () => {
  const { driver } = await test.newTrip()
  const trips: TestTrip[] = []
  for (let day = 10; day < 19; day += 1) {
    trips.push(await test.newTrip({ driver, seats: 4, departsAt: addMs(TEST_NOW, day * DAY_MS) }))
  }
  const booked = (await people(36)).map(async (person, index) => {
    const booking = await test.booked(person, trips[index % trips.length] as TestTrip)
    return { person, booking }
  })
  const made = await Promise.all(booked)
  await makeStrangers()
  const wallet = walletId(driver.userId)
  await lock('select from ledger_accounts where id = $1 for no key update', wallet)
  const attempts = made.map(({ person, booking }) => test.act(person, booking, 'cancel'))
  await allHaveTriedTogether()
  expect(await strangersBook()).toEqual(strangers.map(() => [201, 200]))
  expect(await waiting()).toBeLessThanOrEqual(POOL / 4)
  await holder.query('rollback')
  const answers = await Promise.all(attempts)
  const busy = made.filter((_, index) => answers[index]?.body.code === 'busy')
  for (const { person, booking } of busy) await test.act(person, booking, 'cancel')
  const find = 'select status from bookings where id = any($1)'
  const ids = made.map(({ booking }) => booking.id)
  const { rows } = await asOwner(test.deps.databaseUrl, find, [ids])
  expect(rows).toEqual(ids.map(() => ({ status: 'cancelled_by_passenger' })))
})

it('passes 6 of 100 parallel calls of one person to the trip, and counts the rest', async () => {
  const trip = await test.newTrip({ seats: 4 })
  const ana = await test.aPassenger()
  await makeStrangers()
  await lock('select from trip_seats where trip_id = $1 for no key update', trip.tripId)
  let answered = 0
  const calls = Array.from({ length: 100 }, async () => {
    const { status, body } = await test.book(ana, trip)
    answered += 1
    return body.code ?? status
  })
  await expect.poll(() => answered, { timeout: 10_000 }).toBeGreaterThanOrEqual(94)
  expect(await strangersBook()).toEqual(strangers.map(() => [201, 200]))
  expect((await test.book(ana, trip)).body.code).toBe('rate_limited')
  await holder.query('rollback')
  const refused = ['busy', 'rate_limited']
  const reached = (await Promise.all(calls)).filter((code) => !refused.includes(String(code)))
  expect(reached.filter((code) => code === 201)).toHaveLength(1)
  expect(reached.length).toBeLessThanOrEqual(6)
})
