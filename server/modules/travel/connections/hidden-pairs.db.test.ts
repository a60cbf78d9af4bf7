// What a list may not buy hides nothing from it: Bogotá → Cali with a change in Ibagué.
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { addMs, DAY_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { type ConnectionsApp, openConnectionsApp } from '#test/connection-factories.ts'
import { TEST_NOW } from '#test/deps.ts'
import type { TestUser } from '#test/factories.ts'
import { listSteps, matchTrip } from '#test/list-factories.ts'
import { BOGOTA, CALI, IBAGUE, type TestTrip, type TripOptions } from '#test/trip-factories.ts'

let test: ConnectionsApp
let list: ReturnType<typeof listSteps>
let eva: TestUser
let tests = 0

beforeAll(async () => {
  test = await openConnectionsApp()
  list = listSteps(test)
})

beforeEach(async () => {
  await list.read(
    "update trip_alerts set status = 'stopped', stopped_at = now(), mail_due_at = null",
  )
  eva = await list.aWaiter()
})

/** A first car, whose publication buys nothing, and second cars some minutes after its arrival. */
async function cars(first: TripOptions, seconds: readonly [number, TripOptions][]) {
  tests += 1
  const departsAt = addMs(TEST_NOW, (4 + 3 * tests) * DAY_MS)
  const one = await test.newTrip({ departsAt, stops: [BOGOTA, IBAGUE], ...first })
  const others: TestTrip[] = []
  for (const [gap, options] of seconds) {
    const at = addMs(one.facts.arrivesAt, gap * MINUTE_MS)
    others.push(await test.newTrip({ departsAt: at, stops: [IBAGUE, CALI], ...options }))
  }
  await test.runJobs()
  return [one, ...others] as const
}

const waits = (trip: TestTrip, wishes = {}, body = {}) =>
  list.waits(eva, trip, { ...body, list: { withChange: true, ...wishes } })

/** A seat of the trip is freed. */
async function frees({ tripId }: TestTrip) {
  const legs = { fromSeq: 0, toSeq: 1, seats: 1, at: test.clock.now() }
  const by = (await test.aPassenger()).userId
  await matchTrip(test.deps, { tripId, freed: { ...legs, by } })
}

const bought = async (...trips: (TestTrip | undefined)[]) =>
  await Promise.all(trips.map(async (trip) => (await list.seatsOf(eva, trip)).length))

const verifiedOnly = { preferences: { verifiedOnly: true } as TripOptions['preferences'] }

it('buys the later verified car when an ordinary one leaves before it', async () => {
  const [one, ordinary, verified] = await cars(verifiedOnly, [
    [90, {}],
    [120, verifiedOnly],
  ])
  await waits(one, { verifiedOnly: true })
  await frees(one)
  expect(await bought(one, ordinary, verified)).toEqual([1, 0, 1])
})

it('buys the later pair in which both cars take pets when an earlier one does not', async () => {
  const pets = { preferences: { pets: true } as TripOptions['preferences'] }
  const [one, without, takes] = await cars(pets, [
    [90, {}],
    [120, pets],
  ])
  await waits(one, { pets: true })
  await frees(one)
  expect(await bought(one, without, takes)).toEqual([1, 0, 1])
})

it('buys the later pair within the maximum when an earlier one costs more', async () => {
  const [one, dear, cheap] = await cars({}, [
    [90, {}],
    [120, {}],
  ])
  const last = 'price_cumulative[cardinality(price_cumulative)]'
  await list.read(`update trips set ${last} = ${last} - 1000 where id = $1`, [cheap?.tripId])
  const sum = `select sum(${last})::int as pesos from trips where id = any ($1)`
  const [{ pesos }] = await list.read(sum, [[one.tripId, cheap?.tripId]])
  await waits(one, {}, { maxPrice: pesos })
  await frees(one)
  expect(await bought(one, dear, cheap)).toEqual([1, 0, 1])
})

it('buys the later pair when its person gave up a seat of the earlier second car', async () => {
  const [one, left, other] = await cars({}, [
    [90, {}],
    [120, {}],
  ])
  const own = await test.booked(eva, left as TestTrip, { from: IBAGUE, to: CALI })
  await test.act(eva, own, 'cancel')
  await waits(one)
  await frees(one)
  expect(await bought(one, other)).toEqual([1, 1])
})
