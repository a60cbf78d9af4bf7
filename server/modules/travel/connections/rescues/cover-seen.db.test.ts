import { beforeAll, expect, it } from 'vitest'
import { addMs, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { type FundApp, openFundApp } from '#test/fund-factories.ts'

let test: FundApp

beforeAll(async () => {
  test = await openFundApp()
  expect(await test.settle('open', 2_000_000)).toBe(200)
})

it.each([0, undefined])('takes a car that the fund pays nothing of: %s', async (expectedCover) => {
  const departsAt = addMs(test.clock.now(), 6 * DAY_MS)
  const old = await test.newTrip({ departsAt })
  const ana = await test.aPassenger()
  const booking = await test.booked(ana, old)
  await test.newTrip({ departsAt: addMs(departsAt, HOUR_MS) })
  test.clock.set(addMs(departsAt, -22 * HOUR_MS))
  expect((await test.call(old.driver, 'POST', `/trips/${old.tripId}/cancel`, {})).status).toBe(200)
  await test.runJobs()
  const path = `/bookings/${booking.id}/rescue`
  const { kept, cover } = (await test.call(ana, 'GET', path)).body.rescue
  expect(cover).toBe(0)
  const body = { key: newId(), expectedPrice: kept.price, expectedCover }
  expect((await test.call(ana, 'POST', `${path}/take`, body)).status).toBe(201)
})

it('refuses the press for a cover that the fund no longer pays, and takes the next', async () => {
  const departsAt = addMs(test.clock.now(), 6 * DAY_MS)
  const old = await test.newTrip({ departsAt })
  const ana = await test.aPassenger()
  const booking = await test.booked(ana, old)
  const seatPrice = Math.round(old.facts.seatPrice * 1.1)
  await test.newTrip({ departsAt: addMs(departsAt, HOUR_MS), seatPrice })
  test.clock.set(addMs(departsAt, -22 * HOUR_MS))
  const cancel = `/trips/${old.tripId}/cancel`
  expect((await test.call(old.driver, 'POST', cancel, {})).status).toBe(200)
  await test.runJobs()
  const path = `/bookings/${booking.id}/rescue`
  const shown = async () => (await test.call(ana, 'GET', path)).body.rescue
  const take = async (cover: number, key: string) => {
    const { kept } = await shown()
    const body = { key, expectedPrice: kept.price, expectedCover: cover }
    return await test.call(ana, 'POST', `${path}/take`, body)
  }
  const { cover } = await shown()
  expect(cover).toBeGreaterThan(1_000)
  const had = await test.available(ana)
  // Two people lower what one cover is; other covers of the month would do the same.
  expect(await test.settle('cover_max', 1_000)).toBe(200)
  const refused = await take(cover, 'clave-de-antes')
  expect([refused.status, refused.body.code]).toEqual([409, 'price_changed'])
  expect(await test.available(ana)).toBe(had)
  const next = await shown()
  expect(next.cover).toBe(1_000)
  for (const _again of [1, 2]) {
    expect((await take(next.cover, 'clave-de-ahora')).status).toBe(201)
    expect(await test.available(ana)).toBe(had - next.kept.price + 1_000)
  }
})

it('takes the car with the cover of now for a page that sends no cover', async () => {
  const departsAt = addMs(test.clock.now(), 6 * DAY_MS)
  const old = await test.newTrip({ departsAt })
  const ana = await test.aPassenger()
  const booking = await test.booked(ana, old)
  const seatPrice = Math.round(old.facts.seatPrice * 1.1)
  await test.newTrip({ departsAt: addMs(departsAt, HOUR_MS), seatPrice })
  test.clock.set(addMs(departsAt, -22 * HOUR_MS))
  await test.call(old.driver, 'POST', `/trips/${old.tripId}/cancel`, {})
  await test.runJobs()
  expect(await test.settle('cover_max', 2_000)).toBe(200)
  const path = `/bookings/${booking.id}/rescue`
  const before = (await test.call(ana, 'GET', path)).body.rescue
  expect(before.cover).toBe(2_000)
  expect(await test.settle('cover_max', 1_500)).toBe(200)
  const had = await test.available(ana)
  const body = { key: newId(), expectedPrice: before.kept.price }
  expect((await test.call(ana, 'POST', `${path}/take`, body)).status).toBe(201)
  expect(await test.available(ana)).toBe(had - before.kept.price + 1_500)
  await test.runJobs()
  const found = `select body from notifications where user_id = $1 and body like $2`
  const like = `%${booking.from.name}%El fondo pone: $%1.500%`
  expect(await test.rows(found, [ana.userId, like])).toHaveLength(1)
})
