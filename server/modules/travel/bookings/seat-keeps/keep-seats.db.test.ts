import { beforeAll, describe, expect, it } from 'vitest'
import { listSeatsLeft } from '#server/modules/travel/trips/index.ts'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { type Body, type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW } from '#test/deps.ts'
import { aFundedWallet, freshToken, type TestUser } from '#test/factories.ts'
import { expectConsistent } from '#test/race/invariants.ts'
import { BOGOTA, CALI, GIRARDOT, IBAGUE, type TestTrip } from '#test/trip-factories.ts'

let test: BookingsApp

beforeAll(async () => {
  test = await openBookingsApp()
})

function keep(who: TestUser, trip: TestTrip, body: Body = {}) {
  const { from = IBAGUE, to = CALI, ...rest } = body
  const stops = { fromStopId: trip.stop(String(from)), toStopId: trip.stop(String(to)) }
  return test.call(who, 'POST', `/trips/${trip.tripId}/keeps`, { ...stops, ...rest })
}

async function kept(who: TestUser, trip: TestTrip, body: Body = {}) {
  const { status, body: answer } = await keep(who, trip, body)
  expect(answer).toMatchObject({ keep: { status: 'open' } })
  expect(status).toBe(201)
  return answer.keep
}

const mine = async (who: TestUser) => (await test.call(who, 'GET', '/keeps/mine')).body.keep
const release = (who: TestUser, id: string) => test.call(who, 'POST', `/keeps/${id}/release`)
const poor = () => test.aPassenger(0)
const fund = (who: TestUser) => aFundedWallet(test.deps, who.userId, 500_000)

async function edit(trip: TestTrip, payload: Body) {
  const token = await freshToken(test.deps, trip.driver)
  const answer = await test.app.inject({
    method: 'PATCH',
    url: `/api/trips/${trip.tripId}`,
    headers: { authorization: `Bearer ${token}` },
    payload,
  })
  return { status: answer.statusCode, body: answer.json() }
}

async function freeAtTheEnd(trip: TestTrip): Promise<number | undefined> {
  return (await listSeatsLeft(test.deps.db, trip.tripId)).at(-1)
}

async function statusOf(id: string): Promise<string> {
  const find = 'select status from seat_keeps where id = $1'
  return (await asOwner(test.deps.databaseUrl, find, [id])).rows[0].status
}

describe('keeping seats during a top-up', () => {
  it('keeps seats for five minutes and returns the missing amount', async () => {
    const trip = await test.newTrip({ seats: 2 })
    const [ana, eva] = [await test.aPassenger(5_000), await test.aPassenger()]
    const made = await kept(ana, trip, { seats: 2 })
    expect(made).toMatchObject({
      tripId: trip.tripId,
      fromStopId: trip.stop(IBAGUE),
      toStopId: trip.stop(CALI),
      seats: 2,
      canExtend: false,
      shortfall: made.price - 5_000,
      serverTime: TEST_NOW.toISOString(),
      expiresAt: addMs(TEST_NOW, 5 * MINUTE_MS).toISOString(),
    })
    expect(await mine(ana)).toEqual(made)
    expect(await mine(eva)).toBeNull()
    expect((await test.book(eva, trip)).body.code).toBe('seats_unavailable')
    // The seats before Ibagué are free, and the driver sees none of the kept seats as sold.
    await test.booked(eva, trip, { from: BOGOTA, to: IBAGUE })
    const { body } = await test.call(trip.driver, 'GET', '/trips/mine')
    expect(body.trips[0]).toMatchObject({ id: trip.tripId, seatsSold: 1 })
    await expectConsistent(test.deps)
  })

  it('returns the same keep for the same seats', async () => {
    const trip = await test.newTrip()
    const ana = await poor()
    const key = newId()
    const made = await kept(ana, trip, { key })
    expect((await kept(ana, trip, { key })).id).toBe(made.id)
    expect((await kept(ana, trip)).id).toBe(made.id)
    expect(await freeAtTheEnd(trip)).toBe(2)
    expect((await keep(ana, trip, { key, seats: 2 })).body.code).toBe('idempotency_mismatch')
  })

  it('releases the first keep when a person keeps other seats, on any trip', async () => {
    const ana = await poor()
    const trips = [await test.newTrip({ seats: 1 }), await test.newTrip({ seats: 1 })]
    for (const trip of [...trips, trips[0] as TestTrip]) {
      const made = await kept(ana, trip)
      expect((await mine(ana)).id).toBe(made.id)
      const left = await Promise.all(trips.map(freeAtTheEnd))
      expect(left).toEqual(trips.map((each) => (each === trip ? 0 : 1)))
    }
    const whole = await kept(ana, trips[0] as TestTrip, { from: BOGOTA })
    expect((await mine(ana)).id).toBe(whole.id)
    await expectConsistent(test.deps)
  })

  it('leaves the first keep open when the seats of the second one are taken', async () => {
    const [trip, full] = [await test.newTrip({ seats: 1 }), await test.newTrip({ seats: 1 })]
    const [ana, eva] = [await poor(), await test.aPassenger()]
    await test.booked(eva, full)
    const made = await kept(ana, trip)
    expect((await keep(ana, full)).body.code).toBe('seats_unavailable')
    expect((await mine(ana)).id).toBe(made.id)
    expect(await freeAtTheEnd(trip)).toBe(0)
  })

  it('expires a keep at the pick-up at the latest', async () => {
    const trip = await test.newTrip({ departsAt: addMs(TEST_NOW, HOUR_MS) })
    const ana = await poor()
    const { at } = trip.facts.places[0] ?? { at: TEST_NOW }
    test.clock.set(addMs(at, -4 * MINUTE_MS))
    const made = await kept(ana, trip, { from: BOGOTA })
    expect(made).toMatchObject({ expiresAt: at.toISOString(), canExtend: false })
    const { body } = await test.call(ana, 'POST', `/keeps/${made.id}/extend`)
    expect(body.keep.expiresAt).toBe(at.toISOString())
  })

  it('allows three keeps a day on a trip, and twelve in all', async () => {
    const ana = await poor()
    const trip = await test.newTrip()
    const again = async (on: TestTrip) => {
      const { id } = await kept(ana, on)
      await release(ana, id)
    }
    for (let n = 0; n < 3; n += 1) await again(trip)
    expect(await keep(ana, trip)).toMatchObject({ status: 409, body: { code: 'too_many_keeps' } })
    for (let n = 0; n < 3; n += 1) {
      const other = await test.newTrip()
      for (let times = 0; times < 3; times += 1) await again(other)
    }
    expect((await keep(ana, await test.newTrip())).body.code).toBe('too_many_keeps')
    test.clock.advance(DAY_MS + 1)
    await kept(ana, trip)
  })
})

describe('refused keeps', () => {
  it.each<[string, Body, string]>([
    ['of another trip', { fromStopId: `${newId()}.0` }, 'stop_not_found'],
    ['backwards', { from: CALI, to: IBAGUE }, 'stops_out_of_order'],
    ['that is not there', { seats: 4 }, 'seats_unavailable'],
    ['that is none', { seats: 0 }, 'invalid_request'],
  ])('refuses to keep a seat %s', async (_, changes, code) => {
    const trip = await test.newTrip()
    const ana = await poor()
    expect((await keep(ana, trip, changes)).body.code).toBe(code)
    expect(await mine(ana)).toBeNull()
    expect(await freeAtTheEnd(trip)).toBe(3)
  })

  it('refuses a keep on an own or booked trip, with enough balance or in directo', async () => {
    const trip = await test.newTrip()
    expect((await keep(trip.driver, trip)).body.code).toBe('own_trip')
    const ana = await test.aPassenger(trip.facts.seatPrice)
    expect((await keep(ana, trip)).body.code).toBe('keep_not_needed')
    await test.booked(ana, trip, { from: BOGOTA })
    expect((await keep(ana, trip)).body.code).toBe('already_booked')
    await aFundedWallet(test.deps, trip.driver.userId, 50_000)
    const direct = await test.newTrip({
      driver: trip.driver,
      paymentModes: ['directo'],
      departsAt: addMs(TEST_NOW, 12 * DAY_MS),
    })
    expect((await keep(await poor(), direct)).body.code).toBe('payment_mode_not_offered')
  })

  it('refuses a keep after the pick-up, or of a cancelled or unknown trip', async () => {
    const trip = await test.newTrip()
    const ana = await poor()
    const unknown = { ...trip, tripId: newId() }
    expect((await keep(ana, unknown)).body.code).toBe('trip_not_found')
    await test.call(trip.driver, 'POST', `/trips/${trip.tripId}/cancel`)
    expect((await keep(ana, trip)).body.code).toBe('trip_not_bookable')
    const gone = await test.newTrip()
    test.clock.set(addMs(gone.facts.departsAt, 1))
    expect((await keep(ana, gone, { from: BOGOTA })).body.code).toBe('trip_departed')
  })
})

describe('booking with a keep', () => {
  it('books the kept seat and no other one', async () => {
    const trip = await test.newTrip({ seats: 1 })
    const ana = await poor()
    const { id: keepId, price } = await kept(ana, trip)
    const key = newId()
    await fund(ana)
    const booking = await test.booked(ana, trip, { keepId, key, expectedPrice: price })
    expect(booking).toMatchObject({ status: 'confirmed', seats: 1, price })
    expect(await statusOf(keepId)).toBe('used')
    expect(await mine(ana)).toBeNull()
    // A retry can come without the keep's id.
    expect((await test.booked(ana, trip, { key, expectedPrice: price })).id).toBe(booking.id)
    test.clock.advance(HOUR_MS)
    await test.runRecurring('seat-keeps.expire-due')
    expect(await freeAtTheEnd(trip)).toBe(0)
    await test.call(ana, 'POST', `/bookings/${booking.id}/cancel`)
    expect(await freeAtTheEnd(trip)).toBe(1)
    await expectConsistent(test.deps)
  })

  it('keeps a requested seat taken while the driver has not answered', async () => {
    const trip = await test.newTrip({ seats: 1, instant: false })
    const ana = await poor()
    const { id: keepId } = await kept(ana, trip)
    await fund(ana)
    expect((await test.booked(ana, trip, { keepId })).status).toBe('requested')
    expect(await freeAtTheEnd(trip)).toBe(0)
    await expectConsistent(test.deps)
  })

  it('leaves the keep open when the booking is refused for lack of money', async () => {
    const trip = await test.newTrip({ seats: 1 })
    const ana = await poor()
    const { id: keepId } = await kept(ana, trip)
    for (const key of [undefined, newId()]) {
      const refused = await test.book(ana, trip, { keepId, ...(key ? { key } : {}) })
      expect(refused.body.code).toBe('insufficient_funds')
      expect((await mine(ana)).id).toBe(keepId)
      expect(await freeAtTheEnd(trip)).toBe(0)
    }
  })

  it('takes the seat of an expired keep only if it is free', async () => {
    const trip = await test.newTrip({ seats: 1 })
    const [ana, eva] = [await poor(), await test.aPassenger()]
    const first = await kept(ana, trip)
    await fund(ana)
    test.clock.advance(10 * MINUTE_MS)
    expect(await mine(ana)).toBeNull()
    await test.runRecurring('seat-keeps.expire-due')
    await test.booked(eva, trip)
    const late = await test.book(ana, trip, { keepId: first.id })
    expect(late).toMatchObject({ status: 409, body: { code: 'seats_unavailable' } })
    expect(await statusOf(first.id)).toBe('expired')

    const other = await test.newTrip({ seats: 1 })
    const leo = await poor()
    const second = await kept(leo, other)
    await fund(leo)
    // The expired keep has not returned its seat yet.
    test.clock.advance(10 * MINUTE_MS)
    await test.booked(leo, other, { keepId: second.id })
    expect(await statusOf(second.id)).toBe('expired')
    expect(await freeAtTheEnd(other)).toBe(0)
    await expectConsistent(test.deps)
  })

  it('releases the kept seats when other seats are booked', async () => {
    const trip = await test.newTrip({ seats: 2 })
    const ana = await poor()
    const { id: keepId } = await kept(ana, trip, { seats: 2 })
    await fund(ana)
    await test.booked(ana, trip, { keepId, seats: 1, from: GIRARDOT })
    expect(await statusOf(keepId)).toBe('released')
    expect(await freeAtTheEnd(trip)).toBe(1)
    await expectConsistent(test.deps)
  })

  it('ignores the keep of another person', async () => {
    const trip = await test.newTrip({ seats: 1 })
    const [ana, eva] = [await poor(), await test.aPassenger()]
    const { id: keepId } = await kept(ana, trip)
    expect((await test.book(eva, trip, { keepId })).body.code).toBe('seats_unavailable')
    expect(await test.book(eva, trip, { keepId: newId() })).toMatchObject({ status: 409 })
    expect((await mine(ana)).id).toBe(keepId)
  })

  it('refuses a booking with a keep of a cancelled trip, and a job ends the keep', async () => {
    const trip = await test.newTrip({ seats: 1 })
    const ana = await poor()
    const { id: keepId } = await kept(ana, trip)
    await fund(ana)
    await test.call(trip.driver, 'POST', `/trips/${trip.tripId}/cancel`)
    expect((await test.book(ana, trip, { keepId })).body.code).toBe('trip_not_bookable')
    expect(await mine(ana)).toBeNull()
    expect(await statusOf(keepId)).toBe('open')
    test.clock.advance(10 * MINUTE_MS)
    await test.runRecurring('seat-keeps.expire-due')
    expect(await statusOf(keepId)).toBe('expired')
    expect(await freeAtTheEnd(trip)).toBe(1)
    expect(await test.available(ana)).toBe(500_000)
  })

  it('books a kept seat at the current price, which the person must confirm', async () => {
    const trip = await test.newTrip({ seats: 1 })
    const ana = await poor()
    const made = await kept(ana, trip, { from: BOGOTA })
    await fund(ana)
    const seatPrice = trip.facts.seatPrice - 5_000
    const edited = await edit(trip, { seatPrice })
    expect(edited.status).toBe(200)
    const book = (expectedPrice: number) =>
      test.book(ana, trip, { from: BOGOTA, keepId: made.id, expectedPrice })
    expect((await book(made.price)).body.code).toBe('price_changed')
    expect(await mine(ana)).toMatchObject({ id: made.id, price: seatPrice })
    expect(await book(seatPrice)).toMatchObject({
      status: 201,
      body: { booking: { price: seatPrice } },
    })
    expect(await freeAtTheEnd(trip)).toBe(0)
    await expectConsistent(test.deps)
  })
})

describe('the end of a keep', () => {
  it('expires a keep exactly once, by its own job or the recurring one', async () => {
    const trip = await test.newTrip({ seats: 1 })
    const ana = await poor()
    const { id } = await kept(ana, trip)
    test.clock.advance(5 * MINUTE_MS - 1)
    await test.runRecurring('seat-keeps.expire-due')
    expect(await freeAtTheEnd(trip)).toBe(0)
    test.clock.advance(1)
    await test.runRecurring('seat-keeps.expire-due')
    expect(await statusOf(id)).toBe('expired')
    expect(await freeAtTheEnd(trip)).toBe(1)
    expect(await release(ana, id)).toMatchObject({ status: 200, body: { status: 'expired' } })
    expect(await freeAtTheEnd(trip)).toBe(1)
  })

  const extend = (who: TestUser, id: string) => test.call(who, 'POST', `/keeps/${id}/extend`)
  const startTopUp = (who: TestUser, amount: number) =>
    test.call(who, 'POST', '/payments/create', { amount, userId: who.userId })

  it('extends a keep once when a top-up has started', async () => {
    const trip = await test.newTrip({ seats: 1 })
    const ana = await poor()
    const { id, price } = await kept(ana, trip)
    expect((await extend(ana, id)).body.code).toBe('keep_needs_top_up')
    await startTopUp(ana, 10_000)
    expect(price).toBeGreaterThan(10_000)
    expect((await extend(ana, id)).body.code).toBe('keep_needs_top_up')
    await startTopUp(ana, price)
    expect((await mine(ana)).canExtend).toBe(true)
    const until = addMs(TEST_NOW, 20 * MINUTE_MS).toISOString()
    for (let n = 0; n < 2; n += 1) {
      expect((await extend(ana, id)).body.keep).toMatchObject({
        expiresAt: until,
        canExtend: false,
      })
    }
    test.clock.advance(15 * MINUTE_MS)
    await test.runRecurring('seat-keeps.expire-due')
    expect((await mine(ana)).id).toBe(id)
    test.clock.advance(5 * MINUTE_MS)
    await test.runRecurring('seat-keeps.expire-due')
    expect(await freeAtTheEnd(trip)).toBe(1)
    expect((await extend(ana, id)).body.code).toBe('keep_ended')
    // The person's keep time of the day on this trip is used up.
    expect((await keep(ana, trip)).body.code).toBe('too_many_keeps')
  })

  it('limits all keeps of a person on a trip to twenty minutes a day in total', async () => {
    const trip = await test.newTrip({ seats: 1 })
    const ana = await poor()
    await kept(ana, trip)
    test.clock.advance(5 * MINUTE_MS)
    await test.runRecurring('seat-keeps.expire-due')
    const second = await kept(ana, trip)
    await startTopUp(ana, second.price)
    const { body } = await extend(ana, second.id)
    expect(body.keep.expiresAt).toBe(addMs(TEST_NOW, 20 * MINUTE_MS).toISOString())
    test.clock.advance(15 * MINUTE_MS)
    await test.runRecurring('seat-keeps.expire-due')
    expect((await keep(ana, trip)).body.code).toBe('too_many_keeps')
    test.clock.advance(DAY_MS)
    await kept(ana, trip)
  })

  it('lets only its passenger release a keep', async () => {
    const trip = await test.newTrip({ seats: 1 })
    const [ana, eva] = [await poor(), await poor()]
    const { id } = await kept(ana, trip)
    expect(await release(eva, id)).toMatchObject({ status: 404, body: { code: 'keep_not_found' } })
    for (let n = 0; n < 2; n += 1) {
      expect(await release(ana, id)).toMatchObject({ status: 200, body: { status: 'released' } })
    }
    expect(await freeAtTheEnd(trip)).toBe(1)
    expect(await mine(ana)).toBeNull()
  })

  it('refuses a reduction of seats below the kept ones', async () => {
    const trip = await test.newTrip({ seats: 2 })
    await kept(await poor(), trip, { seats: 2 })
    const edited = await edit(trip, { seats: 1 })
    expect(edited.body.code).toBe('seats_below_sold')
  })
})
