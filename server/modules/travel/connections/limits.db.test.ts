import { beforeAll, expect, it } from 'vitest'
import { DIRECT_OPEN_MAX } from '#contract/booking-limits.ts'
import { addMs, DAY_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { type ConnectionsApp, openConnectionsApp } from '#test/connection-factories.ts'
import { asOwner } from '#test/db.ts'
import { aFundedWallet, aVerifiedDriver, type TestUser } from '#test/factories.ts'
import { BOGOTA, CALI, IBAGUE } from '#test/trip-factories.ts'

let test: ConnectionsApp
let start: Date

beforeAll(async () => {
  test = await openConnectionsApp({ poolSize: 8 })
  start = addMs(test.clock.now(), 10 * DAY_MS)
})

/** Both trips, on another day than all others. */
function aPair(day: number) {
  return test.newPair({ departsAt: addMs(start, day * DAY_MS) })
}

it('books two trips with a change at a time, and the next after one ends', async () => {
  const ana = await test.aPassenger(2_000_000)
  await test.bookedBoth(ana, await aPair(0))
  const second = await test.bookedBoth(ana, await aPair(2))
  const third = await aPair(4)
  expect((await test.bookBoth(ana, third)).body.code).toBe('too_many_connections')
  await test.cancelBoth(ana, second.id)
  await test.bookedBoth(ana, third)
  expect((await test.bookBoth(ana, await aPair(6))).body.code).toBe('too_many_connections')
})

it('counts no connection whose other car failed', async () => {
  const ana = await test.aPassenger(2_000_000)
  const pair = await aPair(0)
  const first = await test.bookedBoth(ana, pair)
  await test.bookedBoth(ana, await aPair(2))
  await test.act(pair[0].driver, first.first, 'cancel')
  await test.runJobs()
  await test.bookedBoth(ana, await aPair(4))
})

it('books two of five connections that a person presses in parallel', async () => {
  const eva = await test.aPassenger(3_000_000)
  const pairs = await Promise.all([0, 2, 4, 6, 8].map(aPair))
  const answers = await Promise.all(pairs.map((pair) => test.bookBoth(eva, pair)))
  const codes = answers.map(({ status, body }) => (status === 201 ? 'booked' : body.code))
  expect(codes.toSorted()).toEqual([
    ...['booked', 'booked'],
    ...['too_many_connections', 'too_many_connections', 'too_many_connections'],
  ])
  expect(await test.countOf(eva)).toBe(4)
})

it('keeps no seats of a third connection while somebody tops up', async () => {
  const ana = await test.aPassenger(2_000_000)
  await test.bookedBoth(ana, await aPair(0))
  await test.bookedBoth(ana, await aPair(2))
  const [one, two] = await aPair(4)
  const parts = [
    { tripId: one.tripId, fromStopId: one.stop(BOGOTA), toStopId: one.stop(IBAGUE) },
    { tripId: two.tripId, fromStopId: two.stop(IBAGUE), toStopId: two.stop(CALI) },
  ]
  const { body } = await test.call(ana, 'POST', '/connections/keeps', { parts })
  expect(body.code).toBe('too_many_connections')
})

it('adds nothing to the limit of unpaid bookings, and is not refused by it', async () => {
  const ana = await test.aPassenger(2_000_000)
  await test.bookedBoth(ana, await aPair(0))
  for (let no = 0; no < DIRECT_OPEN_MAX; no += 1) {
    const driver = await aVerifiedDriver(test.deps)
    await aFundedWallet(test.deps, driver.userId, 100_000)
    const departsAt = addMs(start, (20 + no) * DAY_MS)
    const trip = await test.newTrip({ driver, departsAt, paymentModes: ['directo'] })
    const stops = { fromStopId: trip.stop(BOGOTA), toStopId: trip.stop(CALI) }
    const body = { ...stops, paymentMode: 'directo' }
    const booked = await test.call(ana, 'POST', `/trips/${trip.tripId}/bookings`, body)
    expect([booked.status, booked.body.code]).toEqual([201, undefined])
  }
  await test.bookedBoth(ana, await aPair(2))
})

/** The team decided these days before now that the passenger missed a change by her own fault. */
async function lost(ana: TestUser, daysAgo: readonly number[]) {
  for (const [no, days] of daysAgo.entries()) {
    const pair = await aPair(no * 2)
    const { second } = await test.bookedBoth(ana, pair)
    const at = addMs(test.clock.now(), -days * DAY_MS)
    await asOwner(
      test.deps.databaseUrl,
      `update bookings set change_missed_at = $2, disputed_at = $2, status = 'completed',
         checked_in_at = $2, checked_in_by = 'dispute', closed_at = $2, charged_pesos = fare_pesos,
         refunded_pesos = 0 where id = $1`,
      [second.id, at],
    )
    await asOwner(
      test.deps.databaseUrl,
      `insert into disputes (booking_id, opened_by, opened_at, statement, outcome, note,
         resolved_by, resolved_at) values ($1, $2, $3, 'Llegamos tarde', 'driver', 'No', $2, $3)`,
      [second.id, ana.userId, at],
    )
  }
}

it.each([
  ['refuses connections for 90 days after two lost decisions', [80, 1], 'connections_paused'],
  ['counts two decisions 90 days apart as two cases', [92, 1], undefined],
  ['allows connections again 90 days after the second decision', [120, 91], undefined],
  ['allows connections after one lost decision', [1], undefined],
])('%s', async (_what, daysAgo, code) => {
  const ana = await test.aPassenger(2_000_000)
  await lost(ana, daysAgo)
  const pair = await aPair(10)
  const answer = await test.bookBoth(ana, pair)
  expect(answer.body.code).toBe(code)
  // Each car alone stays possible.
  if (code) await test.booked(ana, pair[1], { from: IBAGUE, to: CALI })
  test.clock.advance(MINUTE_MS)
})
