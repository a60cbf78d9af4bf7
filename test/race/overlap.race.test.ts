import { beforeAll, expect, it } from 'vitest'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { TEST_NOW } from '#test/deps.ts'
import { aFundedWallet, aVerifiedDriver } from '#test/factories.ts'
import { aTrip, type TestTrip } from '#test/trip-factories.ts'
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
