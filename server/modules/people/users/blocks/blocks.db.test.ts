import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bogotaDate } from '#server/platform/clock.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import { CALI, IBAGUE, type TestTrip } from '#test/trip-factories.ts'
import { areBlocked, listBlockedBy } from './blocks.queries.ts'

let test: BookingsApp
let trip: TestTrip
let passenger: TestUser

beforeAll(async () => {
  test = await openBookingsApp()
})

beforeEach(async () => {
  trip = await test.newTrip()
  passenger = await test.aPassenger()
})

const block = (who: TestUser, whom: TestUser) =>
  test.call(who, 'POST', '/blocks', { userId: whom.userId })

async function unblock(who: TestUser, whom: TestUser) {
  const headers = { authorization: `Bearer ${who.token}` }
  return await test.app.inject({ method: 'DELETE', url: `/api/blocks/${whom.userId}`, headers })
}

async function found(viewer: TestUser | null): Promise<boolean> {
  const date = bogotaDate(trip.facts.departsAt)
  const answer = await test.app.inject({
    url: `/api/trips/search?from=${IBAGUE}&to=${CALI}&date=${date}`,
    headers: viewer ? { authorization: `Bearer ${viewer.token}` } : {},
  })
  const { results, total } = answer.json()
  expect(total).toBeGreaterThanOrEqual(results.length)
  return results.some(({ tripId }: { tripId: string }) => tripId === trip.tripId)
}

/**
 * Directions of a block; the tests expect the same in both, because the blocked person must not
 * notice.
 */
const directions = [
  ['the passenger blocked the driver', () => block(passenger, trip.driver)],
  ['the driver blocked the passenger', () => block(trip.driver, passenger)],
] as const

describe.each(directions)('block between people: %s', (_who, doBlock) => {
  it('hides a trip of a blocked pair from the passenger, but not from others', async () => {
    expect(await found(passenger)).toBe(true)
    expect((await doBlock()).status).toBe(200)
    expect(await found(passenger)).toBe(false)
    expect(await found(null)).toBe(true)
    expect(await found(await aUser(test.deps))).toBe(true)
    const shown = await test.call(passenger, 'GET', `/trips/${trip.tripId}`)
    expect([shown.status, shown.body.code]).toEqual([404, 'trip_not_found'])
  })

  it('refuses to book or keep seats after a block, and does not say why', async () => {
    await doBlock()
    const refused = await test.book(passenger, trip)
    expect([refused.status, refused.body.code]).toEqual([409, 'trip_unavailable'])
    const poor = await test.aPassenger(0)
    await block(poor, trip.driver)
    const keep = await test.call(poor, 'POST', `/trips/${trip.tripId}/keeps`, {
      fromStopId: trip.stop(IBAGUE),
      toStopId: trip.stop(CALI),
    })
    expect([keep.status, keep.body.code]).toEqual([409, 'trip_unavailable'])
    expect(await test.available(passenger)).toBe(500_000)
  })

  it('refuses to accept a booking request that was made before the block', async () => {
    trip = await test.newTrip({ instant: false })
    const booking = await test.booked(passenger, trip)
    await doBlock()
    const answer = await test.act(trip.driver, booking, 'accept')
    expect([answer.status, answer.body.code]).toEqual([409, 'booking_not_pending'])
  })

  it('keeps a booking confirmed after a block, and shows its trip to the passenger', async () => {
    const booking = await test.booked(passenger, trip)
    expect((await doBlock()).body).toEqual({ openBookings: 1 })
    const shown = await test.call(passenger, 'GET', `/bookings/${booking.id}`)
    expect(shown.body.booking.status).toBe('confirmed')
    expect((await test.call(passenger, 'GET', `/trips/${trip.tripId}`)).status).toBe(200)
    // The passenger can still cancel, with the usual refund.
    const cancelled = await test.act(passenger, booking, 'cancel')
    expect(cancelled.body.booking.status).toBe('cancelled_by_passenger')
  })

  it('does not match the alert of a passenger with a trip of a driver after a block', async () => {
    await doBlock()
    const day = bogotaDate(trip.facts.departsAt)
    const terms = { from: IBAGUE, to: CALI, since: day, until: day }
    const mine = await test.call(passenger, 'POST', '/alerts', terms)
    const other = await aUser(test.deps)
    const theirs = await test.call(other, 'POST', '/alerts', terms)
    await test.runJobs()
    const matched = test.deps.db.selectFrom('trip_alert_matches').select('alert_id')
    const ids = (await matched.where('trip_id', '=', trip.tripId).execute()).map((m) => m.alert_id)
    expect(ids).not.toContain(mine.body.alert.id)
    expect(ids).toContain(theirs.body.alert.id)
  })
})

it('refuses a booking on a trip where a passenger travels who blocked the booker', async () => {
  const first = await test.aPassenger()
  await test.booked(first, trip)
  await block(first, passenger)
  const refused = await test.book(passenger, trip)
  expect([refused.status, refused.body.code]).toEqual([409, 'trip_unavailable'])
  // Search still shows the trip: hiding it would reveal that the person who blocked the viewer
  // travels.
  expect(await found(passenger)).toBe(true)
  await unblock(first, passenger)
  await test.booked(passenger, trip)
})

it('lists the people whom a person blocked, but not the people who blocked them', async () => {
  await block(passenger, trip.driver)
  await block(passenger, trip.driver)
  const { body } = await test.call(passenger, 'GET', '/blocks')
  expect(body.people).toEqual([
    expect.objectContaining({ userId: trip.driver.userId, name: 'Carlos R.' }),
  ])
  expect((await test.call(trip.driver, 'GET', '/blocks')).body.people).toEqual([])
  const { db } = test.deps
  expect(await areBlocked(db, trip.driver.userId, passenger.userId)).toBe(true)
  expect(await listBlockedBy(db, trip.driver.userId)).toEqual([passenger.userId])
  // The blocked person cannot end the block.
  await unblock(trip.driver, passenger)
  expect(await areBlocked(db, trip.driver.userId, passenger.userId)).toBe(true)
  expect((await unblock(passenger, trip.driver)).statusCode).toBe(200)
  expect(await areBlocked(db, trip.driver.userId, passenger.userId)).toBe(false)
  expect(await found(passenger)).toBe(true)
})

it('refuses to block oneself or an unknown person', async () => {
  const own = await block(passenger, passenger)
  expect([own.status, own.body.code]).toEqual([400, 'block_self'])
  const nobody = { ...passenger, userId: '01890000-0000-7000-8000-00000000dead' }
  const answer = await block(passenger, nobody)
  expect([answer.status, answer.body.code]).toEqual([404, 'person_not_found'])
})
