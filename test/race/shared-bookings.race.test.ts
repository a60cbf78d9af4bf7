// Parallel bookings and check-ins share a database statement: a problem of one person must not
// affect the others.
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { walletId } from '#server/modules/bank/ledger/index.ts'
import { listSeatsLeft } from '#server/modules/travel/trips/index.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { type BookingsApp, FUNDS, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW } from '#test/deps.ts'
import { aFundedWallet, aUser, type TestUser } from '#test/factories.ts'
import type { TestTrip } from '#test/trip-factories.ts'
import { expectConsistent } from './invariants.ts'

let test: BookingsApp
/** Session that holds rows. */
let holder: pg.Client

beforeAll(async () => {
  test = await openBookingsApp({ poolSize: 20 })
  holder = new pg.Client({ connectionString: test.deps.databaseUrl })
  await holder.connect()
})
afterAll(() => holder.end())

const PEOPLE = 8

/** Creates people with a trip each, of different drivers. */
async function pairs(count = PEOPLE): Promise<{ person: TestUser; trip: TestTrip }[]> {
  const made = Array.from({ length: count }, async () => ({
    person: await test.aPassenger(),
    trip: await test.newTrip(),
  }))
  return await Promise.all(made)
}

const codeOf = ({ status, body }: Awaited<ReturnType<BookingsApp['book']>>) =>
  status === 201 ? 'booked' : String(body.code)

/**
 * Books while the rows are locked; returns the people who got a response before the rows were free
 * again.
 */
async function bookWhileHeld(
  found: Awaited<ReturnType<typeof pairs>>,
  lock: { rows: string; id: string },
) {
  await holder.query('begin')
  await holder.query(`select from ${lock.rows} where id = $1 for no key update`, [lock.id])
  const answered: number[] = []
  const booking = found.map(async ({ person, trip }, index) => {
    const answer = await test.book(person, trip)
    answered.push(index)
    return codeOf(answer)
  })
  await expect.poll(() => answered.length).toBe(found.length - 1)
  const early = [...answered].sort((a, b) => a - b)
  await holder.query('rollback')
  return { early, codes: await Promise.all(booking) }
}

const others = Array.from({ length: PEOPLE - 1 }, (_, index) => index + 1)

it('delays no other booking when the row of one person is locked', async () => {
  const found = await pairs()
  const id = found[0]?.person.userId ?? ''
  const { early, codes } = await bookWhileHeld(found, { rows: 'users', id })
  expect(early).toEqual(others)
  expect(codes).toEqual(found.map(() => 'booked'))
  await expectConsistent(test.deps)
})

it('counts a call once when it is repeated outside a shared statement', async () => {
  const found = await pairs()
  const id = found[0]?.person.userId ?? ''
  await bookWhileHeld(found, { rows: 'users', id })
  const { rows } = await asOwner(
    test.deps.databaseUrl,
    `select hits from rate_limits where key = any ($1)`,
    [found.map(({ person }) => `POST /trips/:tripId/bookings:${person.userId}`)],
  )
  expect(rows).toEqual(found.map(() => ({ hits: 1 })))
})

it('delays only bookings that need a locked wallet', async () => {
  const found = await pairs()
  const id = walletId(found[0]?.trip.driver.userId ?? '')
  const { early, codes } = await bookWhileHeld(found, { rows: 'ledger_accounts', id })
  expect(early).toEqual(others)
  expect(codes).toEqual(found.map(() => 'booked'))
  await expectConsistent(test.deps)
})

it('delays no other person while another call of one person is counted', async () => {
  const [one, other] = await Promise.all([test.aPassenger(), test.aPassenger()])
  const callers = [one, other].map(
    ({ userId, sessionId }) => `row('${sessionId}', '${userId}', 'book:${userId}', 9, 60)`,
  )
  const refusals = `select refuse_callers(array[${callers}]::checked_caller[], false, now()) as a`
  const ask = async () => (await asOwner(test.deps.databaseUrl, refusals)).rows[0].a
  test.clock.set(new Date())
  expect(await ask()).toEqual([null, null])
  await holder.query('begin')
  await holder.query('select from rate_limits where key = $1 for update', [`book:${one.userId}`])
  expect(await ask()).toEqual(['alone', null])
  await holder.query('rollback')
  expect(await ask()).toEqual([null, null])
})

it('refuses each person of a shared statement for their own reason, others book', async () => {
  const found = await pairs(5)
  const [, poor, unproved, late, ...fine] = found
  if (!poor || !unproved || !late) throw new Error('five people')
  poor.person = await test.aPassenger(0)
  unproved.person = await aUser(test.deps, { emailConfirmed: false })
  late.trip = await test.newTrip({ seats: 1 })
  await test.booked(await test.aPassenger(), late.trip)
  const ask = () =>
    Promise.all(
      found.map(({ person, trip }) => test.book(person, trip, { key: `clave-${person.userId}` })),
    )
  const together = (await ask()).map(codeOf)
  expect(together).toEqual([
    'booked',
    'insufficient_funds',
    'email_unconfirmed',
    'seats_unavailable',
    ...fine.map(() => 'booked'),
  ])
  const alone: string[] = []
  for (const { person, trip } of found) {
    alone.push(codeOf(await test.book(person, trip, { key: `clave-${person.userId}` })))
  }
  expect(alone).toEqual(together)
  await expectConsistent(test.deps)
})

it('takes seats of each booking once in a shared statement, until the trip is full', async () => {
  const trip = await test.newTrip({ seats: 3 })
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => test.aPassenger()))
  const codes = await Promise.all(people.map(async (each) => codeOf(await test.book(each, trip))))
  expect(codes.sort()).toEqual([
    ...Array.from({ length: 3 }, () => 'booked'),
    ...Array.from({ length: PEOPLE - 3 }, () => 'seats_unavailable'),
  ])
  expect(Math.min(...(await listSeatsLeft(test.deps.db, trip.tripId)))).toBe(0)
  await expectConsistent(test.deps)
})

it('retries and counts once a call that meets others at the last seat', async () => {
  const trip = await test.newTrip({ seats: 1 })
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => test.aPassenger()))
  const codes = await Promise.all(people.map(async (each) => codeOf(await test.book(each, trip))))
  expect(codes.sort()).toEqual(['booked', ...others.map(() => 'seats_unavailable')])
  const { rows } = await asOwner(
    test.deps.databaseUrl,
    `select hits, count(*)::int from rate_limits where key = any ($1) group by hits`,
    [people.map(({ userId }) => `POST /trips/:tripId/bookings:${userId}`)],
  )
  expect(rows).toEqual([{ hits: 1, count: PEOPLE }])
  await expectConsistent(test.deps)
})

it('pays drivers who ride with each other in one shared statement', async () => {
  const [first, second] = await pairs(2)
  if (!first || !second) throw new Error('two trips')
  const later = addMs(first.trip.facts.departsAt, 3 * DAY_MS)
  const laterTrip = await test.newTrip({ driver: second.trip.driver, departsAt: later })
  const [one, other] = [first.trip.driver, second.trip.driver]
  await aFundedWallet(test.deps, one.userId, FUNDS)
  await aFundedWallet(test.deps, other.userId, FUNDS)
  await asOwner(test.deps.databaseUrl, `update trips set status = 'cancelled' where id = $1`, [
    second.trip.tripId,
  ])
  const codes = await Promise.all([
    test.book(one, laterTrip),
    test.book(other, first.trip),
    test.book(first.person, first.trip),
    test.book(second.person, laterTrip),
  ])
  expect(codes.map(codeOf)).toEqual(codes.map(() => 'booked'))
  const price = codes[1]?.body.booking.price
  expect(await test.available(other)).toBe(FUNDS - price)
  await expectConsistent(test.deps)
})

/** Booked people at the pick-up, each with a different driver. */
async function atTheCars(count = PEOPLE) {
  const found = await pairs(count)
  const codes: string[] = []
  for (const { person, trip } of found) {
    test.clock.set(TEST_NOW)
    const booking = await test.booked(person, trip)
    const ticket = await test.call(person, 'GET', `/bookings/${booking.id}/ticket`)
    codes.push(ticket.body.code)
    test.toPickUp(booking, 0)
  }
  return found.map((each, index) => ({ ...each, code: codes[index] ?? '' }))
}

const board = ({ trip, code }: { trip: TestTrip; code: string }) =>
  test.call(trip.driver, 'POST', `/trips/${trip.tripId}/check-in`, { code })

it('pays each driver once when several board passengers in parallel', async () => {
  const found = await atTheCars()
  const before = await Promise.all(found.map(({ trip }) => test.available(trip.driver)))
  const twice = [...found, ...found]
  const codes = (await Promise.all(twice.map(board))).map(({ status, body }) =>
    status === 200 ? 'boarded' : String(body.code),
  )
  expect(codes.filter((code) => code === 'boarded')).toHaveLength(PEOPLE)
  expect(codes.filter((code) => code === 'ticket_used')).toHaveLength(PEOPLE)
  const paid = await Promise.all(found.map(({ trip }) => test.available(trip.driver)))
  expect(paid.every((pesos, index) => pesos > (before[index] ?? 0))).toBe(true)
  await expectConsistent(test.deps)
})

it('delays only the check-in that pays into a locked wallet', async () => {
  const found = await atTheCars()
  await holder.query('begin')
  await holder.query('select from ledger_accounts where id = $1 for no key update', [
    walletId(found[0]?.trip.driver.userId ?? ''),
  ])
  let answered = 0
  const boarding = found.map((each) => board(each).finally(() => (answered += 1)))
  await expect.poll(() => answered).toBe(PEOPLE - 1)
  await holder.query('rollback')
  const statuses = (await Promise.all(boarding)).map(({ status }) => status)
  expect(statuses).toEqual(found.map(() => 200))
  await expectConsistent(test.deps)
})
