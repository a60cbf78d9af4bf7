// Parallel cancellations share a database statement: a problem of one person must not affect the
// others.
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { walletId } from '#server/modules/bank/ledger/index.ts'
import { listSnapshots } from '#server/modules/travel/bookings/booking-snapshot.queries.ts'
import {
  type CancelCall,
  callCancelBookings,
  type Ending,
} from '#server/modules/travel/bookings/cancel/cancel-booking.queries.ts'
import { listSeatsLeft } from '#server/modules/travel/trips/index.ts'
import { assert } from '#server/platform/errors.ts'
import { type BookingsApp, FUNDS, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW } from '#test/deps.ts'
import type { TestUser } from '#test/factories.ts'
import type { TestTrip } from '#test/trip-factories.ts'
import { expectConsistent } from './invariants.ts'

const PEOPLE = 8

let test: BookingsApp
/** Session that holds rows. */
let holder: pg.Client

beforeAll(async () => {
  test = await openBookingsApp({ poolSize: 20 })
  test.clock.set(TEST_NOW)
  holder = new pg.Client({ connectionString: test.deps.databaseUrl })
  await holder.connect()
})
afterAll(() => holder.end())

type Booked = { person: TestUser; trip: TestTrip; id: string; price: number }

/** Creates people with a booking each, on separate trips or on one. */
async function booked(count = PEOPLE, shared?: TestTrip): Promise<Booked[]> {
  const made = Array.from({ length: count }, async () => {
    const [person, trip] = [await test.aPassenger(), shared ?? (await test.newTrip())]
    const { id, price } = await test.booked(person, trip)
    return { person, trip, id, price }
  })
  return await Promise.all(made)
}

const cancel = ({ person, id }: Pick<Booked, 'person' | 'id'>) =>
  test.call(person, 'POST', `/bookings/${id}/cancel`)

async function expectRefunded(found: readonly Booked[]): Promise<void> {
  const free = await Promise.all(found.map(({ person }) => test.available(person)))
  expect(free).toEqual(found.map(() => FUNDS))
}

/** Cancels while a row is locked that belongs only to the first person. */
async function cancelWhileHeld(
  found: readonly Booked[],
  { rows, id }: { rows: string; id: string },
): Promise<void> {
  await holder.query('begin')
  await holder.query(`select from ${rows} where id = $1 for no key update`, [id])
  const answered: number[] = []
  const calls = found.map(async (each, index) => {
    const { status } = await cancel(each)
    answered.push(index)
    return status
  })
  await expect.poll(() => answered.length).toBe(found.length - 1)
  expect(answered).not.toContain(0)
  await holder.query('rollback')
  expect(await Promise.all(calls)).toEqual(found.map(() => 200))
}

it('refunds each person once when several cancel in parallel and press twice', async () => {
  const found = await booked()
  const answers = await Promise.all([...found, ...found].map(cancel))
  expect(answers.map(({ body }) => body.booking?.refunded)).toEqual(
    [...found, ...found].map(({ price }) => price),
  )
  await expectRefunded(found)
  await expectConsistent(test.deps)
})

it('returns all seats of a trip when its passengers cancel in parallel', async () => {
  const trip = await test.newTrip({ seats: 4 })
  const found = await booked(4, trip)
  expect(Math.min(...(await listSeatsLeft(test.deps.db, trip.tripId)))).toBe(0)
  await Promise.all(found.map(cancel))
  expect(new Set(await listSeatsLeft(test.deps.db, trip.tripId))).toEqual(new Set([4]))
  await expectRefunded(found)
  await expectConsistent(test.deps)
})

it('applies one cancellation when passenger and driver cancel in parallel', async () => {
  const found = await booked(4)
  const [first] = found
  assert(first, 'four were booked')
  const byDriver = { person: first.trip.driver, id: first.id }
  const answers = await Promise.all([...found, byDriver].map(cancel))
  const both = [answers[0], answers.at(-1)].map((answer) => answer?.status).sort()
  expect(both).toEqual([200, 409])
  expect(answers.slice(1, -1).map(({ status }) => status)).toEqual([200, 200, 200])
  await expectRefunded(found)
  await expectConsistent(test.deps)
})

it('delays no other cancellation when the row of one booking is locked', async () => {
  const found = await booked()
  await cancelWhileHeld(found, { rows: 'bookings', id: found[0]?.id ?? '' })
  await expectRefunded(found)
  const { rows } = await asOwner(
    test.deps.databaseUrl,
    `select distinct hits from rate_limits where key = any ($1)`,
    [found.map(({ person }) => `POST /bookings/:bookingId/cancel:${person.userId}`)],
  )
  expect(rows).toEqual([{ hits: 1 }])
  await expectConsistent(test.deps)
})

it('delays only cancellations that need a locked wallet', async () => {
  const found = await booked()
  const id = walletId(found[0]?.trip.driver.userId ?? '')
  await cancelWhileHeld(found, { rows: 'ledger_accounts', id })
  await expectRefunded(found)
  await expectConsistent(test.deps)
})

/** Calls that cancel these bookings in their current state. */
async function callsFor(found: readonly Booked[]): Promise<CancelCall[]> {
  const ids = found.map(({ id }) => id)
  const now = test.clock.now()
  return (await listSnapshots(test.deps.db, ids)).map((snapshot) => {
    assert(snapshot, 'the booking was read')
    const { passengerId: callerId, farePesos } = snapshot.booking
    const money = { refundedPesos: farePesos, chargedPesos: 0, mark: undefined, details: {} }
    const ending: Ending = { status: 'cancelled_by_passenger', actorId: callerId, ...money }
    return { snapshot, ending, callerId, guard: undefined, now }
  })
}

const send = async (calls: readonly CancelCall[]) =>
  (await callCancelBookings(test.deps.db, calls, { waits: false })).map(({ answer }) => answer)

it('cancels in a shared statement only the bookings that have not changed', async () => {
  const found = await booked(3)
  const calls = await callsFor(found)
  if (calls[1]) calls[1].snapshot.fingerprint = 'as it never was'
  expect(await send(calls)).toEqual(['cancelled', 'changed', 'cancelled'])
  const unknown = '00000000-0000-7000-8000-00000000ffff'
  const read = await listSnapshots(test.deps.db, [...found.map(({ id }) => id), unknown])
  expect(read.map((each) => each?.booking.status)).toEqual([
    'cancelled_by_passenger',
    'confirmed',
    'cancelled_by_passenger',
    undefined,
  ])
  await expectConsistent(test.deps)
})

it('leaves a locked booking out of a shared statement without waiting', async () => {
  const found = await booked(2)
  const calls = await callsFor(found)
  await holder.query('begin')
  await holder.query('select from bookings where id = $1 for no key update', [found[0]?.id])
  expect(await send(calls)).toEqual(['alone', 'cancelled'])
  await holder.query('rollback')
  await expectConsistent(test.deps)
})
