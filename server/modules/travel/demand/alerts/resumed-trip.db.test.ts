import { beforeAll, expect, it } from 'vitest'
import { pauseTrip, resumeTrip } from '#server/modules/travel/trip-changes/index.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { listSteps } from '#test/list-factories.ts'

// A trip that Cupo had paused is sold again: who began to wait meanwhile has not seen it.

let test: BookingsApp
let steps: ReturnType<typeof listSteps>

beforeAll(async () => {
  test = await openBookingsApp()
  steps = listSteps(test)
})

it('buys for a list that began while Cupo had paused the trip', async () => {
  const trip = await test.newTrip({ paymentModes: ['billetera'] })
  const { tripId } = trip
  const paused = { tripId, cause: 'documents', pausedAt: test.clock.now() } as const
  expect(await pauseTrip(test.deps, { ...paused, lacking: ['SOAT'] })).toBe(true)
  const lia = await steps.aWaiter()
  await steps.waits(lia, trip)
  await test.runJobs()
  test.clock.advance(60_000)
  expect(await resumeTrip(test.deps, paused)).toBe(true)
  await test.runJobs()
  expect(await steps.seatsOf(lia, trip)).toEqual(['confirmed 1'])
})
