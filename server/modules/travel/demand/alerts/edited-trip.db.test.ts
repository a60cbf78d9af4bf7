import { beforeAll, expect, it } from 'vitest'
import { bogotaDate } from '#server/platform/clock.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { aFundedWallet, aVerifiedDriver } from '#test/factories.ts'
import { listSteps } from '#test/list-factories.ts'
import { BOGOTA, CALI, IBAGUE } from '#test/trip-factories.ts'

// A trip that fits somebody who waits only after its driver has changed it.

let test: BookingsApp
let steps: ReturnType<typeof listSteps>

beforeAll(async () => {
  test = await openBookingsApp()
  steps = listSteps(test)
})

it('tells an alert of a trip whose driver stops where its person boards', async () => {
  const trip = await test.newTrip({ stops: [BOGOTA, CALI], roadStops: 'no' })
  const ana = await test.aPassenger()
  const day = bogotaDate(trip.facts.departsAt)
  await test.call(ana, 'POST', '/alerts', { from: IBAGUE, to: CALI, since: day, until: day })
  await test.runJobs()
  expect(await steps.titlesTo(ana)).toEqual([])
  await test.edit(trip, { stops: [BOGOTA, IBAGUE, CALI].map((placeId) => ({ placeId })) })
  await test.runJobs()
  expect(await steps.titlesTo(ana)).toEqual(['Hay un viaje de Ibagué a Cali'])
})

it('tells an alert of a trip whose driver allows places on the road afterwards', async () => {
  const trip = await test.newTrip({ stops: [BOGOTA, CALI], roadStops: 'no' })
  const ana = await test.aPassenger()
  const day = bogotaDate(trip.facts.departsAt)
  await test.call(ana, 'POST', '/alerts', { from: BOGOTA, to: IBAGUE, since: day, until: day })
  await test.runJobs()
  expect(await steps.titlesTo(ana)).toEqual([])
  await test.edit(trip, { roadStops: 'ask' })
  await test.runJobs()
  expect(await steps.titlesTo(ana)).toEqual(['Hay un viaje de Bogotá a Ibagué'])
})

it('buys for a list on a cash trip whose driver takes the wallet afterwards', async () => {
  const driver = await aVerifiedDriver(test.deps)
  await aFundedWallet(test.deps, driver.userId, 100_000)
  const trip = await test.newTrip({ driver, paymentModes: ['directo'] })
  const lia = await steps.aWaiter()
  await steps.waits(lia, trip)
  await test.runJobs()
  expect(await steps.seatsOf(lia, trip)).toEqual([])
  await test.edit(trip, { paymentModes: ['directo', 'billetera'] })
  await test.runJobs()
  expect(await steps.seatsOf(lia, trip)).toEqual(['confirmed 1'])
})

it('buys nothing for a new list when a driver takes fewer places or answers first', async () => {
  const trip = await test.newTrip()
  await test.runJobs()
  const lia = await steps.aWaiter()
  await steps.waits(lia, trip)
  await test.edit(trip, { instant: false, roadStops: 'no' })
  await test.runJobs()
  expect(await steps.seatsOf(lia, trip)).toEqual([])
})
