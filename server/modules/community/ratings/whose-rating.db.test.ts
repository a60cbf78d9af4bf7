import { beforeAll, describe, expect, it } from 'vitest'
import { cancelPaused } from '#server/modules/travel/trip-changes/index.ts'
import { addMs, DAY_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { type ConnectionsApp, openConnectionsApp } from '#test/connection-factories.ts'
import type { TestUser } from '#test/factories.ts'

let test: ConnectionsApp

beforeAll(async () => {
  test = await openConnectionsApp()
})

const rate = (who: TestUser, { id }: { id: string }) =>
  test.call(who, 'POST', `/bookings/${id}/rating`, { stars: 1, tags: [] })

const mayRate = async (who: TestUser, { id }: { id: string }) =>
  (await test.call(who, 'GET', `/bookings/${id}/rating`)).body.rating.can.rate

const cancelTrip = async ({ driver, tripId }: { driver: TestUser; tripId: string }) => {
  expect((await test.call(driver, 'POST', `/trips/${tripId}/cancel`)).status).toBe(200)
  await test.runJobs()
}

describe('a trip that is cancelled while it is paused', () => {
  it.each([
    ['team', false],
    ['conduct', false],
    ['documents', true],
  ] as const)(
    'lets its passenger rate only a driver who let documents expire: %s',
    async (cause, may) => {
      const trip = await test.newTrip()
      const ana = await test.aPassenger()
      const booking = await test.booked(ana, trip)
      await cancelPaused(test.deps, {
        trip: { id: trip.tripId, driverId: trip.driver.userId },
        cause,
      })
      expect(await mayRate(ana, booking)).toBe(may)
      expect((await rate(ana, booking)).body.code).toBe(may ? undefined : 'rating_too_early')
    },
  )
})

describe('one car of a trip with a change, whose other driver failed', () => {
  it('lets its passenger rate the driver who cancels this car afterwards', async () => {
    const pair = await test.newPair()
    const ana = await test.aPassenger()
    const { first } = await test.bookedBoth(ana, pair)
    await cancelTrip(pair[1])
    await cancelTrip(pair[0])
    expect(await mayRate(ana, first)).toBe(true)
    expect((await rate(ana, first)).status).toBe(200)
    expect((await rate(pair[0].driver, first)).body.code).toBe('rating_own_cancellation')
  })

  it('lets its passenger rate the driver of this car for being late, and nobody else', async () => {
    const pair = await test.newPair()
    const [ana, eva] = [await test.aPassenger(), await test.aPassenger()]
    const left = await test.bookedBoth(ana, pair)
    const late = await test.bookedBoth(eva, pair)
    await cancelTrip(pair[1])
    expect((await test.act(ana, left.first, 'cancel')).status).toBe(200)
    expect((await rate(ana, left.first)).body.code).toBe('rating_too_early')
    test.toPickUp(late.first, 31 * MINUTE_MS)
    expect((await test.act(eva, late.first, 'cancel')).status).toBe(200)
    expect((await rate(eva, late.first)).status).toBe(200)
  })
})

describe('a driver whom the passenger leaves', () => {
  it.each(['late', 'moved'] as const)('does not rate them for it: %s', async (why) => {
    const trip = await test.newTrip()
    const { driver } = trip
    const ana = await test.aPassenger()
    const booking = await test.booked(ana, trip)
    if (why === 'late') test.toPickUp(booking, 31 * MINUTE_MS)
    else await test.edit(trip, { departsAt: addMs(trip.facts.departsAt, DAY_MS).toISOString() })
    expect((await test.act(ana, booking, 'cancel')).status).toBe(200)
    expect(await mayRate(driver, booking)).toBe(false)
    expect((await rate(driver, booking)).body.code).toBe('rating_own_cancellation')
    expect((await rate(ana, booking)).status).toBe(200)
  })
})
