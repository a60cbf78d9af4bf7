import { beforeAll, expect, it } from 'vitest'
import { addMs, HOUR_MS } from '#server/platform/clock.ts'
import { type FundApp, openFundApp } from '#test/fund-factories.ts'
import { BOGOTA, CALI, IBAGUE } from '#test/trip-factories.ts'

let test: FundApp

beforeAll(async () => {
  test = await openFundApp()
  expect(await test.settle('open', 2_000_000)).toBe(200)
})

const told = async ({ id }: { id: string }, kind: string) => {
  await test.runJobs()
  const text = 'select body from notifications where path = $1 and kind = $2'
  const [row] = await test.rows(text, [`/bookings/${id}`, kind])
  return String(row?.body).replaceAll(/\s/g, ' ')
}

it('says how much of a returned fare goes back to the fund that had paid it', async () => {
  const { ana, booking, cover } = await test.taken(await test.failed())
  expect(cover).toBe(7_000)
  const before = await test.available(ana)
  const shown = (await test.call(ana, 'GET', `/bookings/${booking.id}`)).body.booking
  expect([shown.refundIfCancelledNow, shown.coverBack]).toEqual([booking.price, cover])
  expect((await test.act(ana, booking, 'cancel')).status).toBe(200)
  expect(await test.available(ana)).toBe(before + booking.price - cover)
  expect(await told(booking, 'booking_cancelled')).toContain('volvieron $ 7.000 al fondo')
})

it('says it of a driver who cancels too, and nothing where the fund had paid nothing', async () => {
  const scene = await test.taken(await test.failed())
  await test.call(scene.other.driver, 'POST', `/trips/${scene.other.tripId}/cancel`, {})
  expect(await told(scene.booking, 'trip_cancelled')).toContain('volvieron $ 7.000 al fondo')
  const own = await test.booked(scene.ana, await test.newTrip())
  await test.act(scene.ana, own, 'cancel')
  expect(await told(own, 'booking_cancelled')).toMatch(/Te devolvimos \$ [\d.]+ a tu billetera\.$/)
})

it('shows before leaving what of half a fare goes back to the fund, to the peso', async () => {
  const { ana, booking } = await test.taken(await test.failed())
  test.clock.set(addMs(new Date(booking.from.at), -3 * HOUR_MS))
  const shown = (await test.call(ana, 'GET', `/bookings/${booking.id}`)).body.booking
  expect(shown.refundIfCancelledNow).toBeLessThan(booking.price)
  expect(shown.coverBack).toBeGreaterThan(0)
  const before = await test.available(ana)
  expect((await test.act(ana, booking, 'cancel')).status).toBe(200)
  expect(await test.available(ana)).toBe(before + shown.refundIfCancelledNow - shown.coverBack)
})

it('shows before seats are given back what of their fare goes back to the fund', async () => {
  const { ana, booking } = await test.taken(await test.failed({ body: { seats: 2 } }))
  const before = await test.available(ana)
  const shown = (await test.call(ana, 'GET', `/bookings/${booking.id}`)).body.booking
  const [refund] = shown.refundPerSeats
  const [back] = shown.coverBackPerSeats
  expect(back).toBeGreaterThan(0)
  expect((await test.act(ana, booking, 'give-back', { seats: 1 })).status).toBe(200)
  expect(await test.available(ana)).toBe(before + refund - back)
})

it('shows before a cheaper segment what of the difference goes back to the fund', async () => {
  const whole = { from: BOGOTA, to: CALI }
  const { ana, booking, other } = await test.taken(await test.failed({ body: whole }))
  const before = await test.available(ana)
  const [from, to] = [other.stop(IBAGUE), other.stop(CALI)]
  const query = `/bookings/${booking.id}/segment?from=${from}&to=${to}`
  const { difference, coverBack } = (await test.call(ana, 'GET', query)).body
  expect(coverBack).toBeGreaterThan(0)
  const change = { fromStopId: from, toStopId: to }
  expect((await test.act(ana, booking, 'segment', change)).status).toBe(200)
  expect(await test.available(ana)).toBe(before - difference - coverBack)
})
