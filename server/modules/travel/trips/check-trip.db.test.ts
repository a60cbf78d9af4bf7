import { beforeAll, describe, expect, it } from 'vitest'
import type { PublishRefusal } from '#contract/trips.ts'
import { addMs, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import {
  aUser,
  aVerifiedDriver,
  freshToken,
  type TestDriver,
  type TestUser,
} from '#test/factories.ts'
import { postJson } from '#test/http-client.ts'
import { aRoadNetwork, aTrip, BOGOTA, CALI, GIRARDOT, IBAGUE } from '#test/trip-factories.ts'

let test: TestApp
let driver: TestDriver
let inAWeek: Date

beforeAll(async () => {
  test = await openTestApp()
  await aRoadNetwork(test.deps)
  driver = await aVerifiedDriver(test.deps)
  inAWeek = addMs(test.clock.now(), 7 * DAY_MS)
})

async function check(
  user: TestUser,
  changes: Record<string, unknown> = {},
): Promise<PublishRefusal[]> {
  const body = {
    vehicleId: driver.vehicleId,
    stops: [BOGOTA, GIRARDOT].map((placeId) => ({ placeId })),
    departsAt: inAWeek.toISOString(),
    seats: 3,
    ...changes,
  }
  const answer = await postJson(test.app, '/trips/check', body, {
    token: await freshToken(test.deps, user),
  })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().refusals
}

const codes = (refusals: PublishRefusal[]) => refusals.map(({ code, trip }) => [trip, code])

describe('what would refuse a publication', () => {
  it('lists nothing for a trip that can be published', async () => {
    expect(await check(driver)).toEqual([])
  })

  it.each<[string, Record<string, unknown>]>([
    ['contact_in_text', { notes: 'Escríbeme al 310 555 12 34' }],
    ['trip_seats_exceed_vehicle', { seats: 4, preferences: { maxTwoInBack: true } }],
    ['women_only_driver', { preferences: { womenOnly: true } }],
    ['publish_balance_required', { paymentModes: ['billetera', 'directo'] }],
    ['trip_departs_in_past', { departsAt: '2026-11-20T12:00:00.000Z' }],
    ['documents_not_valid_on_date', { departsAt: '2027-02-18T12:00:00.000Z', aged: true }],
  ])('lists %s for %j', async (code, { aged, ...changes }) => {
    if (!aged) return expect(codes(await check(driver, changes))).toEqual([['outward', code]])
    const soon = await aVerifiedDriver(test.deps)
    test.clock.advance(330 * DAY_MS)
    const late = addMs(test.clock.now(), 60 * DAY_MS).toISOString()
    const answer = await check(soon, { vehicleId: soon.vehicleId, departsAt: late })
    test.clock.advance(-330 * DAY_MS)
    expect(codes(answer)).toEqual([['outward', code]])
  })

  it('lists every refusal at once, each with its sentence', async () => {
    const refusals = await check(driver, {
      notes: 'Son 20.000 pesos',
      preferences: { womenOnly: true },
    })
    expect(codes(refusals)).toEqual([
      ['outward', 'contact_in_text'],
      ['outward', 'women_only_driver'],
    ])
    expect(refusals.every(({ message }) => message.length > 20)).toBe(true)
  })

  it('names the other trip of the driver, for the trip and for its return', async () => {
    const departsAt = addMs(inAWeek, 10 * DAY_MS)
    const other = await aTrip(test.deps, { driver, stops: [IBAGUE, CALI], departsAt })
    const free = addMs(departsAt, -3 * DAY_MS).toISOString()
    const taken = addMs(departsAt, HOUR_MS).toISOString()
    const overlap = {
      kind: 'trip',
      tripId: other.tripId,
      route: 'Ibagué → Cali',
      at: departsAt.toISOString(),
    }
    const outward = await check(driver, {
      departsAt: taken,
      returnAt: addMs(new Date(taken), 5 * DAY_MS).toISOString(),
    })
    expect(outward).toMatchObject([{ code: 'trip_overlaps', trip: 'outward', overlap }])
    expect(outward[0]?.message).toContain('Ibagué → Cali')
    const back = await check(driver, { departsAt: free, returnAt: taken })
    expect(back).toMatchObject([{ code: 'trip_overlaps', trip: 'return', overlap }])
  })

  it('checks no drive before the car is known, and no car of another person', async () => {
    const passenger = await aUser(test.deps)
    expect(await check(passenger, { vehicleId: undefined })).toEqual([])
    expect(codes(await check(passenger))).toEqual([['outward', 'identity_not_verified']])
    const other = await aVerifiedDriver(test.deps)
    expect(codes(await check(other))).toEqual([['outward', 'vehicle_not_found']])
  })
})
