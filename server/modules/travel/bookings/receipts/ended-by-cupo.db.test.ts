import { beforeAll, expect, it } from 'vitest'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { cancelTrip } from '../cancel/cancel-trip.ts'
import { withdrawPassenger } from '../cancel/withdraw-passenger.ts'
import { readReceipt } from './read-booking.ts'

// What Cupo ended is said of Cupo, on the screen and on the receipt.

let test: BookingsApp

beforeAll(async () => {
  test = await openBookingsApp()
})

async function booked() {
  const trip = await test.newTrip()
  const ana = await test.aPassenger()
  return { trip, ana, ...(await test.booked(ana, trip)) }
}

it.each([
  ['seat', 'Cancelada por Cupo'],
  ['trip', 'Viaje cancelado por Cupo'],
] as const)('says that Cupo ended it: the %s', async (what, ending) => {
  const { trip, ana, id: bookingId } = await booked()
  if (what === 'seat') await withdrawPassenger(test.deps, { bookingId, rule: 'untold' })
  else await cancelTrip(test.deps, trip.driver, { tripId: trip.tripId, isSanction: true })
  for (const who of [ana, trip.driver]) {
    const { body } = await test.call(who, 'GET', `/bookings/${bookingId}`)
    expect(body.booking.endedByCupo).toBe(true)
    const { facts } = await readReceipt(test.deps, who, { bookingId })
    expect(facts[0]).toEqual(['Estado', ending])
  }
})

it('says of a person what the person ended', async () => {
  const { ana, id: bookingId } = await booked()
  await test.act(ana, { id: bookingId }, 'cancel')
  const { body } = await test.call(ana, 'GET', `/bookings/${bookingId}`)
  expect(body.booking.endedByCupo).toBeUndefined()
  const { facts } = await readReceipt(test.deps, ana, { bookingId })
  expect(facts[0]).toEqual(['Estado', 'Cancelada por el pasajero'])
})
