import { beforeAll, expect, it } from 'vitest'
import { jobHandlers, recurringJobs } from '#server/modules.ts'
import { addMs, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { startWorker } from '#server/platform/jobs/worker.ts'
import { type ConnectionsApp, openConnectionsApp } from '#test/connection-factories.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW } from '#test/deps.ts'
import { aTrip, BOGOTA, IBAGUE } from '#test/trip-factories.ts'

const FAILURES = 10
/** Longest time in ms from the driver's press to the offer, in 95 of 100 failures. */
const P95_MS = 5_000

let test: ConnectionsApp

beforeAll(async () => {
  test = await openConnectionsApp()
})

it('offers another car within five seconds of the press, in 95 of 100, by the worker', async () => {
  const stops = [BOGOTA, IBAGUE]
  const scenes = []
  for (let n = 0; n < FAILURES; n += 1) {
    const departsAt = addMs(TEST_NOW, 26 * HOUR_MS + n * MINUTE_MS)
    const trip = await aTrip(test.deps, { departsAt, stops })
    const ana = await test.aPassenger()
    const booking = await test.booked(ana, trip, { from: BOGOTA, to: IBAGUE })
    scenes.push({ trip, booking })
  }
  await test.runJobs()
  const worker = startWorker(test.deps, jobHandlers, recurringJobs)
  const times: number[] = []
  try {
    for (const { trip, booking } of scenes) {
      const since = performance.now()
      await test.call(trip.driver, 'POST', `/trips/${trip.tripId}/cancel`, {})
      const find = 'select status from rescues where booking_id = $1'
      const isThere = async () =>
        (await asOwner(test.deps.databaseUrl, find, [booking.id])).rows.length
      await expect.poll(isThere, { timeout: 30_000, interval: 20 }).toBe(1)
      times.push(performance.now() - since)
    }
  } finally {
    await worker.stop()
  }
  const sorted = times.toSorted((a, b) => a - b)
  const p95 = sorted[Math.ceil(0.95 * FAILURES) - 1] ?? 0
  process.stdout.write(
    `press to offer: p50 ${Math.round(sorted[FAILURES / 2] ?? 0)}, p95 ${Math.round(p95)} ms\n`,
  )
  expect(p95).toBeLessThan(P95_MS)
}, 120_000)
