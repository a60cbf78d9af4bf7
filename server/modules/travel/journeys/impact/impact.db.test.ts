import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { addMs, HOUR_MS } from '#server/platform/clock.ts'
import { type AlertsApp, openAlertsApp } from '#test/alert-factories.ts'
import { asOwner } from '#test/db.ts'
import { aFundedWallet, aUser } from '#test/factories.ts'
import { BOGOTA, CALI, GIRARDOT } from '#test/trip-factories.ts'
import { avoidedBy, factors } from './impact.ts'

let test: AlertsApp

beforeAll(async () => {
  test = await openAlertsApp()
})

it('computes the CO₂ avoided from the petrol of the car journeys that seats replaced', () => {
  const { kgPerGallon, kmPerGallon, carsPerSeat } = factors
  expect(avoidedBy({ seats: 0, km: 0 })).toEqual({ seats: 0, km: 0, co2Kg: 0, cars: 0 })
  expect(avoidedBy({ seats: 8, km: 400 / carsPerSeat })).toEqual({
    seats: 8,
    km: 400 / carsPerSeat,
    co2Kg: Math.round((400 / kmPerGallon) * kgPerGallon * 10) / 10,
    cars: 2,
  })
})

it('CO₂ avoided grows with seats and kilometres and stays below one car per seat', () => {
  const counts = fc.record({ seats: fc.nat(10_000), km: fc.nat(10_000_000) })
  fc.assert(
    fc.property(counts, ({ seats, km }) => {
      const { co2Kg, cars } = avoidedBy({ seats, km })
      expect(cars).toBeLessThanOrEqual(seats)
      expect(co2Kg).toBeLessThanOrEqual((km / factors.kmPerGallon) * factors.kgPerGallon + 0.05)
      expect(avoidedBy({ seats: seats + 1, km: km + 100 }).co2Kg).toBeGreaterThanOrEqual(co2Kg)
    }),
  )
})

it('counts seat kilometres: booked ones for a trip, completed ones for a person', async () => {
  const trip = await test.publish({})
  const kmOf = (placeId: string) =>
    trip.facts.places.find((place) => place.placeId === placeId)?.km ?? Number.NaN
  const booked = [
    { from: BOGOTA, to: CALI, seats: 1 },
    { from: GIRARDOT, to: CALI, seats: 2 },
  ]
  const passengers = []
  for (const { from, to, seats } of booked) {
    const user = await aUser(test.deps)
    await aFundedWallet(test.deps, user.userId, 900_000)
    const answer = await test.call(user, 'POST', `/trips/${trip.tripId}/bookings`, {
      fromStopId: trip.stop(from),
      toStopId: trip.stop(to),
      seats,
      paymentMode: 'billetera',
    })
    expect(answer.status).toBe(201)
    passengers.push(user)
  }
  const seatKm = (place: { from: string; to: string; seats: number }) =>
    (kmOf(place.to) - kmOf(place.from)) * place.seats
  const all = booked.reduce((sum, part) => sum + seatKm(part), 0)
  const [first] = passengers
  if (!first) throw new Error('nobody booked')
  const ofTrip = () => test.call(first, 'GET', `/trips/${trip.tripId}/impact`)
  expect((await ofTrip()).body.avoided).toEqual(avoidedBy({ seats: 3, km: all }))
  const mine = async () => (await test.call(first, 'GET', '/me/impact')).body.asPassenger
  expect(await mine()).toEqual(avoidedBy({ seats: 0, km: 0 }))

  const done = `update bookings set status = 'completed' where trip_id = $1`
  await asOwner(test.deps.databaseUrl, done, [trip.tripId])
  const own = booked[0]
  expect(await mine()).toEqual(avoidedBy({ seats: 1, km: own ? seatKm(own) : 0 }))
  const driven = await test.call(trip.driver, 'GET', '/me/impact')
  expect(driven.body.asDriver).toEqual(avoidedBy({ seats: 3, km: all }))
  test.clock.set(addMs(test.clock.now(), 2 * HOUR_MS))
  const { body } = await test.call(first, 'GET', '/impact')
  expect(body).toMatchObject({ measured: false, trips: 1, total: { seats: 3 } })
  expect(body.asOf).toBe(test.clock.now().toISOString())
})

it('answers trip_not_found for the CO₂ of an unknown trip', async () => {
  const user = await aUser(test.deps)
  const path = '/trips/01890000-0000-7000-8000-00000000dead/impact'
  expect((await test.call(user, 'GET', path)).body.code).toBe('trip_not_found')
})
