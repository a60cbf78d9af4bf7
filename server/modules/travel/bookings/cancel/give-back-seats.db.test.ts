import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { commissionOn } from '#contract/commission.ts'
import { findDebt } from '#server/modules/bank/ledger/index.ts'
import { settleTransaction } from '#server/modules/money/payments/settle-payment.ts'
import { listSeatsLeft } from '#server/modules/travel/trips/index.ts'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { FUNDS } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW } from '#test/deps.ts'
import { aFundedWallet, aUser, aVerifiedDriver, freshToken } from '#test/factories.ts'
import {
  DRIVER_FUNDS,
  modes,
  openPolicyApp,
  type PolicyApp,
  type Seat,
} from '#test/policy-factories.ts'
import { expectConsistent } from '#test/race/invariants.ts'
import { aRoadNetwork, aTrip, BOGOTA, CALI } from '#test/trip-factories.ts'
import { openPaymentsApp } from '#test/wompi.ts'

const HALF_HOUR = 30 * MINUTE_MS

let test: PolicyApp

beforeAll(async () => {
  test = await openPolicyApp()
})

const giveBack = (seat: Seat, seats: number, rest: object = {}) =>
  test.act(seat.passenger, seat, 'give-back', { seats, key: newId(), ...rest })

const show = async (seat: Seat) =>
  (await test.call(seat.passenger, 'GET', `/bookings/${seat.id}`)).body.booking

const freeSeats = async ({ trip }: Seat) =>
  Math.min(...((await listSeatsLeft(test.deps.db, trip.tripId)) ?? []))

/** Messages about a booking to both people, with their words. */
async function toldAbout(bookingId: string) {
  await test.runJobs()
  const { rows } = await asOwner(
    test.deps.databaseUrl,
    'select kind, title, body from notifications where path = $1 order by kind',
    [`/bookings/${bookingId}`],
  )
  return rows as { kind: string; title: string; body: string }[]
}

it('shows one held line in the wallet, and none for the hold that it replaced', async () => {
  const seat = await test.aSeat('billetera', 3 * DAY_MS, 3)
  expect((await giveBack(seat, 2)).status).toBe(200)
  const lines = async (part = '') =>
    (await test.call(seat.passenger, 'GET', `/wallet/transactions?limit=${part || 50}`)).body
  const { transactions } = await lines()
  const own = transactions.filter(
    ({ trip }: { trip: { bookingId: string } | null }) => trip?.bookingId === seat.id,
  )
  expect(own).toMatchObject([{ amount: -seat.price / 3, status: 'pending', returned: null }])
  expect((await lines('1')).totalPages).toBe(transactions.length)
})

describe.each(modes)('giving back some seats of a booking, with payment in %s', (mode) => {
  it.each([
    ['24 h before', 3 * DAY_MS, -DAY_MS, 1],
    ['a millisecond under 24 h', 3 * DAY_MS, -DAY_MS + 1, 0.5],
    ['a millisecond before departure', 3 * DAY_MS, -1, 0.5],
    ['30 min after booking', 5 * HOUR_MS, -5 * HOUR_MS + HALF_HOUR, 1],
    ['a millisecond later', 5 * HOUR_MS, -5 * HOUR_MS + HALF_HOUR + 1, 0.5],
  ])('refunds each seat as a cancellation does, %s', async (_name, ahead, at, share) => {
    const seat = await test.aSeat(mode, ahead, 3)
    const free = await freeSeats(seat)
    test.clock.set(addMs(seat.pickUp, at))
    const [one, fare] = [seat.price / 3, mode === 'billetera' ? seat.price : 0]
    const refunds = [1, 2].map((seats) => (fare ? Math.ceil(one * seats * share) : 0))
    expect((await show(seat)).refundPerSeats).toEqual(refunds)

    const { status, body } = await giveBack(seat, 2, { expectedRefund: refunds[1] })
    expect([status, body.booking.seats, body.booking.price]).toEqual([200, 1, one])
    expect(body.booking).toMatchObject({ status: 'confirmed', refundPerSeats: [] })
    const part = await test.call(seat.passenger, 'GET', `/bookings/${body.returned.partId}`)
    const money = fare ? [refunds[1], 2 * one - Number(refunds[1])] : [null, null]
    expect(part.body.booking).toMatchObject({
      ...{ partOf: seat.id, seats: 2, price: 2 * one, status: 'cancelled_by_passenger' },
      ...{ refunded: money[0], charged: money[1], driverEarns: null },
    })
    expect(body.returned.refunded).toBe(money[0])
    expect(await freeSeats(seat)).toBe(free + 2)
    const kept = money[1] ?? 0
    expect(await test.available(seat.passenger)).toBe(FUNDS - (fare ? one : 0) - kept)
    const commission = fare ? commissionOn(kept, 1_000) : commissionOn(one, 1_000)
    expect(await test.available(seat.trip.driver)).toBe(DRIVER_FUNDS + kept - commission)
    await expectConsistent(test.deps)
  })

  it('pays the driver the seats that travel, and what late ones left', async () => {
    const seat = await test.aSeat(mode, 3 * DAY_MS, 3)
    test.clock.set(addMs(seat.pickUp, -HOUR_MS))
    await giveBack(seat, 1)
    await test.board(seat.trip.driver, seat)
    const [one, wallet] = [seat.price / 3, mode === 'billetera']
    const earned = wallet ? 2 * one + Math.floor(one / 2) : 0
    const commission =
      commissionOn(2 * one, 1_000) + commissionOn(earned && Math.floor(one / 2), 1_000)
    expect(await test.available(seat.trip.driver)).toBe(DRIVER_FUNDS + earned - commission)
    expect(await test.available(seat.passenger)).toBe(FUNDS - earned)
    await expectConsistent(test.deps)
  })

  it('makes a request smaller, with the deadline that it had', async () => {
    test.clock.set(TEST_NOW)
    const driver = await aVerifiedDriver(test.deps)
    await aFundedWallet(test.deps, driver.userId, DRIVER_FUNDS)
    const trip = await test.newTrip({ driver, instant: false, paymentModes: [...modes] })
    const passenger = await test.aPassenger()
    const asked = await test.booked(passenger, trip, { from: BOGOTA, paymentMode: mode, seats: 3 })
    const { body } = await test.act(passenger, asked, 'give-back', { seats: 2 })
    expect(body.booking).toMatchObject({
      ...{ status: 'requested', seats: 1, price: asked.price / 3, expiresAt: asked.expiresAt },
    })
    const [, told] = await toldAbout(body.returned.partId)
    expect(told).toMatchObject({ title: 'Devolviste 2 cupos' })
    expect(told?.body).not.toContain('tiquete')
    const held = mode === 'billetera' ? asked.price / 3 : 0
    expect(await test.available(passenger)).toBe(FUNDS - held)
    expect((await test.act(trip.driver, asked, 'accept')).status).toBe(200)
    await expectConsistent(test.deps)
  })
})

it.each(modes)('keeps sums, seats and refunds right in any sequence, in %s', async (mode) => {
  const steps = fc.array(fc.record({ seats: fc.integer({ min: 1, max: 3 }), late: fc.boolean() }), {
    maxLength: 4,
  })
  const ends = fc.constantFrom('cancel', 'board', 'by driver')
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 2, max: 3 }), steps, ends, async (seats, gives, end) => {
      const seat = await test.aSeat(mode, 3 * DAY_MS, seats)
      const free = await freeSeats(seat)
      const one = seat.price / seats
      let [left, back, parts, isLate] = [seats, 0, 0, false]
      for (const give of gives) {
        isLate ||= give.late
        test.clock.set(addMs(seat.pickUp, isLate ? -HOUR_MS : -2 * DAY_MS))
        const answer = await giveBack(seat, give.seats)
        expect(answer.status).toBe(give.seats < left ? 200 : 409)
        if (answer.status !== 200) continue
        const share = mode === 'directo' ? 0 : isLate ? 0.5 : 1
        const rule = one * give.seats * share
        expect(answer.body.returned.refunded ?? 0).toBeGreaterThanOrEqual(rule)
        expect(answer.body.returned.refunded ?? 0).toBeLessThanOrEqual(rule + 1)
        left -= give.seats
        back += answer.body.returned.refunded ?? 0
        parts += give.seats * one
        expect(answer.body.booking).toMatchObject({ seats: left, price: seat.price - parts })
        expect(await freeSeats(seat)).toBe(free + seats - left)
      }
      test.clock.set(addMs(seat.pickUp, -HOUR_MS))
      if (end === 'board') await test.board(seat.trip.driver, seat)
      else {
        const who = end === 'cancel' ? seat.passenger : seat.trip.driver
        const { body } = await test.act(who, seat, 'cancel')
        back += body.booking.refunded ?? 0
      }
      const fare = mode === 'billetera' ? seat.price : 0
      expect(await test.available(seat.passenger)).toBe(FUNDS - fare + back)
      expect(await freeSeats(seat)).toBe(free + (end === 'board' ? seats - left : seats))
      await expectConsistent(test.deps)
    }),
    { numRuns: 30 },
  )
})

describe('giving back seats', () => {
  it('tells both people what left, what stays and the money, and leaves a receipt', async () => {
    const seat = await test.aSeat('billetera', 3 * DAY_MS, 3)
    test.clock.set(addMs(seat.pickUp, -HOUR_MS))
    const { body } = await giveBack(seat, 1)
    const [driver, passenger] = await toldAbout(body.returned.partId)
    const half = (pesos: number) => new RegExp(`\\$\\s?${(pesos / 1_000).toFixed(3)}`)
    expect(passenger).toMatchObject({ kind: 'seats_returned', title: 'Devolviste 1 cupo' })
    expect(passenger?.body).toMatch(half(Math.ceil(seat.price / 6)))
    expect(passenger?.body).toMatch(/quedan 2 cupos en la reserva\. Tu tiquete es otro/)
    expect(driver?.title).toBe('Ana R. devolvió 1 cupo')
    expect(driver?.body).toMatch(/Para el .*\d+:\d\d\s.*quedan 2 cupos en la reserva\./)
    expect(driver?.body).toContain('recibes')
    const pdf = await test.app.inject({
      url: `/api/bookings/${body.returned.partId}/receipt`,
      headers: { authorization: `Bearer ${await freshToken(test.deps, seat.passenger)}` },
    })
    expect([pdf.statusCode, pdf.headers['content-type']]).toEqual([200, 'application/pdf'])
    const { rows } = await asOwner(
      test.deps.databaseUrl,
      "select details from booking_events where booking_id = $1 and event = 'seats_left'",
      [seat.id],
    )
    expect(rows).toMatchObject([{ details: { seats: 2, part: body.returned.partId } }])
  })

  it('revokes the tickets issued before', async () => {
    const seat = await test.aSeat('billetera', HOUR_MS, 2)
    const before = (await test.call(seat.passenger, 'GET', `/bookings/${seat.id}/ticket`)).body
    await giveBack(seat, 1)
    const path = `/trips/${seat.trip.tripId}/check-in`
    const old = await test.call(seat.trip.driver, 'POST', path, { ticket: before.qr })
    expect(old.body.code).toBe('ticket_revoked')
    const after = (await test.call(seat.passenger, 'GET', `/bookings/${seat.id}/ticket`)).body
    const fresh = await test.call(seat.trip.driver, 'POST', path, { ticket: after.qr })
    expect(fresh.body.booking).toMatchObject({ status: 'checked_in', seats: 1 })
  })

  it('answers a repeated key with the same part, and refuses it for another number', async () => {
    const seat = await test.aSeat('billetera', 3 * DAY_MS, 3)
    const key = newId()
    const first = await giveBack(seat, 1, { key })
    const again = await giveBack(seat, 1, { key })
    expect(again.body.returned).toEqual(first.body.returned)
    expect(again.body.booking.seats).toBe(2)
    expect((await giveBack(seat, 2, { key })).body.code).toBe('idempotency_mismatch')
    expect((await show(seat)).seats).toBe(2)
    await expectConsistent(test.deps)
  })

  it('does not count as a return of the trip, also when done again and again', async () => {
    const seat = await test.aSeat('billetera', 3 * DAY_MS, 3)
    for (const left of [2, 1]) {
      const { body } = await giveBack(seat, 1)
      expect(body.booking).toMatchObject({ seats: left, freeReturnsLeft: 2 })
    }
    const { body } = await test.act(seat.passenger, seat, 'cancel')
    expect(body.booking.refunded).toBe(seat.price / 3)
    expect(await test.available(seat.passenger)).toBe(FUNDS)
  })

  it('leaves the conversation of the trip with the seats that stay', async () => {
    const seat = await test.aSeat('billetera', 3 * DAY_MS, 3)
    const path = `/trips/${seat.trip.tripId}/conversations`
    const { body } = await test.call(seat.passenger, 'POST', path)
    const page = `/conversations/${body.conversation.id}/messages`
    for (const left of [2, 1]) {
      expect((await giveBack(seat, 1)).body.booking.seats).toBe(left)
      const { conversation } = (await test.call(seat.passenger, 'GET', page)).body
      // Contacts are shown while a booking is agreed.
      expect(conversation).toMatchObject({ closed: null, masksContacts: false })
    }
  })

  it('refuses all seats, a stranger, the driver, a low refund, and an ended booking', async () => {
    const seat = await test.aSeat('billetera', 3 * DAY_MS, 2)
    const codeOf = async (answer: ReturnType<typeof giveBack>) => (await answer).body.code
    expect(await codeOf(giveBack(seat, 2))).toBe('seats_not_returnable')
    const expectedRefund = seat.price
    expect(await codeOf(giveBack(seat, 1, { expectedRefund }))).toBe('price_changed')
    for (const passenger of [seat.trip.driver, await aUser(test.deps)]) {
      expect(await codeOf(giveBack({ ...seat, passenger }, 1))).toBe('booking_not_found')
    }
    test.clock.set(addMs(seat.pickUp, -MINUTE_MS))
    await test.act(seat.passenger, seat, 'aboard')
    expect((await show(seat)).refundPerSeats).toEqual([])
    expect(await codeOf(giveBack(seat, 1))).toBe('aboard_said')
    await test.act(seat.passenger, seat, 'aboard/undo')
    test.clock.set(addMs(seat.pickUp, HOUR_MS))
    // The driver is late: the whole booking may be left, and no part of it.
    const late = await show(seat)
    expect([late.can.leaveLate, late.refundPerSeats]).toEqual([true, []])
    expect(await codeOf(giveBack(seat, 1))).toBe('trip_departed')
    await test.act(seat.passenger, seat, 'cancel')
    expect(await codeOf(giveBack(seat, 1))).toBe('booking_not_cancellable')
  })

  it('frees the seats for others at once on exactly those legs', async () => {
    test.clock.set(TEST_NOW)
    const trip = await test.newTrip({ seats: 3 })
    const ana = await test.aPassenger()
    const booking = await test.booked(ana, trip, { from: BOGOTA, to: CALI, seats: 3 })
    const eva = await test.aPassenger()
    expect((await test.book(eva, trip, { from: BOGOTA })).body.code).toBe('seats_unavailable')
    await test.act(ana, booking, 'give-back', { seats: 1 })
    expect((await test.book(eva, trip, { from: BOGOTA })).status).toBe(201)
    await expectConsistent(test.deps)
  })
})

it('pays the driver of late seats, and the debt of a passenger from the rest', async () => {
  const shop = await openPaymentsApp()
  await aRoadNetwork(shop.deps)
  const who = await aUser(shop.deps)
  const trip = await aTrip(shop.deps)
  const fare = 2 * trip.facts.seatPrice
  const transaction = shop.payer(await shop.topUp(who, fare), fare, { delivery: 'none' })
  shop.wompi.settle(transaction, 'APPROVED')
  await settleTransaction(shop.deps, transaction)
  const whole = { fromStopId: trip.stop(BOGOTA), toStopId: trip.stop(CALI), seats: 2 }
  const { body } = await shop.post(who, `/trips/${trip.tripId}/bookings`, whole)
  const { booking } = body as unknown as { booking: { id: string } }
  shop.wompi.settle(transaction, 'VOIDED')
  await settleTransaction(shop.deps, transaction)
  expect(await findDebt(shop.deps.db, who.userId)).toBe(fare)
  shop.clock.set(addMs(trip.facts.departsAt, -HOUR_MS))
  const answer = await shop.post(who, `/bookings/${booking.id}/give-back`, { seats: 1 })
  expect(answer.body).toMatchObject({ returned: { refunded: fare / 4 } })
  expect(await findDebt(shop.deps.db, who.userId)).toBe(fare - fare / 4)
  await expectConsistent(shop.deps)
})
