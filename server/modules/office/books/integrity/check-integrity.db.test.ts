import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { beforeEach, describe, expect, it } from 'vitest'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import type { TestTrip } from '#test/trip-factories.ts'
import { type Finding, findMismatches, watchInTurn, watchIntegrity } from './check-integrity.ts'

let test: BookingsApp
let passenger: TestUser
let trip: TestTrip
let bookingId: string

beforeEach(async () => {
  test = await openBookingsApp()
  trip = await test.newTrip()
  passenger = await test.aPassenger()
  bookingId = (await test.booked(passenger, trip)).id
})

/** Runs a statement as the app's own role, like an attacker with its connection. */
const asApp = (statement: string) =>
  asOwner(test.deps.databaseUrl, `set role cupo_app; ${statement}`)

/**
 * Runs a statement without constraints and triggers, to damage rows that the app's role cannot
 * change.
 */
const force = (statement: string) =>
  asOwner(test.deps.databaseUrl, `set session_replication_role = replica; ${statement}`)

const namesOf = (found: Finding[]) => found.map(({ check }) => check)
/**
 * Names of the checks that find something; the result is equal in one part and in parts of one row.
 */
const look = async () => {
  const found = await findMismatches(test.deps)
  expect(await findMismatches(test.deps, 'all', { partRows: 1 })).toEqual(found)
  return namesOf(found)
}

it('finds no mismatch in data that only the app has written', async () => {
  expect(await findMismatches(test.deps)).toEqual([])
  const other = await test.booked(await test.aPassenger(), trip)
  await test.call(trip.driver, 'POST', `/bookings/${other.id}/cancel`)
  expect(await findMismatches(test.deps)).toEqual([])
  expect(await findMismatches(test.deps, 'recent')).toEqual([])
})

describe('changes by the app role', () => {
  it('reports a booking completed by hand with a held fare and its seats on sale', async () => {
    await asApp(`update bookings set status = 'completed' where id = '${bookingId}';
      update trip_seats set seats_left = array_fill(capacity, array[cardinality(seats_left)])
      where trip_id = '${trip.tripId}'`)
    expect(await findMismatches(test.deps)).toEqual([
      { check: 'bookings', subjects: [`booking ${bookingId}`] },
      { check: 'seats', subjects: [`trip ${trip.tripId}`] },
    ])
    expect(await findMismatches(test.deps, 'recent')).toHaveLength(2)
  })

  it.each([
    ['the driver', `update bookings set driver_id = passenger_id`, ['holds']],
    ['the fare', `update bookings set fare_pesos = 1`, ['holds']],
    ['the hold', `update bookings set hold_id = null`, ['bookings', 'holds']],
    ['how it is paid', `update bookings set payment_mode = 'directo'`, ['holds']],
    ['its job, deleted', `delete from jobs where name = 'bookings.advance'`, ['jobs']],
    ['its job, given up', `update jobs set dead_at = now()`, ['jobs']],
    ['a payment, open again', `update payments set status = 'open'`, ['credits', 'payments']],
    ['a payment, reversed', `update payments set status = 'reversed'`, ['payments']],
    [
      'a credit, disowned',
      `update payment_attempts set credit_transfer = null`,
      ['credits', 'payments'],
    ],
  ])('reports a booking or a payment changed by hand: %s', async (_name, change, checks) => {
    await asApp(change)
    expect(await look()).toEqual(checks)
  })
})

describe('changes without constraints and triggers', () => {
  it('reports a standing that no sanction explains', async () => {
    const { userId } = passenger
    await force(`insert into user_standing (user_id, expelled) values ('${userId}', true)`)
    expect(await findMismatches(test.deps)).toEqual([
      { check: 'standing', subjects: [`user ${userId}`] },
    ])
  })

  it('reports a payment with another person or amount than its credit', async () => {
    const thief = await aUser(test.deps)
    await force(`update payments set user_id = '${thief.userId}'`)
    expect(await look()).toEqual(['credits'])
    await force(`update payments set user_id = '${passenger.userId}', amount_pesos = 1`)
    expect(await look()).toEqual(['credits', 'payments'])
  })

  it('reports money held without a booking, and a missing commission', async () => {
    await force(`update bookings set status = 'completed', closed_at = now(),
      charged_pesos = fare_pesos, refunded_pesos = 0; delete from booking_events`)
    expect(await look()).toEqual(['bookings', 'commissions'])
    await force('delete from bookings')
    expect(await look()).toEqual(['holds', 'orphans', 'seats'])
  })
})

describe('the integrity job', () => {
  /** Runs the job and returns its ERROR lines, cases and metric results. */
  async function watched() {
    const lines: string[] = []
    const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
    await watchIntegrity({ ...test.deps, log })
    const cases = await test.deps.db
      .selectFrom('payment_cases')
      .select(['kind', 'transaction_id', 'details'])
      .orderBy('transaction_id')
      .execute()
    const metrics = await test.deps.metrics.registry.metrics()
    const results = [...metrics.matchAll(/name="integrity_checked",detail="(\w+)"\} [1-9]/g)]
    return {
      errors: lines.map((line) => JSON.parse(line)),
      cases,
      results: results.map((m) => m[1]),
    }
  }

  it('reports nothing while all data match', async () => {
    expect(await watched()).toEqual({ errors: [], cases: [], results: ['ok'] })
  })

  it('runs the hourly check in one of several processes', async () => {
    const checked = async () => {
      const metrics = await test.deps.metrics.registry.metrics()
      return Number(/name="integrity_checked",detail="ok"\} (\d+)/.exec(metrics)?.[1] ?? 0)
    }
    const hour = () => Promise.all([1, 2, 3].map(() => watchInTurn(test.deps)))
    await hour()
    expect(await checked()).toBe(1)
    test.deps.clock.advance(HOUR_MS / 2)
    await hour()
    expect(await checked()).toBe(1)
    test.deps.clock.advance(HOUR_MS / 2)
    await hour()
    expect(await checked()).toBe(2)
  })

  it('extends the claim of the hourly check while the check runs', async () => {
    await watchInTurn(test.deps)
    test.deps.clock.advance(HOUR_MS)
    await watchIntegrity(test.deps)
    const { rows } = await asOwner(
      test.deps.databaseUrl,
      'select claimed_until > $1 as held from integrity_watch',
      [addMs(test.deps.clock.now(), 5 * MINUTE_MS)],
    )
    expect(rows[0].held).toBe(true)
  })

  it('reports nothing after hours without jobs in which nothing was chained', async () => {
    test.deps.clock.advance(3 * HOUR_MS)
    expect(await watched()).toEqual({ errors: [], cases: [], results: ['ok'] })
  })

  /** Opens a transaction; transfers written until it ends cannot be chained. */
  async function openTransaction(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: test.deps.databaseUrl })
    await client.connect()
    await client.query('begin; select pg_current_xact_id()')
    await test.booked(await test.aPassenger(), trip)
    test.deps.clock.advance(3 * HOUR_MS)
    return client
  }

  it('waits for a transaction that is about to end before it checks the chain', async () => {
    await watched()
    const open = await openTransaction()
    const [found] = await Promise.all([watched(), sleep(300).then(() => open.end())])
    expect(found.cases).toEqual([])
  })

  it('reports transfers that a transaction open for hours keeps out of the chain', async () => {
    await watched()
    const open = await openTransaction()
    const { cases, results } = await watched()
    await open.end()
    expect(results).toContain('incomplete')
    expect(cases[0]?.details).toMatchObject({ subjects: [expect.stringMatching(/^UNCHAINED /)] })
  })

  it('reports a mismatch by a metric, an ERROR line and one case a day', async () => {
    await force(`update ledger_accounts set credits_posted = credits_posted + 1
      where owner_id = '${passenger.userId}'`)
    await asApp(`delete from jobs where name = 'bookings.advance'`)
    await watched()
    const { errors, cases, results } = await watched()
    expect(errors.map(({ msg, check }) => [msg, check])).toEqual([
      ['integrity mismatch', 'ledger'],
      ['integrity mismatch', 'jobs'],
    ])
    expect(cases).toMatchObject([
      { kind: 'integrity_mismatch', transaction_id: 'jobs 2026-11-20' },
      { kind: 'integrity_mismatch', transaction_id: 'ledger 2026-11-20' },
    ])
    expect(cases[0]?.details).toMatchObject({ subjects: [`booking ${bookingId}`] })
    expect(results).toEqual(['mismatch'])
    test.deps.clock.advance(DAY_MS)
    expect((await watched()).cases).toHaveLength(4)
  })

  it('reports when the check itself failed', async () => {
    await force('alter table trip_seats rename column capacity to room')
    const { errors, cases, results } = await watched()
    expect(errors).toMatchObject([{ msg: 'integrity could not be checked' }])
    expect(cases).toMatchObject([{ kind: 'integrity_unchecked' }])
    expect(results).toEqual(['failed'])
  })
})
