import { beforeAll, describe, expect, it } from 'vitest'
import { commissionOn } from '#contract/commission.ts'
import { walletTotals } from '#server/modules/bank/ledger/index.ts'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { type Body, type BookingsApp, FUNDS, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW } from '#test/deps.ts'
import { aFundedWallet, aVerifiedDriver, type TestUser } from '#test/factories.ts'
import { BOGOTA, CALI, GIRARDOT, IBAGUE, type TripOptions } from '#test/trip-factories.ts'

let test: BookingsApp

beforeAll(async () => {
  test = await openBookingsApp()
})

describe('check-in of a passenger by the driver', () => {
  async function aTicket(options: TripOptions = {}) {
    const trip = await test.newTrip(options)
    const ana = await test.aPassenger()
    const booking = await test.booked(ana, trip)
    const { body: ticket } = await test.call(ana, 'GET', `/bookings/${booking.id}/ticket`)
    const scan = (body: Body, who: TestUser = trip.driver, tripId = trip.tripId) =>
      test.call(who, 'POST', `/trips/${tripId}/check-in`, body)
    return { trip, ana, booking, ticket, scan }
  }

  it('accepts a ticket code in lower case and with a space, once', async () => {
    const { booking, ticket, scan } = await aTicket()
    test.toPickUp(booking, -2 * HOUR_MS)
    const typed = `${ticket.code.slice(0, 3)} ${ticket.code.slice(3)}`.toLowerCase()
    expect((await scan({ code: typed })).body.booking.status).toBe('checked_in')
    expect((await scan({ code: ticket.code })).body).toMatchObject({
      code: 'ticket_used',
      details: { usedAt: test.clock.now().toISOString() },
    })
    expect((await scan({ ticket: ticket.qr })).body.code).toBe('ticket_used')
  })

  it('refuses a check-in, also with a wrong code, after the driver’s session ended', async () => {
    const { trip, booking, ticket, scan } = await aTicket()
    test.toPickUp(booking, 0)
    const ended = 'update sessions set revoked_at = created_at where id = $1'
    await asOwner(test.deps.databaseUrl, ended, [trip.driver.sessionId])
    for (const code of [ticket.code, 'ZZZZZZ']) {
      expect((await scan({ code })).body.code).toBe('unauthenticated')
    }
    const find = 'select status from bookings where id = $1'
    const { rows } = await asOwner(test.deps.databaseUrl, find, [booking.id])
    expect(rows[0].status).toBe('confirmed')
  })

  it('refuses early, late, forged, foreign and revoked tickets', async () => {
    const { trip, ana, booking, ticket, scan } = await aTicket()
    test.toPickUp(booking, -2 * HOUR_MS - 1)
    expect((await scan({ ticket: ticket.qr })).body.code).toBe('check_in_too_early')
    test.toPickUp(booking, 0)
    // Changes the middle of the signature, because its last byte is nearly always the same.
    const middle = ticket.qr.length - 40
    const swapped = ticket.qr[middle] === 'A' ? 'B' : 'A'
    const forged = ticket.qr.slice(0, middle) + swapped + ticket.qr.slice(middle + 1)
    expect((await scan({ ticket: forged })).body.code).toBe('ticket_invalid')
    expect((await scan({ code: 'ZZZZZZ' })).body.code).toBe('ticket_invalid')
    expect((await scan({ code: 'I0L1O0' })).body.code).toBe('ticket_invalid')
    const notMine = await scan({ ticket: ticket.qr }, ana)
    expect(notMine).toMatchObject({ status: 404, body: { code: 'trip_not_found' } })
    const other = await test.newTrip()
    test.toPickUp(booking, 0)
    const elsewhere = await scan({ ticket: ticket.qr }, other.driver, other.tripId)
    expect(elsewhere.body.code).toBe('ticket_other_trip')
    test.clock.set(addMs(new Date(booking.to.at), DAY_MS + 1))
    expect((await scan({ ticket: ticket.qr })).body.code).toBe('ticket_invalid')
    await asOwner(
      test.deps.databaseUrl,
      'update bookings set generation = generation + 1 where id = $1',
      [booking.id],
    )
    test.toPickUp(booking, 0)
    expect((await scan({ ticket: ticket.qr })).body.code).toBe('ticket_revoked')
    await test.call(trip.driver, 'POST', `/bookings/${booking.id}/cancel`)
    expect((await scan({ code: ticket.code })).body.code).toBe('ticket_revoked')
    expect(await test.available(ana)).toBe(FUNDS)
  })

  it('refuses the code of a request that the driver has not accepted', async () => {
    const trip = await test.newTrip({ instant: false, departsAt: addMs(TEST_NOW, HOUR_MS) })
    const ana = await test.aPassenger()
    const request = await test.booked(ana, trip, { from: BOGOTA })
    const { rows } = await asOwner(
      test.deps.databaseUrl,
      'select code from bookings where id = $1',
      [request.id],
    )
    const answer = await test.call(trip.driver, 'POST', `/trips/${trip.tripId}/check-in`, rows[0])
    expect(answer.body.code).toBe('ticket_not_confirmed')
  })

  it('completes a booking without check-in 24 h after the drop-off, and pays it', async () => {
    const { trip, ana, booking } = await aTicket()
    test.clock.set(addMs(new Date(booking.to.at), DAY_MS - 1))
    await test.runRecurring('bookings.advance-due')
    expect((await test.call(ana, 'GET', `/bookings/${booking.id}`)).body.booking.status).toBe(
      'confirmed',
    )
    test.clock.advance(1)
    await test.runRecurring('bookings.advance-due')
    await test.runRecurring('bookings.advance-due')
    expect((await test.call(ana, 'GET', `/bookings/${booking.id}`)).body.booking).toMatchObject({
      status: 'completed',
      charged: booking.price,
    })
    const commission = commissionOn(booking.price, 1_000)
    expect(await test.available(trip.driver)).toBe(booking.price - commission)
    expect((await test.call(ana, 'GET', `/trips/${trip.tripId}`)).body.trip.status).toBe(
      'completed',
    )
  })
})

describe('bookings paid in cash (directo)', () => {
  async function aDirectTrip(options: TripOptions = {}, pesos = 10_000) {
    test.clock.set(TEST_NOW)
    const driver = await aVerifiedDriver(test.deps)
    await aFundedWallet(test.deps, driver.userId, pesos)
    const modes = { paymentModes: ['billetera', 'directo'] as ('billetera' | 'directo')[] }
    return await test.newTrip({ driver, ...modes, ...options })
  }

  it('holds the commission of the driver at booking and takes it at check-in', async () => {
    const trip = await aDirectTrip()
    const ana = await test.aPassenger(0)
    const booking = await test.booked(ana, trip, { paymentMode: 'directo' })
    const commission = commissionOn(booking.price, 1_000)
    expect(booking).toMatchObject({ refundIfCancelledNow: 0, fullRefundUntil: null })
    expect(await test.available(trip.driver)).toBe(10_000 - commission)
    test.toPickUp(booking, 0)
    await test.board(trip.driver, booking)
    expect(await walletTotals(test.deps.db, trip.driver.userId)).toMatchObject({
      available: 10_000 - commission,
      held: 0,
    })
  })

  it('returns the commission of a directo booking that is cancelled late', async () => {
    const trip = await aDirectTrip()
    const ana = await test.aPassenger(0)
    const booking = await test.booked(ana, trip, { paymentMode: 'directo' })
    test.toPickUp(booking, -MINUTE_MS)
    const answer = await test.call(ana, 'POST', `/bookings/${booking.id}/cancel`)
    expect(answer.body.booking).toMatchObject({ status: 'cancelled_by_passenger', charged: null })
    expect(await test.available(trip.driver)).toBe(10_000)
  })

  it('refuses a directo booking while the driver lacks the commission', async () => {
    const trip = await aDirectTrip()
    const [ana, eva, leo] = [
      await test.aPassenger(0),
      await test.aPassenger(0),
      await test.aPassenger(0),
    ]
    const whole = { from: BOGOTA, to: CALI, paymentMode: 'directo' }
    const first = await test.booked(ana, trip, whole)
    expect(commissionOn(first.price, 1_000) * 2).toBeGreaterThan(10_000)
    const key = `clave-${newId()}`
    expect((await test.book(eva, trip, { ...whole, key })).body.code).toBe('driver_balance_low')
    await aFundedWallet(test.deps, trip.driver.userId, 50_000)
    await test.booked(eva, trip, { ...whole, key })
    await test.booked(leo, trip, whole)
  })

  it('holds the commission of a directo request when the driver accepts it', async () => {
    const trip = await aDirectTrip({ instant: false })
    const ana = await test.aPassenger(0)
    const request = await test.booked(ana, trip, { paymentMode: 'directo', from: BOGOTA, seats: 3 })
    expect(await test.available(trip.driver)).toBe(10_000)
    const accept = () => test.call(trip.driver, 'POST', `/bookings/${request.id}/accept`)
    const { code, error } = (await accept()).body
    expect([code, error]).toEqual([
      'driver_balance_low',
      expect.stringContaining('Tu saldo no alcanza para la comisión'),
    ])
    await aFundedWallet(test.deps, trip.driver.userId, 50_000)
    expect((await accept()).body.booking.status).toBe('confirmed')
    expect(await test.available(trip.driver)).toBe(60_000 - commissionOn(request.price, 1_000))
    const eva = await test.aPassenger(0)
    expect((await test.book(eva, trip, { paymentMode: 'directo' })).body.code).toBe(
      'seats_unavailable',
    )
  })
})

describe('who can read bookings', () => {
  it('answers "not found" to strangers for every call about a booking', async () => {
    const trip = await test.newTrip()
    const [ana, eva] = [await test.aPassenger(), await test.aPassenger()]
    const booking = await test.booked(ana, trip)
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/ticket'],
      ['POST', '/accept'],
      ['POST', '/reject'],
      ['POST', '/cancel'],
      ['POST', '/aboard'],
      ['POST', '/aboard/undo'],
    ] as const) {
      const answer = await test.call(eva, method, `/bookings/${booking.id}${path}`)
      expect(answer, path).toMatchObject({ status: 404, body: { code: 'booking_not_found' } })
    }
    const foreign = await test.call(eva, 'GET', `/trips/${trip.tripId}/bookings`)
    expect(foreign).toMatchObject({ status: 404, body: { code: 'trip_not_found' } })
    const driver = await test.call(trip.driver, 'GET', `/bookings/${booking.id}/ticket`)
    expect(driver.status).toBe(404)
  })

  it('lists the passengers of a trip to the driver in order of pick-up', async () => {
    const trip = await test.newTrip()
    const [ana, eva] = [await test.aPassenger(), await test.aPassenger()]
    await test.booked(ana, trip, { from: IBAGUE })
    await test.booked(eva, trip, { from: BOGOTA, to: GIRARDOT })
    const { body } = await test.call(trip.driver, 'GET', `/trips/${trip.tripId}/bookings`)
    expect(body.bookings.map((each: { from: { name: string } }) => each.from.name)).toEqual([
      trip.facts.places[0]?.name,
      'Ibagué',
    ])
    expect(body.bookings[0]).toMatchObject({ viewer: 'driver', can: { cancel: true } })
    expect(JSON.stringify(body)).not.toContain(ana.email)
  })

  it("lists a passenger's upcoming and past bookings in pages", async () => {
    const ana = await test.aPassenger(5_000_000)
    const trips = [
      await test.newTrip(),
      await test.newTrip({ departsAt: addMs(TEST_NOW, 2 * DAY_MS) }),
    ]
    const ids: string[] = []
    for (const trip of trips) ids.push((await test.booked(ana, trip)).id)
    await test.call(ana, 'POST', `/bookings/${ids[0]}/cancel`)
    const list = async (query: string) => {
      const { body } = await test.call(ana, 'GET', `/bookings${query}`)
      return [body.bookings.map((each: { id: string }) => each.id), body.totalPages]
    }
    expect(await list('')).toEqual([ids, 1])
    expect(await list('?scope=upcoming')).toEqual([[ids[1]], 1])
    expect(await list('?scope=past')).toEqual([[ids[0]], 1])
    expect(await list('?page=2')).toEqual([[], 1])
  })
})
