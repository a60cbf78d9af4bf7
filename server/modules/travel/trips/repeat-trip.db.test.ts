import { beforeEach, describe, expect, it } from 'vitest'
import { RepeatView } from '#contract/recurrence.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { type BookingsApp, FUNDS, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { aFundedWallet, aUser } from '#test/factories.ts'
import { aTrip, BOGOTA, CALI, GIRARDOT, IBAGUE, type TestTrip } from '#test/trip-factories.ts'

let test: BookingsApp
let trip: TestTrip

beforeEach(async () => {
  test ??= await openBookingsApp()
  trip = await test.newTrip()
})

const ask = (as = trip.driver, of = trip) => test.call(as, 'GET', `/trips/${of.tripId}/repeat`)
const repeated = async () => RepeatView.parse((await ask()).body.repeat)
const inWeeks = (weeks: number) => addMs(trip.facts.departsAt, weeks * 7 * DAY_MS).toISOString()

describe('a trip to publish again', () => {
  it('has the stops, car, price and terms of the trip, a week later', async () => {
    const repeat = await repeated()
    expect(repeat.stops.map(({ placeId, via }) => [placeId, via])).toEqual(
      [BOGOTA, GIRARDOT, IBAGUE, CALI].map((id) => [id, false]),
    )
    const { seats, seatPrice, vehicleId } = trip.facts
    expect(repeat).toMatchObject({ seats, seatPrice, vehicleId, departsAt: inWeeks(1) })
  })

  it('proposes the first week without another trip of the driver', async () => {
    const { driver } = trip
    const { departsAt } = trip.facts
    await aTrip(test.deps, { driver, departsAt: addMs(departsAt, 7 * DAY_MS) })
    await aTrip(test.deps, { driver, departsAt: addMs(departsAt, 14 * DAY_MS) })
    expect((await repeated()).departsAt).toBe(inWeeks(3))
  })

  it('skips a week in which the driver has a seat on a trip of somebody else', async () => {
    const departsAt = addMs(trip.facts.departsAt, 7 * DAY_MS)
    const other = await aTrip(test.deps, { departsAt })
    await aFundedWallet(test.deps, trip.driver.userId, FUNDS)
    await test.booked(trip.driver, other)
    expect((await repeated()).departsAt).toBe(inWeeks(2))
  })

  it('proposes the next such weekday after months, and no day past 90 days', async () => {
    test.clock.set(addMs(trip.facts.departsAt, 100 * DAY_MS))
    expect((await repeated()).departsAt).toBe(inWeeks(15))
    test.clock.set(addMs(trip.facts.departsAt, -90 * DAY_MS))
    expect((await repeated()).departsAt).toBe(null)
  })

  it('keeps to roads that are not the fastest', async () => {
    const { body } = await test.call(
      trip.driver,
      'GET',
      `/places/routes?from=${BOGOTA}&to=${GIRARDOT}`,
    )
    const other = body.routes.find(({ via }: { via: string[] }) => via.length > 0)
    const stops = [BOGOTA, ...other.via, GIRARDOT]
    const departsAt = addMs(trip.facts.departsAt, 2 * DAY_MS)
    const pinned = await aTrip(test.deps, { driver: trip.driver, stops, departsAt })
    await asOwner(
      test.deps.databaseUrl,
      `update trips set declared_seqs = array[0, cardinality(price_cumulative) - 1]::smallint[]
       where id = $1`,
      [pinned.tripId],
    )
    const { body: answer } = await ask(trip.driver, pinned)
    const told = RepeatView.parse(answer.repeat).stops.map(({ placeId, via }) => [placeId, via])
    expect(told).toEqual([
      [BOGOTA, false],
      ...other.via.map((id: string) => [id, true]),
      [GIRARDOT, false],
    ])
  })

  it('leaves out a price that is no longer allowed', async () => {
    await asOwner(
      test.deps.databaseUrl,
      `update trips set seat_price = seat_price * 3,
         price_cumulative = array(select p * 3 from unnest(price_cumulative) as p) where id = $1`,
      [trip.tripId],
    )
    expect(await repeated()).toMatchObject({ seatPrice: null, legPrices: null })
  })

  it('lets only the driver publish a trip again', async () => {
    const other = await aUser(test.deps)
    expect((await test.call(other, 'GET', `/trips/${trip.tripId}/repeat`)).body.code).toBe(
      'trip_not_found',
    )
  })
})
