import { beforeEach, expect, it } from 'vitest'
import type { UsualDemandRow } from '#contract/ride-requests.ts'
import { placesAlong } from '#server/modules/roads/places/index.ts'
import { addMs, bogotaDate, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { type AlertsApp, openAlertsApp } from '#test/alert-factories.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW } from '#test/deps.ts'
import { aUser, freshToken, type TestUser } from '#test/factories.ts'
import { BOGOTA, CALI, GIRARDOT, IBAGUE, type TestTrip } from '#test/trip-factories.ts'

let test: AlertsApp
let trip: TestTrip

beforeEach(async () => {
  test ??= await openAlertsApp()
  test.clock.set(TEST_NOW)
  trip = await test.publish({ departsAt: addMs(TEST_NOW, DAY_MS) })
})

/** Days from now on which somebody looks for a seat; each test has its own route or day. */
const on = (days: number) => bogotaDate(addMs(TEST_NOW, days * DAY_MS))

async function looks(days: number, changes: object = {}): Promise<void> {
  const earliest = addMs(TEST_NOW, days * DAY_MS)
  const { body } = await test.call(await aUser(test.deps), 'POST', '/ride-requests', {
    from: GIRARDOT,
    to: CALI,
    earliest: earliest.toISOString(),
    latest: addMs(earliest, HOUR_MS).toISOString(),
    maxPrice: 20_000,
    ...changes,
  })
  expect(body.code).toBeUndefined()
}

async function usual(driver: TestUser = trip.driver): Promise<UsualDemandRow[]> {
  const token = await freshToken(test.deps, driver)
  return (await test.call({ ...driver, token }, 'GET', '/demand/usual')).body.rows
}

it('lists who looks for a part of a usual way, with price and a trip to repeat', async () => {
  await looks(3)
  await looks(3, { maxPrice: 25_000, seats: 2 })
  expect(await usual()).toMatchObject([
    {
      from: { placeId: GIRARDOT },
      to: { placeId: CALI },
      date: on(3),
      people: 2,
      seats: 3,
      maxPrice: 25_000,
      awayKm: 0,
      tripId: trip.tripId,
    },
  ])
})

it('looks along all usual ways, and not along those of other drivers', async () => {
  const back = await test.publish({
    driver: trip.driver,
    stops: [CALI, IBAGUE],
    departsAt: addMs(TEST_NOW, 4 * DAY_MS),
  })
  await looks(6, { from: CALI, to: IBAGUE })
  const rows = await usual()
  expect(rows.find(({ date }) => date === on(6))).toMatchObject({ tripId: back.tripId })
  const other = await test.publish({ stops: [BOGOTA, GIRARDOT] })
  expect(await usual(other.driver)).toEqual([])
})

it('names the distance of a place that is off the way', async () => {
  const way = trip.facts.places.map(({ placeId }) => placeId)
  const along = await placesAlong(test.deps, way, 15)
  const off = along.find(({ awayKm, no }) => awayKm > 1 && no < way.length - 1)
  const { userId } = await aUser(test.deps)
  await asOwner(
    test.deps.databaseUrl,
    `insert into trip_alerts
       (id, user_id, from_place, to_place, since, until, seats, status, created_at)
     values ($1, $2, $3, $4, $5, $5, 1, 'active', $6)`,
    [newId(), userId, off?.placeId, CALI, on(8), test.clock.now()],
  )
  const row = (await usual()).find(({ date }) => date === on(8))
  expect(row).toMatchObject({ from: { placeId: off?.placeId }, maxPrice: null })
  expect(row?.awayKm).toBe(Math.round(off?.awayKm ?? 0))
})

it('names no price above the ceiling of the own trip, however high the offers are', async () => {
  const departsAt = addMs(TEST_NOW, 12 * DAY_MS)
  const { userId } = await aUser(test.deps)
  await asOwner(
    test.deps.databaseUrl,
    `insert into trip_alerts (id, user_id, from_place, to_place, since, until, seats, max_price,
       status, created_at)
     values ($1, $2, $3, $4, $5, $5, 1, 900000, 'active', $6)`,
    [newId(), userId, GIRARDOT, CALI, on(12), test.clock.now()],
  )
  const ceilingOf = async (stops: string[], seats: number) => {
    const asked = { stops, departsAt: departsAt.toISOString(), seats }
    return (await test.call(trip.driver, 'POST', '/trips/quote', asked)).body
  }
  const seats = trip.facts.seats
  expect(seats).toBeGreaterThan(1)
  const own = await ceilingOf([BOGOTA, GIRARDOT, CALI], seats)
  const row = (await usual()).find(({ date }) => date === on(12))
  expect(row?.maxPrice).toBe(own.legs[1].max)
  const demand = `/demand?from=${GIRARDOT}&to=${CALI}&date=${on(12)}`
  const alone = await ceilingOf([GIRARDOT, CALI], seats)
  expect((await test.call(trip.driver, 'GET', demand)).body.rows).toMatchObject([
    { maxPrice: alone.seat.max },
  ])
  const most: { date: string; maxPrice: number }[] = (
    await test.call(trip.driver, 'GET', '/demand')
  ).body.rows
  expect(most.find(({ date }) => date === on(12))?.maxPrice).toBe(alone.seat.max)
  // A request names up to the ceiling of a car with one seat: more than the own trip's.
  const { seat } = await ceilingOf([GIRARDOT, CALI], 1)
  const wanted = await test.publish({ driver: trip.driver, departsAt })
  await looks(12, { maxPrice: seat.max, latest: addMs(departsAt, 9 * HOUR_MS).toISOString() })
  const path = `/trips/${wanted.tripId}/demand`
  const shown = (await test.call(trip.driver, 'GET', path)).body.wanted
  expect(shown).toMatchObject([{ maxPrice: own.legs[1].max }])
})

it('leaves out days on which the driver already offers the way', async () => {
  const departsAt = addMs(TEST_NOW, 10 * DAY_MS)
  await looks(10)
  expect((await usual()).some(({ date }) => date === on(10))).toBe(true)
  await test.publish({ driver: trip.driver, departsAt })
  expect((await usual()).some(({ date }) => date === on(10))).toBe(false)
})
