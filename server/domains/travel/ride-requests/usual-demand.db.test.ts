import { beforeEach, expect, it } from 'vitest'
import type { UsualDemandRow } from '#contract/ride-requests.ts'
import { placesNear } from '#server/domains/roads/places/places.public.ts'
import { addMs, bogotaDate, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { type AlertsApp, openAlertsApp } from '#test/alert-factories.ts'
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

async function asks(days: number, changes: object = {}): Promise<{ code?: string }> {
  const earliest = addMs(TEST_NOW, days * DAY_MS)
  const { body } = await test.call(await aUser(test.deps), 'POST', '/ride-requests', {
    from: GIRARDOT,
    to: CALI,
    earliest: earliest.toISOString(),
    latest: addMs(earliest, HOUR_MS).toISOString(),
    maxPrice: 20_000,
    ...changes,
  })
  return body
}

async function looks(days: number, changes: object = {}): Promise<void> {
  expect((await asks(days, changes)).code).toBeUndefined()
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
  const onWay = new Set(trip.facts.places.map(({ placeId }) => placeId))
  const near = await placesNear(test.deps, GIRARDOT, 15)
  const off = near.filter(({ place }) => !onWay.has(place.id))
  const codes: (string | undefined)[] = []
  for (const { place } of off) {
    codes.push((await asks(8, { from: place.id, to: CALI, maxPrice: 15_000 })).code)
  }
  expect(codes).toContain(undefined)
  const row = (await usual()).find(({ date }) => date === on(8))
  expect(onWay.has(row?.from.placeId ?? '')).toBe(false)
  expect(row?.awayKm).toBeGreaterThan(0)
  expect(row?.awayKm).toBeLessThanOrEqual(15)
})

it('leaves out days on which the driver already offers the way', async () => {
  const departsAt = addMs(TEST_NOW, 10 * DAY_MS)
  await looks(10)
  expect((await usual()).some(({ date }) => date === on(10))).toBe(true)
  await test.publish({ driver: trip.driver, departsAt })
  expect((await usual()).some(({ date }) => date === on(10))).toBe(false)
})
