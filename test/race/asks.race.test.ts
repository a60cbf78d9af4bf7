// Drivers who are asked for a passenger whose driver failed: in parallel, and wherever the process
// of an answer is killed.
import { beforeAll, expect, it } from 'vitest'
import { cancelTrip } from '#server/modules/travel/bookings/index.ts'
import { answerAsk } from '#server/modules/travel/connections/rescues/ask-drivers.ts'
import { followRescue } from '#server/modules/travel/connections/rescues/follow-rescue.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { type AskSteps, askSteps } from '#test/ask-factories.ts'
import { type ConnectionsApp, openConnectionsApp } from '#test/connection-factories.ts'
import { LONG_MS } from '#test/property-budget.ts'
import { BOGOTA, IBAGUE } from '#test/trip-factories.ts'
import { expectConsistent } from './invariants.ts'
import { killEach } from './kills.ts'

let test: ConnectionsApp
let steps: AskSteps

beforeAll(async () => {
  test = await openConnectionsApp({ poolSize: 6 })
  steps = askSteps(test)
})

const keepsOf = ({ id }: { id: string }) =>
  steps.read(
    `select k.status, k.trip_id, r.status as rescue, r.keep_group = k.id as named
     from seat_keeps k left join rescues r on r.booking_id = k.rescue_of
     where k.rescue_of = $1`,
    [id],
  )

it('first yes of three in parallel: one keep, and the others read that she has one', async () => {
  const { trip, ana, booking, others } = await steps.scene(3)
  await steps.fails(trip)
  const answers = await Promise.all(
    [...others, ...others].map((each) => steps.says(true, each, booking)),
  )
  const kept = await keepsOf(booking)
  expect(kept).toEqual([
    { status: 'open', trip_id: expect.any(String), rescue: 'offered', named: true },
  ])
  for (const [no, { status, body }] of answers.entries()) {
    const isFirst = others[no % 3]?.tripId === kept[0].trip_id
    expect([status, body.code]).toEqual(isFirst ? [200, undefined] : [409, 'ask_found'])
  }
  const rescue = await steps.shown(ana, booking)
  expect(rescue.kept.parts[0].tripId).toBe(kept[0].trip_id)
  await expectConsistent(test.deps)
})

it('her press and the job take the car once', async () => {
  const { trip, ana, booking, other } = await steps.scene()
  await steps.fails(trip)
  await steps.limit(ana, booking, booking.price + 50_000)
  await steps.says(true, other, booking)
  await Promise.all([test.runJobs(), steps.take(ana, booking), steps.take(ana, booking)])
  await test.runJobs()
  expect(await steps.bookingsOf(ana)).toEqual([{ status: 'confirmed', trip_id: other.tripId }])
  await expectConsistent(test.deps)
})

it('three failed passengers at once: the driver is asked twice that day', async () => {
  const { at, trip, ana, booking, other } = await steps.scene()
  const failed = [{ who: ana, booking }]
  test.clock.set(addMs(at, -2 * DAY_MS))
  for (let no = 0; no < 2; no += 1) {
    const who = await test.aPassenger()
    failed.push({ who, booking: await test.booked(who, trip, { from: BOGOTA, to: IBAGUE }) })
  }
  test.clock.set(addMs(at, -DAY_MS))
  await cancelTrip(test.deps, trip.driver, { tripId: trip.tripId })
  await Promise.all(
    failed.map(({ booking: { id } }) => followRescue(test.deps, { bookingId: id as string })),
  )
  await test.runJobs()
  const count = `select count(*)::int as n from rescue_asks where driver_id = $1`
  expect(await steps.read(count, [other.driver.userId])).toEqual([{ n: 2 }])
  const got = []
  for (const each of failed) got.push((await steps.shown(each.who, each.booking)).status)
  expect(got.toSorted()).toEqual(['asked', 'asked', 'none'])
})

it('killed within a yes: no keep without its rescue, a repeat has one', {
  timeout: LONG_MS,
}, async () => {
  await killEach(test.deps.databaseUrl, async ({ db, name, bury }) => {
    const { trip, booking, other } = await steps.scene()
    await steps.fails(trip)
    const deps = { ...test.deps, db }
    await answerAsk(deps, other.driver, { bookingId: booking.id, agrees: true }).catch(() => {})
    await bury()
    const kept = await keepsOf(booking)
    if (kept.length > 0) expect(kept, name).toMatchObject([{ rescue: 'offered', named: true }])
    const repeat = await steps.says(true, other, booking)
    expect([repeat.status, repeat.body.ask?.status], name).toEqual([200, 'kept'])
    expect(await keepsOf(booking), name).toHaveLength(1)
  })
  await expectConsistent(test.deps)
})
