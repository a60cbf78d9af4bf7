import { beforeAll, expect, it } from 'vitest'
import { Preferences } from '#contract/trips.ts'
import { listSeatsLeft } from '#server/modules/travel/trips/index.ts'
import { MINUTE_MS } from '#server/platform/clock.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { aFundedWallet } from '#test/factories.ts'
import { CALI, IBAGUE } from '#test/trip-factories.ts'

let test: BookingsApp

beforeAll(async () => {
  test = await openBookingsApp()
})

it('keeps the terms of a trip for who tops up to book it, until the keep ends', async () => {
  const preferences = Preferences.parse({ pets: true, wheelchair: true })
  const trip = await test.newTrip({ preferences })
  const ana = await test.aPassenger(0)
  const stops = { fromStopId: trip.stop(IBAGUE), toStopId: trip.stop(CALI) }
  expect((await test.call(ana, 'POST', `/trips/${trip.tripId}/keeps`, stops)).status).toBe(201)
  const edit = (changes: Partial<Preferences>) =>
    test.call(trip.driver, 'PATCH', `/trips/${trip.tripId}`, {
      preferences: { ...preferences, ...changes },
    })
  const { body } = await edit({ pets: false })
  expect([body.code, body.error]).toEqual([
    'trip_has_bookings',
    'Alguien está reservando: por unos minutos no puedes dejar de aceptar mascotas.',
  ])
  expect((await edit({ childSeat: true })).status).toBe(200)
  test.clock.advance(5 * MINUTE_MS)
  expect((await edit({ pets: false })).status).toBe(200)
})

it('takes the seats of the booked trip when the keep is of another trip, which stays', async () => {
  const [trip, kept] = [await test.newTrip(), await test.newTrip()]
  const ana = await test.aPassenger(0)
  const stops = { fromStopId: kept.stop(IBAGUE), toStopId: kept.stop(CALI) }
  const { body } = await test.call(ana, 'POST', `/trips/${kept.tripId}/keeps`, stops)
  const left = ({ tripId }: typeof trip) => listSeatsLeft(test.deps.db, tripId)
  const taken = await left(kept)
  expect(await left(trip)).not.toEqual(taken)
  await aFundedWallet(test.deps, ana.userId, 500_000)
  await test.booked(ana, trip, { keepId: body.keep.id, from: IBAGUE, to: CALI })
  expect([await left(trip), await left(kept)]).toEqual([taken, taken])
})
