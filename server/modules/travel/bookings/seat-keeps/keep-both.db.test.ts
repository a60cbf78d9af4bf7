// Both parts of a trip with one change are kept together: both or neither, extended, let go and
// booked as one.
import { beforeAll, expect, it } from 'vitest'
import { listSeatsLeft } from '#server/modules/travel/trips/index.ts'
import { addMs, MINUTE_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import type { Body } from '#test/booking-factories.ts'
import { type ConnectionsApp, openConnectionsApp, type Pair } from '#test/connection-factories.ts'
import { asOwner } from '#test/db.ts'
import { aFundedWallet, type TestUser } from '#test/factories.ts'
import { expectConsistent } from '#test/race/invariants.ts'
import { BOGOTA, CALI, IBAGUE } from '#test/trip-factories.ts'

let test: ConnectionsApp

beforeAll(async () => {
  test = await openConnectionsApp()
})

/** To Ibagué, and from there to Cali in another car. */
const pair = (seats = 2): Promise<Pair> => test.newPair({ seats }, { seats })

const partsOf = ([first, second]: Pair) => [
  { tripId: first.tripId, fromStopId: first.stop(BOGOTA), toStopId: first.stop(IBAGUE) },
  { tripId: second.tripId, fromStopId: second.stop(IBAGUE), toStopId: second.stop(CALI) },
]

const keepBoth = (who: TestUser, trips: Pair, body: Body = {}) =>
  test.call(who, 'POST', '/connections/keeps', { parts: partsOf(trips), ...body })

async function kept(who: TestUser, trips: Pair) {
  const { status, body } = await keepBoth(who, trips)
  expect([status, body.code]).toEqual([201, undefined])
  return body.keep
}

/** Free seats of the kept legs, first part and second part. */
async function free([first, second]: Pair) {
  const left = [
    await listSeatsLeft(test.deps.db, first.tripId),
    await listSeatsLeft(test.deps.db, second.tripId),
  ]
  return [left[0]?.at(0), left[1]?.at(-1)]
}

async function statuses(who: TestUser): Promise<string[]> {
  const find = 'select status from seat_keeps where passenger_id = $1 order by created_at, part'
  const { rows } = await asOwner(test.deps.databaseUrl, find, [who.userId])
  return rows.map(({ status }) => status)
}

it('keeps both parts for five minutes, and tells what is missing for both', async () => {
  const trips = await pair()
  const ana = await test.aPassenger(5_000)
  const key = newId()
  const { body } = await keepBoth(ana, trips, { key })
  const [, second] = partsOf(trips)
  expect(body.keep).toMatchObject({
    ...partsOf(trips)[0],
    second,
    shortfall: body.keep.price - 5_000,
    expiresAt: addMs(test.clock.now(), 5 * MINUTE_MS).toISOString(),
  })
  expect(await free(trips)).toEqual([1, 1])
  expect((await keepBoth(ana, trips, { key })).body.keep.id).toBe(body.keep.id)
  expect((await test.call(ana, 'GET', '/keeps/mine')).body.keep).toEqual(body.keep)
  // The agenda has one keep of one person.
  const { items } = (await test.call(ana, 'GET', '/agenda')).body
  expect(items.filter(({ kind }: { kind: string }) => kind === 'keep')).toHaveLength(1)
  await expectConsistent(test.deps)
})

it('keeps neither part when the second one is full, and says which', async () => {
  const trips = await pair(1)
  const [ana, eva] = [await test.aPassenger(0), await test.aPassenger()]
  await test.booked(eva, trips[1], { from: IBAGUE, to: CALI })
  const { status, body } = await keepBoth(ana, trips)
  expect([status, body.code, body.details]).toEqual([409, 'seats_unavailable', { part: 2 }])
  expect(await free(trips)).toEqual([1, 0])
  expect(await statuses(ana)).toEqual([])
})

it('refuses one trip twice, and parts in the wrong order', async () => {
  const [first, second] = partsOf(await pair())
  const ana = await test.aPassenger(0)
  for (const parts of [
    [first, first],
    [second, first],
  ]) {
    const { body } = await test.call(ana, 'POST', '/connections/keeps', { parts })
    expect(body.code).toBe('stops_out_of_order')
  }
})

it('refuses to keep a part that its driver must accept first', async () => {
  const trips = await test.newPair({}, { instant: false })
  const { body } = await keepBoth(await test.aPassenger(0), trips)
  expect([body.code, body.details]).toEqual(['trip_not_bookable', { part: 2 }])
})

it('lets both parts go when either is released, and when the time is over', async () => {
  const trips = await pair()
  const ana = await test.aPassenger(0)
  await kept(ana, trips)
  const find = 'select id from seat_keeps where passenger_id = $1 and part = 2'
  const { rows } = await asOwner(test.deps.databaseUrl, find, [ana.userId])
  const { body } = await test.call(ana, 'POST', `/keeps/${rows[0].id}/release`)
  expect(body.status).toBe('released')
  expect(await statuses(ana)).toEqual(['released', 'released'])
  expect(await free(trips)).toEqual([2, 2])

  test.clock.advance(1000)
  await kept(ana, trips)
  test.clock.advance(5 * MINUTE_MS)
  await test.runJobs()
  expect((await statuses(ana)).slice(2)).toEqual(['expired', 'expired'])
  expect(await free(trips)).toEqual([2, 2])
  await expectConsistent(test.deps)
})

it('extends both parts once a top-up of what both miss has begun', async () => {
  const trips = await pair()
  const ana = await test.aPassenger(0)
  const keep = await kept(ana, trips)
  const extend = () => test.call(ana, 'POST', `/keeps/${keep.id}/extend`)
  await test.call(ana, 'POST', '/payments/create', { amount: keep.price - 1 })
  expect((await extend()).body.code).toBe('keep_needs_top_up')
  await test.call(ana, 'POST', '/payments/create', { amount: keep.price })
  const until = addMs(test.clock.now(), 20 * MINUTE_MS)
  expect((await extend()).body.keep.expiresAt).toBe(until.toISOString())
  const find = 'select distinct expires_at from seat_keeps where passenger_id = $1'
  const { rows } = await asOwner(test.deps.databaseUrl, find, [ana.userId])
  expect(rows).toEqual([{ expires_at: until }])
})

it('lets both parts go for a keep of another trip, and that one for both parts', async () => {
  const trips = await pair()
  const other = await test.newTrip()
  const ana = await test.aPassenger(0)
  await kept(ana, trips)
  test.clock.advance(1000)
  const stops = { fromStopId: other.stop(IBAGUE), toStopId: other.stop(CALI) }
  await test.call(ana, 'POST', `/trips/${other.tripId}/keeps`, stops)
  expect(await statuses(ana)).toEqual(['released', 'released', 'open'])
  await kept(ana, trips)
  expect(await free(trips)).toEqual([1, 1])
  await expectConsistent(test.deps)
})

it('books both kept parts, the last seats, in one call without naming them', async () => {
  const trips = await pair(1)
  const [ana, bob] = [await test.aPassenger(0), await test.aPassenger()]
  await kept(ana, trips)
  expect(await free(trips)).toEqual([0, 0])
  await aFundedWallet(test.deps, ana.userId, 500_000)
  expect((await test.bookBoth(bob, trips)).body.code).toBe('seats_unavailable')
  await test.bookedBoth(ana, trips)
  expect(await statuses(ana)).toEqual(['used', 'used'])
  expect(await free(trips)).toEqual([0, 0])
  await expectConsistent(test.deps)
})
