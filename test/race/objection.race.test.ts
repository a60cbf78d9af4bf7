import { beforeAll, expect, it } from 'vitest'
import type { PaymentMode } from '#contract/trips.ts'
import { advanceDue } from '#server/modules/travel/bookings/settle/advance-booking.ts'
import { addMs, DAY_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW } from '#test/deps.ts'
import { aFundedWallet, aUser, aVerifiedDriver, type TestUser } from '#test/factories.ts'
import { BOGOTA } from '#test/trip-factories.ts'
import { expectConsistent } from './invariants.ts'

// The passenger objects that the driver did not come, in parallel with all other actions.

const ROUNDS = 8
const statement = 'Esperé una hora y el carro no llegó.'

let test: BookingsApp
let support: TestUser

beforeAll(async () => {
  test = await openBookingsApp({ poolSize: 10 })
  support = await aUser(test.deps, { roles: ['passenger', 'support'] })
})

/** A seat from Bogotá, booked a day ahead, and the actions of its people. */
async function aWait(paymentMode: PaymentMode) {
  const driver = await aVerifiedDriver(test.deps)
  await aFundedWallet(test.deps, driver.userId, 100_000)
  const departsAt = addMs(TEST_NOW, DAY_MS)
  const trip = await test.newTrip({ driver, paymentModes: ['billetera', 'directo'], departsAt })
  const ana = await test.aPassenger()
  const booking = await test.booked(ana, trip, { from: BOGOTA, paymentMode })
  const { body: ticket } = await test.call(ana, 'GET', `/bookings/${booking.id}/ticket`)
  const act = (who: TestUser, verb: string, body = {}) =>
    test.call(who, 'POST', `/bookings/${booking.id}/${verb}`, body)
  const object = () => act(ana, 'dispute', { statement })
  const path = `/trips/${trip.tripId}/check-in`
  const byCode = () => test.call(driver, 'POST', path, { code: ticket.code })
  const byTicket = () => test.call(driver, 'POST', path, { ticket: ticket.qr })
  return { driver, ana, booking, act, object, byCode, byTicket }
}

async function statusOf(bookingId: string) {
  const find = `select status, disputed_at is not null as objected,
    denied_at is not null as denied,
    (select count(*)::int from booking_events e
     where e.booking_id = b.id and e.event not in ('confirmed', 'aboard_said')) as events
    from bookings b where id = $1`
  return (await asOwner(test.deps.databaseUrl, find, [bookingId])).rows[0]
}

const modes = ['billetera', 'directo'] as const

it.each(modes)(
  'has one outcome for parallel objection, scans, claim, leaving and cancelling, in %s',
  async (paymentMode) => {
    const seen = new Set<string>()
    for (let round = 0; round < ROUNDS; round += 1) {
      const { driver, ana, booking, act, object, byCode, byTicket } = await aWait(paymentMode)
      test.toPickUp(booking, 31 * MINUTE_MS)
      const tries = [
        object,
        byCode,
        byTicket,
        () => act(ana, 'aboard'),
        () => act(driver, 'no-show'),
        () => act(ana, 'cancel'),
        () => act(driver, 'cancel'),
      ]
      const turned = [...tries.slice(round % 7), ...tries.slice(0, round % 7)]
      // In odd rounds one action comes first, so that rounds end differently on any machine.
      const first = await Promise.all(turned.slice(0, round % 2).map((each) => each()))
      const rest = await Promise.all([...turned, ...turned].map((each) => each()))
      for (const { status } of [...first, ...rest]) expect(status).toBeLessThan(500)
      // Time until a passenger's "a bordo" is paid.
      test.clock.advance(10 * MINUTE_MS)
      await advanceDue(test.deps)
      const after = await statusOf(booking.id)
      // A claim can be disputed too, and a check-in can be denied ("No me subí").
      const claimed = after.status === 'no_show' && after.objected
      const denied = after.status === 'checked_in' && after.denied
      expect(after.events).toBe(claimed || denied ? 2 : 1)
      seen.add(after.status)
      await expectConsistent(test.deps)
    }
    expect(seen.size).toBeGreaterThan(1)
  },
)

it.each(modes)(
  'decides by a person or pays when objection, scan and completion meet, in %s',
  async (paymentMode) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { booking, object, byCode } = await aWait(paymentMode)
      const paidAt = addMs(new Date(booking.to.at), DAY_MS)
      test.clock.set(addMs(paidAt, -1))
      const asking = Array.from({ length: 3 }, () => [object(), byCode()]).flat()
      test.clock.set(paidAt)
      const [answers] = await Promise.all([
        Promise.all(asking),
        ...Array.from({ length: 3 }, () => advanceDue(test.deps)),
      ])
      for (const { status } of answers) expect(status).toBeLessThan(500)
      const { status, objected } = await statusOf(booking.id)
      expect(objected).toBe(status === 'confirmed')
      await advanceDue(test.deps)
      expect((await statusOf(booking.id)).status).toBe(objected ? 'confirmed' : 'completed')
      await expectConsistent(test.deps)
    }
  },
)

it.each(modes)(
  'applies one of ten parallel decisions, scans and deadlines, with its money, in %s',
  async (paymentMode) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { booking, object, byCode } = await aWait(paymentMode)
      test.toPickUp(booking, 30 * MINUTE_MS)
      expect((await object()).status).toBe(200)
      test.clock.advance(2 * DAY_MS)
      const path = `/admin/disputes/${booking.id}/resolve`
      const deciding = Array.from({ length: 10 }, (_, index) => {
        const outcome = index % 2 ? 'passenger' : 'driver'
        return test.call(support, 'POST', path, { outcome, note: statement })
      })
      const [answers] = await Promise.all([
        Promise.all(deciding),
        byCode(),
        byCode(),
        advanceDue(test.deps),
      ])
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
      expect(answers.filter(({ body }) => body.code === 'dispute_resolved')).toHaveLength(5)
      const { status, events } = await statusOf(booking.id)
      expect({ completed: 3, cancelled_by_driver: 2 }[status as string]).toBe(events)
      await expectConsistent(test.deps)
    }
  },
)
