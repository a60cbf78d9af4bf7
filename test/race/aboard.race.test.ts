// "Ya voy a bordo" in parallel with all actions that it excludes, and its undoing in parallel with
// its payment.
import { beforeAll, expect, it } from 'vitest'
import { commissionOn } from '#contract/commission.ts'
import { advanceDue } from '#server/modules/travel/bookings/settle/advance-booking.ts'
import { MINUTE_MS } from '#server/platform/clock.ts'
import { type BookingsApp, FUNDS, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { aFundedWallet, aVerifiedDriver } from '#test/factories.ts'
import { BOGOTA, CALI } from '#test/trip-factories.ts'
import { expectConsistent } from './invariants.ts'

let test: BookingsApp

beforeAll(async () => {
  test = await openBookingsApp({ poolSize: 12 })
})

const ROUNDS = 6
const FLOAT = 100_000
const modes = ['billetera', 'directo'] as const
type Mode = (typeof modes)[number]

async function aSeat(paymentMode: Mode, minutesFromPickUp: number) {
  const driver = await aVerifiedDriver(test.deps)
  await aFundedWallet(test.deps, driver.userId, FLOAT)
  const trip = await test.newTrip({ driver, paymentModes: ['billetera', 'directo'] })
  const ana = await test.aPassenger()
  const booking = await test.booked(ana, trip, { from: BOGOTA, to: CALI, paymentMode })
  const { code } = (await test.call(ana, 'GET', `/bookings/${booking.id}/ticket`)).body
  test.toPickUp(booking, minutesFromPickUp * MINUTE_MS)
  const say = () => test.act(ana, booking, 'aboard')
  const undo = () => test.act(ana, booking, 'aboard/undo')
  const scan = () => test.call(driver, 'POST', `/trips/${trip.tripId}/check-in`, { code })
  return { driver, trip, ana, booking, say, undo, scan, paymentMode }
}

type Seat = Awaited<ReturnType<typeof aSeat>>

async function stored({ booking }: Seat) {
  const { rows } = await asOwner(
    test.deps.databaseUrl,
    `select status, aboard_said_at is not null as said, (
       select count(*)::int from booking_events e
       where e.booking_id = b.id and e.event = 'checked_in') as boardings
     from bookings b where id = $1`,
    [booking.id],
  )
  return rows[0] as { status: string; said: boolean; boardings: number }
}

/** Expects that the fare was paid to the driver once, or not at all. */
async function expectPaid({ driver, ana, booking, paymentMode }: Seat, paid: boolean) {
  const commission = commissionOn(booking.price, 1_000)
  const direct = paymentMode === 'directo'
  const earns = direct ? 0 - commission : booking.price - commission
  const held = direct ? [FLOAT - commission, FUNDS] : [FLOAT, FUNDS - booking.price]
  const after = direct ? [FLOAT + earns, FUNDS] : [FLOAT + earns, FUNDS - booking.price]
  const wallets = [await test.available(driver), await test.available(ana)]
  expect(wallets).toEqual(paid ? after : held)
}

it.each(modes)('applies "a bordo" or a parallel cancellation, never both, in %s', async (mode) => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const seat = await aSeat(mode, -5)
    const cancel = () => test.act(seat.ana, seat.booking, 'cancel')
    const byDriver = () => test.act(seat.driver, seat.booking, 'cancel')
    const pair = [seat.say, round % 2 ? cancel : byDriver]
    const calls = round % 4 < 2 ? pair : pair.reverse()
    const answers = await Promise.all(calls.map((call) => call()))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const { status, said } = await stored(seat)
    expect(said).toBe(status === 'confirmed')
    if (said) await expectPaid(seat, false)
    test.clock.advance(10 * MINUTE_MS)
    await advanceDue(test.deps)
    expect((await stored(seat)).boardings).toBe(said ? 1 : 0)
    await expectConsistent(test.deps)
  }
})

it.each(modes)('applies "a bordo" or a parallel no-show claim, in %s', async (mode) => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const seat = await aSeat(mode, 16)
    const claim = () => test.act(seat.driver, seat.booking, 'no-show')
    const calls = round % 2 ? [seat.say, claim] : [claim, seat.say]
    const answers = await Promise.all(calls.map((call) => call()))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const { status, said } = await stored(seat)
    expect(status).toBe(said ? 'confirmed' : 'no_show')
    await expectConsistent(test.deps)
  }
})

it.each(modes)('boards and pays once after parallel "a bordo" and scan, in %s', async (mode) => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const seat = await aSeat(mode, 0)
    const calls = [seat.say, seat.scan, seat.say, seat.scan]
    const answers = await Promise.all((round % 2 ? calls.reverse() : calls).map((call) => call()))
    const scans = answers.filter(({ body }) => body.code === 'ticket_used')
    expect(scans).toHaveLength(1)
    test.clock.advance(10 * MINUTE_MS)
    await Promise.all([advanceDue(test.deps), test.runRecurring('bookings.advance-due')])
    expect(await stored(seat)).toMatchObject({ status: 'checked_in', boardings: 1 })
    await expectPaid(seat, true)
    await expectConsistent(test.deps)
  }
})

it.each(modes)('undoes "a bordo" or pays it when both run in parallel, in %s', async (mode) => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const seat = await aSeat(mode, 0)
    await seat.say()
    test.clock.advance(10 * MINUTE_MS)
    const pay = () => advanceDue(test.deps)
    const calls = round % 2 ? [pay, seat.undo, pay] : [seat.undo, pay, pay]
    const results = await Promise.all(calls.map((call) => call()))
    const undone = results.find((each) => typeof each === 'object')
    const { status, said, boardings } = await stored(seat)
    const paid = status === 'checked_in'
    expect(undone).toMatchObject(paid ? { body: { code: 'aboard_not_undoable' } } : { status: 200 })
    expect([said, boardings]).toEqual(paid ? [true, 1] : [false, 0])
    await expectPaid(seat, paid)
    await expectConsistent(test.deps)
  }
})

it('returns or continues every booking when a trip is cancelled during "a bordo"', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const seat = await aSeat('billetera', -14)
    if (round % 2) await seat.say()
    if (round % 2) test.clock.advance(10 * MINUTE_MS)
    const cancel = () => test.call(seat.driver, 'POST', `/trips/${seat.trip.tripId}/cancel`)
    const other = round % 2 ? () => advanceDue(test.deps) : seat.say
    const calls = round % 4 < 2 ? [cancel, other] : [other, cancel]
    await Promise.all(calls.map((call) => call()))
    await test.runJobs()
    test.clock.advance(10 * MINUTE_MS)
    await advanceDue(test.deps)
    const { status } = await stored(seat)
    expect(['trip_cancelled', 'checked_in']).toContain(status)
    const left = status === 'checked_in' ? FUNDS - seat.booking.price : FUNDS
    expect(await test.available(seat.ana)).toBe(left)
    await expectConsistent(test.deps)
  }
})
