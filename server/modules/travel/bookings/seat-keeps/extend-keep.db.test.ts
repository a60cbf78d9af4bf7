import { beforeAll, expect, it } from 'vitest'
import { type Body, type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { CALI, IBAGUE } from '#test/trip-factories.ts'

let test: BookingsApp

beforeAll(async () => {
  test = await openBookingsApp()
})

it('does not extend a keep for a top-up that was discarded', async () => {
  const trip = await test.newTrip({ seats: 1 })
  const ana = await test.aPassenger(0)
  const post = (path: string, body?: Body) => test.call(ana, 'POST', path, body)
  const stops = { fromStopId: trip.stop(IBAGUE), toStopId: trip.stop(CALI) }
  const { keep } = (await post(`/trips/${trip.tripId}/keeps`, stops)).body
  const created = await post('/payments/create', { amount: keep.price })
  const { reference } = created.body.data
  await post('/payments/discard', { reference })
  expect((await post(`/keeps/${keep.id}/extend`)).body.code).toBe('keep_needs_top_up')
  await post('/payments/resume', { reference })
  expect((await post(`/keeps/${keep.id}/extend`)).body.keep).toMatchObject({ status: 'open' })
})
