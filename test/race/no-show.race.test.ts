import { beforeAll, expect, it } from 'vitest'
import { advanceDue } from '#server/modules/travel/bookings/settle/advance-booking.ts'
import { addMs, DAY_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW } from '#test/deps.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import { BOGOTA } from '#test/trip-factories.ts'
import { hearDriver } from '../hearing-steps.ts'
import { expectConsistent } from './invariants.ts'

// Driver, passenger, clock and the deciding team member act in parallel.

const ROUNDS = 8

let test: BookingsApp
let support: TestUser

beforeAll(async () => {
  test = await openBookingsApp({ poolSize: 15 })
  support = await aUser(test.deps, { roles: ['passenger', 'support'] })
})

/** A booking half an hour after its pick-up time, with nobody aboard. */
async function aWait() {
  const trip = await test.newTrip({ departsAt: addMs(TEST_NOW, DAY_MS) })
  const ana = await test.aPassenger()
  const booking = await test.booked(ana, trip, { from: BOGOTA })
  const { body: ticket } = await test.call(ana, 'GET', `/bookings/${booking.id}/ticket`)
  test.toPickUp(booking, 30 * MINUTE_MS + 1)
  const act = (who: TestUser, verb: string, body = {}) =>
    test.call(who, 'POST', `/bookings/${booking.id}/${verb}`, body)
  return { trip, ana, booking, code: ticket.code, act }
}

/** Events that do not end a booking. */
const STEPS = ['confirmed', 'aboard_said']

async function endings(bookingId: string): Promise<string[]> {
  const { rows } = await asOwner(
    test.deps.databaseUrl,
    `select event from booking_events where booking_id = $1 order by at, id`,
    [bookingId],
  )
  return rows.map((row) => row.event).filter((event) => !STEPS.includes(event))
}

it('has one outcome for parallel no-show, scan, "a bordo", leaving and cancelling', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { trip, ana, booking, code, act } = await aWait()
    const tries = [
      () => act(trip.driver, 'no-show'),
      () => act(ana, 'cancel'),
      () => act(ana, 'aboard'),
      () => act(trip.driver, 'cancel'),
      () => test.call(trip.driver, 'POST', `/trips/${trip.tripId}/check-in`, { code }),
    ]
    const turned = [...tries.slice(round % 5), ...tries.slice(0, round % 5)]
    const answers = await Promise.all([...turned, ...turned].map((each) => each()))
    for (const { status } of answers) expect(status).toBeLessThan(500)
    // Time until a passenger's "a bordo" is paid.
    test.clock.advance(10 * MINUTE_MS)
    await advanceDue(test.deps)
    expect(await endings(booking.id)).toHaveLength(1)
    await expectConsistent(test.deps)
  }
})

it('decides a no-show objection by a person or pays at its deadline, never both', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { trip, act, ana, booking } = await aWait()
    await act(trip.driver, 'no-show')
    test.clock.advance(DAY_MS - 1)
    const statement = 'Estuve en el punto y nadie llegó.'
    const objecting = Array.from({ length: 5 }, () => act(ana, 'dispute', { statement }))
    test.clock.advance(1)
    const [answers] = await Promise.all([
      Promise.all(objecting),
      ...Array.from({ length: 3 }, () => advanceDue(test.deps)),
    ])
    const open = answers.filter(({ status }) => status === 200).length
    expect([0, 5]).toContain(open)
    expect(await endings(booking.id)).toEqual(['no_show', open ? 'disputed' : 'no_show'])
    await expectConsistent(test.deps)
  }
})

it('applies one of ten parallel decisions on a no-show, with its money', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { trip, act, ana, booking } = await aWait()
    await act(trip.driver, 'no-show')
    await act(ana, 'dispute', { statement: 'Estuve en el punto y nadie llegó.' })
    const note = 'Revisamos los registros del viaje.'
    const path = `/admin/disputes/${booking.id}/resolve`
    await hearDriver(test.deps.databaseUrl, booking.id)
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => {
        const outcome = index % 2 ? 'passenger' : 'driver'
        return test.call(support, 'POST', path, { outcome, note })
      }),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(answers.filter(({ body }) => body.code === 'dispute_resolved')).toHaveLength(5)
    expect(await endings(booking.id)).toHaveLength(3)
    await expectConsistent(test.deps)
  }
})
