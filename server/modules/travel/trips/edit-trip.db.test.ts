import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TripView } from '#contract/trips.ts'
import { quoteTrip } from '#server/modules/roads/pricing/index.ts'
import { addMs, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { aFundedWallet, aVerifiedDriver } from '#test/factories.ts'
import { aTrip, BOGOTA, CALI, GIRARDOT, IBAGUE, type TestTrip } from '#test/trip-factories.ts'
import { lockForEdit, planEdit } from './edit-trip.ts'
import { listSeatsLeft, takeSeats } from './seats.queries.ts'
import { findTripFacts } from './trips.queries.ts'

let test: BookingsApp
let trip: TestTrip

beforeAll(async () => {
  test = await openBookingsApp()
})
beforeEach(async () => {
  trip = await aTrip(test.deps)
})

type Answer = { trip: TripView; code: string; error: string }

async function edit(payload: object, token = trip.driver.token) {
  const answer = await test.app.inject({
    method: 'PATCH',
    url: `/api/trips/${trip.tripId}`,
    headers: { authorization: `Bearer ${token}` },
    payload,
  })
  return { status: answer.statusCode, ...(answer.json() as Answer) }
}

async function quoteOfEdit(seats: number) {
  const answer = await test.app.inject({
    method: 'POST',
    url: `/api/trips/${trip.tripId}/quote`,
    headers: { authorization: `Bearer ${trip.driver.token}` },
    payload: { departsAt: trip.facts.departsAt, seats },
  })
  return answer.json() as { seat: { max: number } }
}

async function range(changes: { departsAt?: Date; seats?: number } = {}) {
  const stops = [BOGOTA, GIRARDOT, IBAGUE, CALI]
  const { departsAt } = trip.facts
  const { quote } = await quoteTrip(test.deps, { stops, departsAt, seats: 3, ...changes })
  return quote
}

async function aBooking() {
  const passenger = await test.aPassenger()
  await test.booked(passenger, trip, { from: BOGOTA })
  return passenger
}

describe('editing a trip before departure', () => {
  it('edits notes, preferences and booking terms of a trip, and keeps absent fields', async () => {
    await aBooking()
    const preferences = { ...trip.facts.preferences, pets: true, talk: 'quiet' as const }
    const terms = { notes: 'Salgo del Portal 80.', preferences, instant: false }
    const { status, trip: after } = await edit({ ...terms, roadStops: 'no', extraMax: 1 })
    expect(status).toBe(200)
    expect(after).toMatchObject({ ...terms, roadStops: 'no', extraMax: 1, seats: 3 })
    expect(after.seatPrice).toBe(trip.facts.seatPrice)
    const again = await edit({ notes: '' })
    expect(again.trip).toMatchObject({ notes: null, preferences, instant: false })
    expect((await edit({})).trip).toEqual(again.trip)
  })

  it.each<[object, boolean]>([
    [{ instant: false }, true],
    [{ enRoutePickups: false }, true],
    [{ paymentModes: ['directo'] }, true],
    [{ paymentModes: ['billetera'] }, false],
    [{ notes: 'Salgo puntual.' }, false],
    [{ instant: true, seats: 2 }, false],
  ])('an edit with %j starts a new revision of the trip: %s', async (changes, anew) => {
    const driver = await aVerifiedDriver(test.deps)
    await aFundedWallet(test.deps, driver.userId, 100_000)
    trip = await aTrip(test.deps, { driver })
    expect((await edit(changes, driver.token)).status).toBe(200)
    const slice = { tripId: trip.tripId, fromSeq: 0, toSeq: 1, seats: 1, revision: 0 }
    expect(await inTransaction(test.deps.db, (tx) => takeSeats(tx, slice))).toBe(!anew)
    expect((await findTripFacts(test.deps.db, trip.tripId))?.revision).toBe(anew ? 1 : 0)
  })

  it('refuses contact data and prices in the notes of a trip', async () => {
    expect((await edit({ notes: 'Escríbeme al 310 555 12 34' })).code).toBe('contact_in_text')
    expect((await findTripFacts(test.deps.db, trip.tripId))?.notes).toBeNull()
  })
})

describe('quoting a trip for another departure or number of seats', () => {
  const ask = async (payload: object, token = trip.driver.token) => {
    const url = `/api/trips/${trip.tripId}/quote`
    const headers = { authorization: `Bearer ${token}` }
    const answer = await test.app.inject({ method: 'POST', url, headers, payload })
    return answer.json() as { code?: string; seat?: { max: number }; corridor?: unknown[] }
  }

  it('quotes another departure on the published route, only for its driver', async () => {
    const departsAt = trip.facts.departsAt.toISOString()
    const { seat } = await range({ seats: 2 })
    const answer = await ask({ departsAt, seats: 2 })
    expect(answer.seat).toEqual(seat)
    expect(answer.corridor).toHaveLength(trip.facts.places.length)
    const stranger = await aVerifiedDriver(test.deps)
    expect((await ask({ departsAt, seats: 2 }, stranger.token)).code).toBe('trip_not_found')
    expect((await ask({ departsAt, seats: 9 })).code).toBe('invalid_request')
  })
})

describe('the preference of at most two people in the back', () => {
  it('allows at most three passengers with two people in the back', async () => {
    const preferences = { ...trip.facts.preferences, maxTwoInBack: true }
    const four = await edit({ seats: 4, preferences })
    expect([four.status, four.code]).toEqual([422, 'trip_seats_exceed_vehicle'])
    expect((await edit({ seats: 3, preferences })).status).toBe(200)
    expect((await edit({ seats: 4 })).code).toBe('trip_seats_exceed_vehicle')
  })
})

describe('changing the number of seats', () => {
  it('changes the free seats of a trip on every leg, down to the booked ones', async () => {
    await aBooking()
    const legs = trip.facts.places.length - 1
    const left = (n: number) => Array.from({ length: legs }, () => n)
    const { seatPrice } = trip.facts
    const two = await edit({ seats: 2 })
    expect([two.trip.seats, await listSeatsLeft(test.deps.db, trip.tripId)]).toEqual([2, left(1)])
    expect((await edit({ seats: 1 })).trip.seats).toBe(1)
    expect(await listSeatsLeft(test.deps.db, trip.tripId)).toEqual(left(0))
    const three = await edit({ seats: 3 })
    expect([three.trip.seats, three.trip.seatPrice]).toEqual([3, seatPrice])
    expect(await listSeatsLeft(test.deps.db, trip.tripId)).toEqual(left(2))
  })

  it('refuses fewer seats than booked, more than in the car, or above the ceiling', async () => {
    const passenger = await test.aPassenger()
    await test.booked(passenger, trip, { from: BOGOTA, seats: 2 })
    expect((await edit({ seats: 1 })).code).toBe('seats_below_sold')
    // With four seats more people share the cost, which lowers the price ceiling.
    const { seat } = await range()
    const dear = await aTrip(test.deps, { seatPrice: seat.max })
    trip = dear
    expect((await edit({ seats: 4 })).code).toBe('price_above_ceiling')
    const small = await aVerifiedDriver(test.deps, { seats: 4 })
    trip = await aTrip(test.deps, { driver: small })
    expect((await edit({ seats: 4 })).code).toBe('trip_seats_exceed_vehicle')
  })
})

describe('changing departure and price', () => {
  it('refuses a price if sold and free seats would pay more than the trip costs', async () => {
    await edit({ seats: 1 })
    const one = await range({ seats: 1 })
    expect((await edit({ seatPrice: one.seat.max })).status).toBe(200)
    await aBooking()
    const three = await range({ seats: 3 })
    const { max, min } = three.seat
    const over = await edit({ seats: 3, seatPrice: max })
    expect(over.code).toBe('price_above_ceiling')
    expect(over.error).toContain('entre todos pagarían')
    // The quote of the edit says what is left, to the hundred.
    const { max: most } = (await quoteOfEdit(3)).seat
    expect(most).toBeLessThan(max)
    expect((await edit({ seats: 3, seatPrice: most + 100 })).code).toBe('price_above_ceiling')
    expect((await edit({ seats: 3, seatPrice: most })).status).toBe(200)
    expect((await edit({ seats: 3, seatPrice: min })).status).toBe(200)
    expect((await edit({ seatPrice: max })).code).toBe('price_above_ceiling')
  })

  it('checks the seats and two in the back again when two sessions edit at once', async () => {
    const { deps } = test
    const four = { tripId: trip.tripId, seats: 4, seatPrice: (await range({ seats: 4 })).seat.max }
    const plan = await planEdit(deps, trip.driver, four)
    const preferences = { ...trip.facts.preferences, maxTwoInBack: true }
    expect((await edit({ preferences })).status).toBe(200)
    const late = inTransaction(deps.db, (tx) => lockForEdit(deps, tx, plan))
    await expect(late).rejects.toMatchObject({ code: 'trip_seats_exceed_vehicle' })
  })

  it('changes departure and price independently of each other', async () => {
    const later = addMs(trip.facts.departsAt, HOUR_MS).toISOString()
    const moved = await edit({ departsAt: later })
    expect(moved.trip.departsAt).toBe(later)
    expect(moved.trip.arrivesAt).toBe(addMs(trip.facts.arrivesAt, HOUR_MS).toISOString())
    expect(moved.trip.legs.map((leg) => leg.price)).toEqual(
      (await edit({})).trip.legs.map((leg) => leg.price),
    )
    const cheaper = await edit({ seatPrice: trip.facts.seatPrice - 1_000 })
    expect(cheaper.trip.legs.reduce((total, leg) => total + leg.price, 0)).toBe(
      trip.facts.seatPrice - 1_000,
    )
  })

  it('accepts edited leg prices only within their ranges', async () => {
    const { legs } = await range()
    const legPrices = legs.map((leg) => leg.min)
    const seatPrice = legPrices.reduce((total, price) => total + price, 0)
    const { trip: after } = await edit({ legPrices, seatPrice })
    expect(after.legs.map((leg) => leg.price)).toEqual(legPrices)
    const over = legs.map((leg, i) => (i === 0 ? leg.max + 100 : leg.min))
    const total = over.reduce((sum, price) => sum + price, 0)
    expect((await edit({ legPrices: over, seatPrice: total })).code).toBe('price_above_ceiling')
  })

  it('spreads the price over the legs again when more seats lower the limit of one', async () => {
    const { legs } = await range()
    const { legs: limits, seat } = await range({ seats: 4 })
    const legPrices = legs.map((leg, i) => (i === 0 ? leg.max : leg.min))
    const seatPrice = legPrices.reduce((total, price) => total + price, 0)
    expect(seatPrice).toBeLessThan(seat.max)
    expect((await edit({ legPrices, seatPrice })).status).toBe(200)
    const { trip: after, status } = await edit({ seats: 4 })
    expect([status, after.seats, after.seatPrice]).toEqual([200, 4, seatPrice])
    const prices = after.legs.map((leg) => leg.price)
    expect(prices.reduce((total, price) => total + price, 0)).toBe(seatPrice)
    for (const [i, price] of prices.entries()) expect(price).toBeLessThanOrEqual(limits[i]!.max)
  })

  it('applies the rules of publishing to an edited departure and price', async () => {
    const now = test.clock.now()
    const other = addMs(trip.facts.departsAt, 3 * DAY_MS)
    await aTrip(test.deps, { driver: trip.driver, departsAt: other })
    expect((await edit({ departsAt: now.toISOString() })).code).toBe('trip_departs_in_past')
    const far = addMs(now, 91 * DAY_MS).toISOString()
    expect((await edit({ departsAt: far })).code).toBe('trip_too_far_ahead')
    expect((await edit({ departsAt: other.toISOString() })).code).toBe('trip_overlaps')
    expect((await edit({ seatPrice: 900_000 })).code).toBe('price_above_ceiling')
    expect((await edit({ seatPrice: 100 })).code).toBe('price_below_floor')
  })

  it('refuses to take seats with a stale revision after a trip was edited', async () => {
    const slice = { tripId: trip.tripId, fromSeq: 0, toSeq: 2, seats: 1 }
    const take = (revision: number) =>
      inTransaction(test.deps.db, (tx) => takeSeats(tx, { ...slice, revision }))
    expect(await take(trip.facts.revision)).toBe(true)
    await edit({ seatPrice: trip.facts.seatPrice - 100 })
    expect(await take(trip.facts.revision)).toBe(false)
    expect(await take(trip.facts.revision + 1)).toBe(true)
  })

  it('serialises edits and bookings of a trip that run in parallel', async () => {
    for (let round = 0; round < 8; round += 1) {
      trip = await aTrip(test.deps)
      const passenger = await test.aPassenger()
      const cheaper = trip.facts.seatPrice - 1_000
      const [edited, booked] = await Promise.all([
        edit({ seatPrice: cheaper }),
        test.book(passenger, trip, { from: BOGOTA }),
      ])
      const after = await findTripFacts(test.deps.db, trip.tripId)
      const { rows } = await asOwner(
        test.deps.databaseUrl,
        'select fare_pesos from bookings where trip_id = $1',
        [trip.tripId],
      )
      expect([edited.status, after?.seatPrice]).toEqual([200, cheaper])
      if (booked.status < 300) {
        expect(Number(rows[0].fare_pesos)).toBe(booked.body.booking.price)
        expect([cheaper, trip.facts.seatPrice]).toContain(booked.body.booking.price)
      } else expect(booked.body.code).toBe('price_changed')
    }
  })
})

describe('who edits a trip, and when', () => {
  it('lets only the driver edit a trip, and only before departure', async () => {
    const stranger = await aVerifiedDriver(test.deps)
    expect((await edit({ notes: 'Hola' }, stranger.token)).code).toBe('trip_not_found')
    await asOwner(test.deps.databaseUrl, `update trips set departs_at = $1 where id = $2`, [
      test.clock.now(),
      trip.tripId,
    ])
    expect((await edit({ notes: 'Hola' })).code).toBe('trip_not_editable')
  })

  it('refuses to edit a cancelled trip', async () => {
    await test.call(trip.driver, 'POST', `/trips/${trip.tripId}/cancel`, {})
    expect((await edit({ notes: 'Hola' })).code).toBe('trip_not_editable')
  })
})

describe('warnings before publishing', () => {
  const warn = (payload: object, token = trip.driver.token) =>
    test.app.inject({
      method: 'POST',
      url: '/api/trips/warnings',
      headers: { authorization: `Bearer ${token}` },
      payload,
    })

  it('warns only the owner of a car of its pico y placa restriction', async () => {
    await asOwner(test.deps.databaseUrl, `update vehicles set plate = 'QWE127' where id = $1`, [
      trip.driver.vehicleId,
    ])
    const at = (departsAt: string) => {
      return { vehicleId: trip.driver.vehicleId, stops: [BOGOTA, IBAGUE], departsAt }
    }
    const odd = await warn(at('2026-11-27T08:00:00-05:00'))
    expect(odd.json().warnings).toMatchObject([{ kind: 'pico_y_placa', date: '2026-11-27' }])
    expect(odd.json().warnings[0].detail).toMatch(/6:00 a\. m\. a 9:00 p\. m\..*6, 7, 8, 9, 0/)
    const even = await warn(at('2026-11-26T08:00:00-05:00'))
    expect(even.json().warnings).toEqual([])
    const stranger = await aVerifiedDriver(test.deps)
    const other = await warn(at('2026-11-27T08:00:00-05:00'), stranger.token)
    expect(other.json().code).toBe('vehicle_not_found')
  })
})
