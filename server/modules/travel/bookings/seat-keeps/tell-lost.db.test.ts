import { beforeAll, expect, it } from 'vitest'
import { MINUTE_MS } from '#server/platform/clock.ts'
import type { Body } from '#test/booking-factories.ts'
import { TEST_NOW } from '#test/deps.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import { aRoadNetwork, aTrip, CALI, IBAGUE, type TestTrip } from '#test/trip-factories.ts'
import { openPaymentsApp, type PaymentsApp } from '#test/wompi.ts'

let test: PaymentsApp

beforeAll(async () => {
  test = await openPaymentsApp()
  await aRoadNetwork(test.deps)
})

const told = 'kept_seats_lost'

async function newsOf({ userId }: TestUser) {
  await test.runJobs()
  const all = test.deps.db.selectFrom('notifications').selectAll()
  return await all.where('user_id', '=', userId).where('kind', '=', told).execute()
}

/** A person who keeps a seat and has begun the top-up for it. */
async function keeping(trip?: TestTrip) {
  test.clock.set(TEST_NOW)
  const kept = trip ?? (await aTrip(test.deps, { seats: 2 }))
  const ana = await aUser(test.deps)
  const stops = { fromStopId: kept.stop(IBAGUE), toStopId: kept.stop(CALI) }
  const { body } = await test.post(ana, `/trips/${kept.tripId}/keeps`, { ...stops, seats: 2 })
  const keep = (body as Body).keep as { id: string; price: number }
  expect(keep.price).toBeGreaterThan(0)
  const payer = test.payer(await test.topUp(ana, keep.price), keep.price)
  const book = () => test.post(ana, `/trips/${kept.tripId}/bookings`, { ...stops, seats: 2 })
  return { ana, trip: kept, payer, book, ...keep }
}

async function pay(payer: string) {
  test.wompi.settle(payer, 'APPROVED')
  await test.settleAll()
}

async function after(minutes: number) {
  test.clock.advance(minutes * MINUTE_MS)
  await test.runJobs()
}

it('tells that kept seats are gone when the top-up is approved after they expired', async () => {
  const { ana, payer, trip, price } = await keeping()
  await after(6)
  await pay(payer)
  expect(await newsOf(ana)).toEqual([])
  await after(6)
  const [news, ...more] = await newsOf(ana)
  expect(more).toEqual([])
  expect(news?.path).toContain(`/trips/${trip.tripId}?`)
  const [mail] = test.mail.control
    .messages(ana.email)
    .filter((each) => /guardamos/.test(each.subject))
  const words = mail?.text.replaceAll(/\s+/g, ' ') ?? ''
  expect(words).toContain('Guardamos los 2 cupos hasta las 8:05')
  expect(words).toContain(new Intl.NumberFormat('es-CO').format(price))
  expect(words).toContain('Ibagué → Cali')
  await after(60)
  expect(await newsOf(ana)).toHaveLength(1)
})

it('tells it when the money arrived in time and nobody booked', async () => {
  const { ana, payer } = await keeping()
  await pay(payer)
  await after(6)
  expect(await newsOf(ana)).toEqual([])
  await after(6)
  expect(await newsOf(ana)).toHaveLength(1)
})

it('tells nothing to who booked the seats after they expired', async () => {
  const { ana, payer, book } = await keeping()
  await after(6)
  await pay(payer)
  expect((await book()).status).toBe(201)
  await after(60)
  expect(await newsOf(ana)).toEqual([])
})

it('tells nothing to who let the seats go, or never paid', async () => {
  const [first, second] = [await keeping(), await keeping()]
  await test.post(first.ana, `/keeps/${first.id}/release`, {})
  await pay(first.payer)
  await after(60)
  expect(await newsOf(first.ana)).toEqual([])
  expect(await newsOf(second.ana)).toEqual([])
})
