import { beforeAll, describe, expect, it } from 'vitest'
import { sealPhone } from '#server/modules/people/users/sealed-phone.ts'
import { addMs, DAY_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { conversationSteps } from '#test/conversation-steps.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW } from '#test/deps.ts'
import type { TestUser } from '#test/factories.ts'
import { BOGOTA, CALI } from '#test/trip-factories.ts'

const [HERS, HIS] = ['3204445566', '3101112233']
let test: BookingsApp

beforeAll(async () => {
  test = await openBookingsApp()
})

async function withPhone(user: TestUser, phone: string): Promise<void> {
  const sealed = sealPhone(test.deps.secrets, user.userId, phone)
  const sql = 'update users set phone_sealed = $2 where id = $1'
  await asOwner(test.deps.databaseUrl, sql, [user.userId, sealed])
}

/** A confirmed seat an hour before departure, with a number written in the conversation. */
async function scene() {
  test.clock.set(TEST_NOW)
  const trip = await test.newTrip()
  const ana = await test.aPassenger()
  await withPhone(ana, HERS)
  await withPhone(trip.driver, HIS)
  await test.booked(ana, trip, { from: BOGOTA, to: CALI })
  const chat = conversationSteps(test)
  const id = await chat.opened(ana, trip)
  await chat.said(ana, id, `Mi número es ${HERS}`)
  test.clock.set(addMs(trip.facts.departsAt, -60 * MINUTE_MS))
  /** All that each of the two reads of the other. */
  const seen = async () => {
    const sheet = await test.call(trip.driver, 'GET', `/trips/${trip.tripId}/run-sheet`)
    const journey = await test.call(ana, 'GET', `/trips/${trip.tripId}/journey`)
    expect([sheet.status, journey.status]).toEqual([200, 200])
    const has = (shown: unknown, phone: string) => JSON.stringify(shown).includes(phone)
    return [
      has(sheet.body, HERS),
      has(journey.body, HIS),
      has(await chat.page(trip.driver, id), HERS),
      has(await chat.list(trip.driver), HERS),
    ]
  }
  return { trip, ana, seen }
}

const ALL = [true, true, true, true]
const NONE = [false, false, false, false]

describe.each(['passenger', 'driver'])('the %s blocks the other with a seat confirmed', (who) => {
  it('neither reads the number of the other any more, before and during the trip', async () => {
    const { trip, ana, seen } = await scene()
    const [one, other] = who === 'driver' ? [trip.driver, ana] : [ana, trip.driver]
    expect(await seen()).toEqual(ALL)
    await test.call(one, 'POST', '/blocks', { userId: other.userId })
    expect(await seen()).toEqual(NONE)
    test.clock.set(trip.facts.departsAt)
    await test.call(trip.driver, 'POST', `/trips/${trip.tripId}/start`)
    expect(await seen()).toEqual(NONE)
    test.clock.set(addMs(trip.facts.arrivesAt, DAY_MS / 2))
    expect(await seen()).toEqual(NONE)
  })
})

it('still tells a blocked passenger that the car is at the stop', async () => {
  const { trip, ana } = await scene()
  await test.call(ana, 'POST', '/blocks', { userId: trip.driver.userId })
  test.clock.set(addMs(trip.facts.departsAt, -5 * MINUTE_MS))
  await test.call(trip.driver, 'POST', `/trips/${trip.tripId}/start`)
  const path = `/trips/${trip.tripId}/arrivals`
  const pressed = await test.call(trip.driver, 'POST', path, { stopId: trip.stop(BOGOTA) })
  expect(pressed.status).toBe(200)
  await test.runJobs()
  const { body } = await test.call(ana, 'GET', '/notifications')
  const kinds = body.notifications.map(({ kind }: { kind: string }) => kind)
  expect(kinds).toContain('driver_here')
})
