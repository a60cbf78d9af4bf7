import { beforeAll, expect, it } from 'vitest'
import { listSnapshots } from '#server/modules/travel/bookings/booking-snapshot.queries.ts'
import { callCancelBookings } from '#server/modules/travel/bookings/cancel/cancel-booking.queries.ts'
import { addMs, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { assert } from '#server/platform/errors.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW } from '#test/deps.ts'
import { aFundedWallet, aVerifiedDriver, freshToken } from '#test/factories.ts'
import { aTrip, BOGOTA, CALI, type TestTrip } from '#test/trip-factories.ts'
import { expectConsistent } from './invariants.ts'

let test: BookingsApp

beforeAll(async () => {
  test = await openBookingsApp({ poolSize: 20, callsOfOnePerson: 50 })
})

const departsAt = addMs(TEST_NOW, 7 * DAY_MS)

it('books one of twelve trips at the same hour for one person in parallel', async () => {
  for (let round = 0; round < 3; round += 1) {
    const trips: TestTrip[] = []
    for (let n = 0; n < 12; n += 1) {
      trips.push(await test.newTrip({ departsAt, paymentModes: ['billetera'] }))
    }
    const ana = await test.aPassenger(5_000_000)
    const answers = await Promise.all(trips.map((trip) => test.book(ana, trip)))
    const codes = answers.map(({ status, body }) => (status < 300 ? 'ok' : body.code))
    expect(codes.filter((code) => code === 'ok')).toHaveLength(1)
    expect(codes.filter((code) => code === 'overlapping_booking')).toHaveLength(11)
    await expectConsistent(test.deps)
  }
})

it('lets one of parallel publishing and booking for the same hour succeed', async () => {
  for (let round = 0; round < 6; round += 1) {
    const ana = await aVerifiedDriver(test.deps)
    await aFundedWallet(test.deps, ana.userId, 500_000)
    const other = await test.newTrip({ departsAt })
    const [booked, published] = await Promise.all([
      test.book(ana, other),
      aTrip(test.deps, { driver: ana, departsAt }).then(
        () => 'ok',
        (error) => error.code,
      ),
    ])
    const book = booked.status < 300 ? 'ok' : booked.body.code
    expect([
      ['ok', 'trip_overlaps'],
      ['overlapping_booking', 'ok'],
    ]).toContainEqual([book, published])
  }
})

/** Two trips of two drivers, both booked by one passenger, who would sit in both if they moved. */
async function bookedTwice() {
  const early = await test.newTrip({ departsAt, paymentModes: ['billetera'] })
  const free = addMs(early.facts.arrivesAt, 3 * HOUR_MS)
  const late = await test.newTrip({ departsAt: free, paymentModes: ['billetera'] })
  const ana = await test.aPassenger(2_000_000)
  for (const trip of [early, late]) await test.booked(ana, trip, { from: BOGOTA, to: CALI })
  const move = async ({ tripId, driver, facts }: TestTrip, ms: number) => ({
    method: 'PATCH' as const,
    url: `/api/trips/${tripId}`,
    headers: { authorization: `Bearer ${await freshToken(test.deps, driver)}` },
    payload: { departsAt: addMs(facts.departsAt, ms).toISOString() },
  })
  // Neither move alone makes them overlap.
  return { ana, edits: [await move(early, 2 * HOUR_MS), await move(late, -2 * HOUR_MS)] }
}

it('tells a passenger that two drivers move onto each other at once, in both orders', async () => {
  for (let round = 0; round < 8; round += 1) {
    const { ana, edits } = await bookedTwice()
    const calls = round % 2 === 0 ? edits : edits.toReversed()
    const answers = await Promise.all(calls.map((edit) => test.app.inject(edit)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    const { body } = await test.call(ana, 'GET', '/bookings')
    expect(body.bookings.map(({ crosses }: { crosses: boolean }) => crosses)).toEqual([true, true])
    const told = await asOwner(
      test.deps.databaseUrl,
      `select body from notifications where user_id = $1 and body like '%Se cruza con:%'`,
      [ana.userId],
    )
    expect(told.rows).toHaveLength(1)
    await expectConsistent(test.deps)
  }
})

it('lets a passenger leave one of two crossing journeys, not both at once', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { ana, edits } = await bookedTwice()
    for (const edit of edits) await test.app.inject(edit)
    const { body } = await test.call(ana, 'GET', '/bookings')
    const ids = body.bookings.map(({ id }: { id: string }) => id)
    // As two processes decide at the same moment; one process lets a person's calls wait.
    const calls = (await listSnapshots(test.deps.db, ids)).map((snapshot) => {
      assert(snapshot, 'a booking just made')
      const { farePesos } = snapshot.booking
      const ending = {
        status: 'cancelled_by_passenger' as const,
        actorId: ana.userId,
        details: { rule: 'trip_crosses' },
        mark: undefined,
        ...{ refundedPesos: farePesos, chargedPesos: 0 },
      }
      const now = test.clock.now()
      return { snapshot, ending, callerId: ana.userId, guard: undefined, now }
    })
    const cancel = (call: (typeof calls)[number]) =>
      callCancelBookings(test.deps.db, [call], { waits: true })
    const answers = (await Promise.all(calls.map(cancel))).flat().map(({ answer }) => answer)
    expect(answers.toSorted()).toEqual(['cancelled', 'changed'])
    await expectConsistent(test.deps)
  }
})
