import { beforeAll, describe, expect, it } from 'vitest'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { type ConnectionsApp, openConnectionsApp, type Pair } from '#test/connection-factories.ts'
import { asOwner } from '#test/db.ts'
import { aFundedWallet, aVerifiedDriver, type TestUser } from '#test/factories.ts'
import { expectConsistent } from '#test/race/invariants.ts'
import { aTrip, CALI, IBAGUE } from '#test/trip-factories.ts'

let test: ConnectionsApp

beforeAll(async () => {
  test = await openConnectionsApp()
})

/** A passenger with both parts booked. */
async function scene(gap?: number) {
  const pair = await test.newPair({}, {}, gap)
  const ana = await test.aPassenger()
  const booked = await test.bookedBoth(ana, pair)
  const sum = booked.first.price + booked.second.price
  return { pair, ana, booked, sum, before: 500_000 }
}

const states = async (ana: TestUser, booked: { first: { id: string }; second: { id: string } }) =>
  (await test.show(ana, booked)).map(({ state }) => state)
const cancelTrip = async (trip: Pair[number]) =>
  expect(
    (await test.call(trip.driver, 'POST', `/trips/${trip.tripId}/cancel`, {})).status,
  ).toBeLessThan(300)

describe('booking both parts', () => {
  it('holds the sum of both fares and shows no driver the other car', async () => {
    const { pair, ana, booked, sum, before } = await scene()
    expect(await test.available(ana)).toBe(before - sum)
    const [first, second] = await test.show(ana, booked)
    expect(first.connection).toMatchObject({
      ...{ id: booked.id, part: 1, otherBookingId: second.id, changeMinutes: 90, brokenAt: null },
      ...{ changeAt: { placeId: IBAGUE, point: { id: test.pointId } }, expectedAt: null },
      ...{ arrivesAt: first.to.at, departsAt: second.from.at, maySayMissed: false },
    })
    expect(first.connection.endsIn).toBe('Cali')
    expect(second.connection).toMatchObject({ part: 2, otherBookingId: first.id })
    expect(second.connection.endsIn).toBeUndefined()
    expect(second.from.point.id).toBe(test.pointId)
    const seen = await test.call(pair[1].driver, 'GET', `/bookings/${second.id}`)
    expect(seen.body.booking.connection).toMatchObject({ part: 2, otherBookingId: null })
    expect(JSON.stringify(seen.body)).not.toContain(pair[0].driver.userId)
    await expectConsistent(test.deps)
  })

  it('case 1: books nothing when the second part is sold out, and says which part', async () => {
    const pair = await test.newPair({}, { seats: 1 })
    await test.booked(await test.aPassenger(), pair[1], { from: IBAGUE, to: CALI })
    const ana = await test.aPassenger()
    const { status, body } = await test.bookBoth(ana, pair)
    expect([status, body.code, body.details]).toEqual([409, 'seats_unavailable', { part: 2 }])
    expect(await test.available(ana)).toBe(500_000)
    expect(await test.countOf(ana)).toBe(0)
  })

  it('case 2: refuses for good under a key what the balance covers for one part', async () => {
    const pair = await test.newPair()
    const [one, two] = pair
    const fare = (trip: Pair[number]) => trip.facts.priceCumulative.at(-1) ?? 0
    const ana = await test.aPassenger(Math.max(fare(one), fare(two)) + 100)
    const key = crypto.randomUUID()
    const asked = () => test.bookBoth(ana, pair, { key })
    expect((await asked()).body.code).toBe('insufficient_funds')
    await aFundedWallet(test.deps, ana.userId, 500_000)
    expect((await asked()).body.code).toBe('insufficient_funds')
    expect(await test.countOf(ana)).toBe(0)
    await expectConsistent(test.deps)
  })

  it('case 3: answers one connection to two calls of a key, not to another body', async () => {
    const pair = await test.newPair()
    const ana = await test.aPassenger()
    const key = crypto.randomUUID()
    const [a, b] = await Promise.all([1, 2].map(() => test.bookBoth(ana, pair, { key })))
    expect([a?.status, b?.status]).toEqual([201, 201])
    expect(a?.body.connectionId).toBe(b?.body.connectionId)
    expect(await test.countOf(ana)).toBe(2)
    expect((await test.bookBoth(ana, pair, { key, seats: 2 })).status).toBe(422)
  })

  it('cases 5 and 7: refuses one trip for both parts, and her own as the second', async () => {
    const [one, two] = await test.newPair()
    const ana = await test.aPassenger()
    expect((await test.bookBoth(ana, [one, { ...two, tripId: one.tripId }])).body.code).toBe(
      'stops_out_of_order',
    )
    const own = await test.bookBoth(two.driver, [one, two])
    expect([own.body.code, own.body.details]).toEqual(['own_trip', { part: 2 }])
  })

  it('case 8: refuses a driver she blocked, with the part', async () => {
    const pair = await test.newPair()
    const ana = await test.aPassenger()
    await test.call(ana, 'POST', '/blocks', { userId: pair[1].driver.userId })
    const { body } = await test.bookBoth(ana, pair)
    expect([body.code, body.details]).toEqual(['trip_unavailable', { part: 2 }])
  })

  it('case 11: refuses a change of 44 minutes, and a total that she did not see', async () => {
    const ana = await test.aPassenger()
    const tight = await test.newPair({}, {}, 44)
    expect((await test.bookBoth(ana, tight)).body.code).toBe('change_too_short')
    const pair = await test.newPair()
    expect((await test.bookBoth(ana, pair, { expectedPrice: 1_000 })).body.code).toBe(
      'price_changed',
    )
  })

  it('refuses a driver who answers each request, and one who takes cash only', async () => {
    const ana = await test.aPassenger()
    const asks = await test.newPair({}, { instant: false })
    expect((await test.bookBoth(ana, asks)).body).toMatchObject({
      code: 'connection_needs_answer',
      details: { part: 2 },
    })
    const driver = await aVerifiedDriver(test.deps)
    await aFundedWallet(test.deps, driver.userId, 100_000)
    const cash = await test.newPair({ driver, paymentModes: ['directo'] })
    expect((await test.bookBoth(ana, cash)).body).toMatchObject({
      code: 'connection_needs_wallet',
      details: { part: 1 },
    })
  })

  it('refuses cars that stop at different points of one town', async () => {
    const find = 'select id from safe_points where place_id = $1 and id <> $2 limit 1'
    const { rows } = await asOwner(test.deps.databaseUrl, find, [IBAGUE, test.pointId])
    const { rows: other } = await asOwner(
      test.deps.databaseUrl,
      "select id from safe_points where place_id <> $1 and status = 'vetted' limit 1",
      [IBAGUE],
    )
    const pair = await test.newPair(rows[0] ? { points: { [IBAGUE]: rows[0].id } } : {})
    const changePointId = rows[0] ? test.pointId : other[0].id
    const { body } = await test.bookBoth(await test.aPassenger(), pair, { changePointId })
    expect(body.code).toBe(rows[0] ? 'parts_apart' : 'safe_point_not_found')
  })

  it('changes no part by itself: neither its segment nor some of its seats', async () => {
    const pair = await test.newPair()
    const ana = await test.aPassenger()
    const { first, second } = await test.bookedBoth(ana, pair, { seats: 2 })
    expect(first.can.changeSegment).toBe(false)
    const back = await test.act(ana, second, 'give-back', { seats: 1 })
    expect(back.status).toBeGreaterThanOrEqual(400)
  })
})

describe('cancelling both parts', () => {
  it('returns everything a day ahead of the first pick-up, also of the second part', async () => {
    const { pair, ana, booked, sum, before } = await scene()
    test.clock.set(addMs(pair[0].facts.departsAt, -DAY_MS))
    const shown = await test.show(ana, booked)
    expect(shown.map(({ refundIfCancelledNow }) => refundIfCancelledNow)).toEqual([
      booked.first.price,
      booked.second.price,
    ])
    const { body } = await test.cancelBoth(ana, booked.id, { expectedRefund: sum })
    expect(body.bookings.map((each: { state: string }) => each.state)).toEqual([
      'cancelled_by_passenger',
      'cancelled_by_passenger',
    ])
    expect(await test.available(ana)).toBe(before)
    expect((await test.cancelBoth(ana, booked.id)).status).toBe(200)
    await expectConsistent(test.deps)
  })

  it('returns half of both later, and refuses to return less than she saw', async () => {
    const { pair, ana, booked, sum, before } = await scene()
    test.clock.set(addMs(pair[0].facts.departsAt, -HOUR_MS * 23))
    const shown = await test.show(ana, booked)
    const half = shown[0].refundIfCancelledNow + shown[1].refundIfCancelledNow
    expect(half).toBe(Math.ceil(booked.first.price / 2) + Math.ceil(booked.second.price / 2))
    const seen = await test.cancelBoth(ana, booked.id, { expectedRefund: half + 1 })
    expect([seen.body.code, seen.body.details]).toEqual(['price_changed', { refund: half }])
    expect(await states(ana, booked)).toEqual(['confirmed', 'confirmed'])
    await test.cancelBoth(ana, booked.id, { expectedRefund: half })
    expect(await test.available(ana)).toBe(before - sum + half)
    await expectConsistent(test.deps)
  })

  it('lets nobody else cancel', async () => {
    const { pair, booked } = await scene()
    for (const other of [pair[0].driver, await test.aPassenger()]) {
      expect((await test.cancelBoth(other, booked.id)).body.code).toBe('booking_not_found')
      expect((await test.missed(other, booked.id)).body.code).toBe('booking_not_found')
    }
  })

  it('leaves the other part as a booking of its own when she gives up one', async () => {
    const { ana, booked } = await scene()
    await test.act(ana, booked.first, 'cancel')
    await test.runJobs()
    const [, second] = await test.show(ana, booked)
    expect([second.state, second.connection.brokenAt]).toEqual(['confirmed', null])
  })
})

describe('when a driver fails', () => {
  it('case 20: releases the second part when driver 1 cancels, and tells both people', async () => {
    const { pair, ana, booked, before } = await scene()
    await test.act(pair[0].driver, booked.first, 'cancel')
    await test.runJobs()
    expect(await states(ana, booked)).toEqual(['cancelled_by_driver', 'cancelled_by_passenger'])
    const because = (await test.show(ana, booked)).map(({ leftBecause }) => leftBecause)
    expect(because).toEqual([undefined, 'other_car'])
    expect(await test.available(ana)).toBe(before)
    expect(await test.messages(ana)).toContain('part_released')
    expect(await test.messages(pair[1].driver)).toContain('passenger_released')
    await expectConsistent(test.deps)
  })

  it('lets her leave the first part free when the second trip is cancelled', async () => {
    const { pair, ana, booked, before } = await scene()
    test.clock.set(addMs(pair[0].facts.departsAt, -3 * HOUR_MS))
    await cancelTrip(pair[1])
    await test.runJobs()
    const [first] = await test.show(ana, booked)
    expect([first.state, first.refundIfCancelledNow]).toEqual(['confirmed', first.price])
    expect(first.connection.brokenAt).not.toBeNull()
    expect(await test.messages(ana)).toContain('other_car_failed')
    expect(await test.messages(pair[0].driver)).toContain('passenger_may_leave')
    await test.act(ana, booked.first, 'cancel')
    expect(await test.available(ana)).toBe(before)
  })

  it('charges nothing when she does not board then, and refuses a no-show', async () => {
    const { pair, ana, booked, before } = await scene()
    await cancelTrip(pair[1])
    await test.runJobs()
    test.toPickUp(booked.first, HOUR_MS)
    const claim = await test.act(pair[0].driver, booked.first, 'no-show')
    expect(claim.body.code).toBe('booking_not_waiting')
    test.clock.set(addMs(pair[0].facts.arrivesAt, MINUTE_MS))
    await test.runJobs()
    expect(await states(ana, booked)).toEqual(['cancelled_by_passenger', 'trip_cancelled'])
    expect(await test.available(ana)).toBe(before)
    await expectConsistent(test.deps)
  })

  it('charges the first part when she boards although the second trip is cancelled', async () => {
    const { pair, ana, booked, before } = await scene()
    await cancelTrip(pair[1])
    await test.runJobs()
    test.toPickUp(booked.first, 0)
    await test.board(pair[0].driver, booked.first)
    expect(await test.available(ana)).toBe(before - booked.first.price)
  })

  it('case 19: pays no second part by time while the job of the failure waits', async () => {
    const { pair, ana, booked, before } = await scene()
    await cancelTrip(pair[0])
    await asOwner(test.deps.databaseUrl, "delete from jobs where name = 'bookings.follow-part'")
    test.clock.set(addMs(pair[1].facts.arrivesAt, 2 * DAY_MS))
    await asOwner(test.deps.databaseUrl, "delete from jobs where name = 'bookings.tell'")
    await test.runRecurring('bookings.advance-due')
    expect(await states(ana, booked)).toEqual(['trip_cancelled', 'cancelled_by_passenger'])
    expect(await test.available(ana)).toBe(before)
  })

  it('case 21: returns both with one message each when both trips are cancelled', async () => {
    const { pair, ana, booked, before } = await scene()
    await cancelTrip(pair[0])
    await cancelTrip(pair[1])
    await test.runJobs()
    expect(await states(ana, booked)).toEqual(['trip_cancelled', 'trip_cancelled'])
    expect(await test.available(ana)).toBe(before)
    expect(await test.messages(ana)).not.toContain('part_released')
  })

  it('lets her leave both free while Cupo pauses one trip, and breaks nothing', async () => {
    const { pair, ana, booked, sum } = await scene()
    test.clock.set(addMs(pair[0].facts.departsAt, -5 * HOUR_MS))
    await asOwner(
      test.deps.databaseUrl,
      `insert into trip_pauses (trip_id, cause, lacking, paused_at)
       values ($1, 'documents', '{soat}', $2)`,
      [pair[1].tripId, test.clock.now()],
    )
    const shown = await test.show(ana, booked)
    expect(shown[0].refundIfCancelledNow + shown[1].refundIfCancelledNow).toBe(sum)
    expect(shown[0].connection.brokenAt).toBeNull()
  })
})

describe('when a driver moves', () => {
  const move = (trip: Pair[number], byMinutes: number) =>
    test.edit(trip, {
      departsAt: addMs(trip.facts.departsAt, byMinutes * MINUTE_MS).toISOString(),
    })
  const free = async (ana: TestUser, booked: Parameters<typeof states>[1]) =>
    (await test.show(ana, booked)).map((each) => each.refundIfCancelledNow === each.price)

  it('frees neither part by 10 minutes that leave enough time', async () => {
    const { pair, ana, booked } = await scene()
    test.clock.set(addMs(pair[0].facts.departsAt, -10 * HOUR_MS))
    await move(pair[0], 10)
    expect(await free(ana, booked)).toEqual([false, false])
  })

  it('case 12: frees both by 20 minutes of the first car, and keeps the connection', async () => {
    const { pair, ana, booked } = await scene()
    test.clock.set(addMs(pair[0].facts.departsAt, -10 * HOUR_MS))
    await move(pair[0], 20)
    expect(await free(ana, booked)).toEqual([true, true])
    expect(await states(ana, booked)).toEqual(['confirmed', 'confirmed'])
  })

  it('frees both when a small move leaves under 30 minutes, and says so before', async () => {
    const { pair, ana, booked } = await scene(70)
    await move(pair[0], 14)
    await move(pair[1], -14)
    test.clock.set(addMs(pair[0].facts.departsAt, -10 * HOUR_MS))
    expect(await free(ana, booked)).toEqual([false, false])
    const preview = await test.call(
      pair[1].driver,
      'POST',
      `/trips/${pair[1].tripId}/change-preview`,
      { departsAt: addMs(pair[1].facts.departsAt, -27 * MINUTE_MS).toISOString() },
    )
    expect(preview.body.preview.told[0]).toMatchObject({ mayLeaveFree: true })
    await asOwner(
      test.deps.databaseUrl,
      `update bookings set drops_off_at = drops_off_at + interval '13 minutes' where id = $1`,
      [booked.first.id],
    )
    expect(await free(ana, booked)).toEqual([true, true])
    const cancelled = await test.cancelBoth(ana, booked.id)
    expect(cancelled.status).toBe(200)
    expect(await test.available(ana)).toBe(500_000)
  })
})

it('case 24: keeps an account with an open connection from closing', async () => {
  const { ana } = await scene()
  const { body } = await test.call(ana, 'GET', '/me/privacy')
  expect(JSON.stringify(body)).toContain('booking')
})

it('case 6: allows two trips of one driver', async () => {
  const [one] = await test.newPair()
  const two = await aTrip(test.deps, {
    driver: one.driver,
    stops: [IBAGUE, CALI],
    departsAt: addMs(one.facts.arrivesAt, 90 * MINUTE_MS),
  })
  await test.bookedBoth(await test.aPassenger(), [one, two])
})
