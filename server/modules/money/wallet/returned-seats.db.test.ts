import { beforeAll, expect, it } from 'vitest'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { BOGOTA, CALI, IBAGUE } from '#test/trip-factories.ts'

let test: BookingsApp

beforeAll(async () => {
  test = await openBookingsApp()
})

it('names the seats that were given back out of a booking that goes on', async () => {
  const ana = await test.aPassenger()
  const booking = await test.booked(ana, await test.newTrip({ seats: 3 }), { seats: 3 })
  test.clock.advance(1_000)
  expect((await test.act(ana, booking, 'give-back', { seats: 2 })).status).toBe(200)
  const { transactions } = (await test.call(ana, 'GET', '/wallet/transactions')).body
  const lines = transactions.map(({ status, returned, description }: Record<string, unknown>) => {
    return [status, returned, description]
  })
  expect(lines.toSorted()).toEqual([
    ['cancelled', expect.any(Number), 'Devolviste 2 cupos: volvió a tu saldo · Ibagué → Cali'],
    ['completed', null, 'Recarga de billetera'],
    ['pending', null, 'Apartado para tu reserva · Ibagué → Cali'],
  ])
})

it('shows one line for a hold that a new segment replaced', async () => {
  const ana = await test.aPassenger()
  const trip = await test.newTrip({ seats: 3 })
  const booking = await test.booked(ana, trip, { from: BOGOTA, to: CALI })
  test.clock.advance(1_000)
  const change = { fromStopId: trip.stop(IBAGUE), toStopId: trip.stop(CALI) }
  expect((await test.act(ana, booking, 'segment', change)).status).toBe(200)
  const { transactions } = (await test.call(ana, 'GET', '/wallet/transactions')).body
  const statuses: string[] = transactions.map(({ status }: { status: string }) => status)
  expect(statuses.toSorted()).toEqual(['completed', 'pending'])
})
