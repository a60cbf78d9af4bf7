import type { KyselyPlugin } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { commissionOn } from '#contract/commission.ts'
import { listSeatsLeft } from '#server/modules/travel/trips/index.ts'
import { addMs, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/tx.ts'
import { type Body, type BookingsApp, FUNDS, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW } from '#test/deps.ts'
import { aFundedWallet, aVerifiedDriver, type TestUser } from '#test/factories.ts'
import { BOGOTA, IBAGUE, type TestTrip } from '#test/trip-factories.ts'
import { cancelBooking } from './cancel-booking.ts'
import { cancelTrip } from './cancel-trip.ts'

let test: BookingsApp

beforeAll(async () => {
  test = await openBookingsApp()
})

/** A place between Ibagué and Cali that the driver did not declare as a stop. */
function undeclared(trip: TestTrip): string {
  const ibague = trip.facts.places.findIndex((place) => place.placeId === IBAGUE)
  const place = trip.facts.places.find(
    ({ seq }) => seq > ibague && !trip.facts.declaredSeqs.includes(seq),
  )
  if (!place) throw new Error('no undeclared place')
  return place.placeId
}

describe('requests', () => {
  it('holds seats and money of a request until the driver accepts', async () => {
    const trip = await test.newTrip({ instant: false })
    const ana = await test.aPassenger()
    const request = await test.booked(ana, trip)
    expect(request).toMatchObject({
      status: 'requested',
      vehicle: { plate: null },
      can: { cancel: true, showTicket: false },
    })
    expect(new Date(request.expiresAt)).toEqual(addMs(TEST_NOW, 3 * HOUR_MS))
    expect(await test.available(ana)).toBe(FUNDS - request.price)
    const noTicket = await test.call(ana, 'GET', `/bookings/${request.id}/ticket`)
    expect(noTicket.body.code).toBe('ticket_not_confirmed')
    const own = await test.call(ana, 'POST', `/bookings/${request.id}/accept`)
    expect(own).toMatchObject({ status: 404, body: { code: 'booking_not_found' } })
    const accepted = await test.call(trip.driver, 'POST', `/bookings/${request.id}/accept`)
    expect(accepted.body.booking).toMatchObject({ status: 'confirmed', expiresAt: null })
    const twice = await test.call(trip.driver, 'POST', `/bookings/${request.id}/accept`)
    expect(twice.body.code).toBe('booking_not_pending')
    const late = await test.call(trip.driver, 'POST', `/bookings/${request.id}/reject`)
    expect(late.body.code).toBe('booking_not_pending')
  })

  it('returns everything when the driver rejects a request or does not answer', async () => {
    const trip = await test.newTrip({ instant: false, seats: 2 })
    const [ana, eva] = [await test.aPassenger(), await test.aPassenger()]
    const [first, second] = [await test.booked(ana, trip), await test.booked(eva, trip)]
    const rejected = await test.call(trip.driver, 'POST', `/bookings/${first.id}/reject`)
    expect(rejected.body.booking).toMatchObject({ status: 'rejected', refunded: first.price })
    expect(await test.available(ana)).toBe(FUNDS)
    test.clock.advance(3 * HOUR_MS)
    const tooLate = await test.call(trip.driver, 'POST', `/bookings/${second.id}/accept`)
    expect(tooLate.body.code).toBe('booking_not_pending')
    await test.runRecurring('bookings.advance-due')
    const expired = await test.call(eva, 'GET', `/bookings/${second.id}`)
    expect(expired.body.booking.status).toBe('expired')
    expect(await test.available(eva)).toBe(FUNDS)
    expect(new Set(await listSeatsLeft(test.deps.db, trip.tripId))).toEqual(new Set([2]))
  })

  it('lets the driver answer a request made at night until the next morning', async () => {
    const trip = await test.newTrip({ instant: false })
    const ana = await test.aPassenger()
    // 8:00 p. m. in Bogotá; an hour of today and two of tomorrow are counted.
    test.clock.set(addMs(TEST_NOW, 12 * HOUR_MS))
    const { id, expiresAt } = await test.booked(ana, trip)
    expect(expiresAt).toBe('2026-11-21T14:00:00.000Z')
    test.clock.set(new Date(Date.parse(expiresAt) - 1))
    await test.runRecurring('bookings.advance-due')
    const seen = await test.call(trip.driver, 'GET', `/bookings/${id}`)
    expect(seen.body.booking).toMatchObject({ status: 'requested', expiresAt })
    test.clock.advance(1)
    await test.runRecurring('bookings.advance-due')
    expect((await test.call(ana, 'GET', `/bookings/${id}`)).body.booking.status).toBe('expired')
    expect(await test.available(ana)).toBe(FUNDS)
  })

  it('refuses a request that the driver could not answer 30 min before the pick-up', async () => {
    const trip = await test.newTrip({ instant: false })
    const [ana, eva] = [await test.aPassenger(), await test.aPassenger()]
    test.clock.set(addMs(trip.facts.departsAt, -30 * MINUTE_MS))
    const late = await test.book(ana, trip, { from: BOGOTA })
    expect(late).toMatchObject({ status: 409, body: { code: 'request_too_late' } })
    expect(await test.available(ana)).toBe(FUNDS)
    const page = await test.call(ana, 'GET', `/trips/${trip.tripId}`)
    expect(page.body.trip.can).toMatchObject({ book: false })
    test.clock.set(addMs(trip.facts.departsAt, -31 * MINUTE_MS))
    const inTime = await test.booked(eva, trip, { from: BOGOTA })
    expect(inTime.expiresAt).toBe(addMs(trip.facts.departsAt, -30 * MINUTE_MS).toISOString())
  })

  it('turns a booking from an undeclared stop into a request', async () => {
    const trip = await test.newTrip()
    const place = undeclared(trip)
    const ana = await test.aPassenger()
    expect((await test.booked(ana, trip, { from: place })).status).toBe('requested')
    const closed = await test.newTrip({ enRoutePickups: false })
    const eva = await test.aPassenger()
    expect((await test.book(eva, closed, { from: place })).body.code).toBe('stop_not_offered')
    await test.booked(eva, closed)
  })

  it('refunds a withdrawn request fully, even shortly before the pick-up', async () => {
    const trip = await test.newTrip({ instant: false, departsAt: addMs(TEST_NOW, 5 * HOUR_MS) })
    const ana = await test.aPassenger()
    const request = await test.booked(ana, trip, { from: BOGOTA })
    test.clock.advance(2 * HOUR_MS)
    const cancelled = await test.call(ana, 'POST', `/bookings/${request.id}/cancel`)
    expect(cancelled.body.booking).toMatchObject({
      status: 'cancelled_by_passenger',
      refunded: request.price,
      charged: 0,
    })
    expect(await test.available(ana)).toBe(FUNDS)
  })
})

/** A clock that throws after the given number of readings. */
function cutAfter(looks: number, now: Date): () => Date {
  let left = looks
  return () => {
    left -= 1
    if (left < 0) throw new Error('power cut')
    return now
  }
}

describe('cancelling', () => {
  it('refunds half within a day of the pick-up and pays the rest to the driver', async () => {
    const trip = await test.newTrip()
    const ana = await test.aPassenger()
    const booking = await test.booked(ana, trip)
    test.toPickUp(booking, -HOUR_MS)
    const half = Math.ceil(booking.price / 2)
    const seen = await test.call(ana, 'GET', `/bookings/${booking.id}`)
    expect(seen.body.booking.refundIfCancelledNow).toBe(half)
    const hoped = await test.call(ana, 'POST', `/bookings/${booking.id}/cancel`, {
      expectedRefund: booking.price,
    })
    expect(hoped).toMatchObject({ status: 409, body: { code: 'price_changed' } })
    const answer = await test.call(ana, 'POST', `/bookings/${booking.id}/cancel`, {
      expectedRefund: half,
    })
    expect(answer.body.booking).toMatchObject({
      status: 'cancelled_by_passenger',
      refunded: half,
      charged: booking.price - half,
    })
    const kept = booking.price - half
    expect(await test.available(ana)).toBe(FUNDS - kept)
    expect(await test.available(trip.driver)).toBe(kept - commissionOn(kept, 1_000))
    const again = await test.call(ana, 'POST', `/bookings/${booking.id}/cancel`)
    expect(again).toMatchObject({ status: 200, body: { booking: { refunded: half } } })
    const ticket = await test.call(ana, 'GET', `/bookings/${booking.id}/ticket`)
    expect(ticket.body.code).toBe('ticket_revoked')
  })

  it('refunds everything when the driver cancels, also after the pick-up time', async () => {
    const trip = await test.newTrip()
    const ana = await test.aPassenger()
    const booking = await test.booked(ana, trip)
    test.toPickUp(booking, 5 * MINUTE_MS)
    const late = await test.call(ana, 'POST', `/bookings/${booking.id}/cancel`)
    expect(late.body.code).toBe('booking_not_cancellable')
    const answer = await test.call(trip.driver, 'POST', `/bookings/${booking.id}/cancel`)
    expect(answer.body.booking).toMatchObject({
      status: 'cancelled_by_driver',
      refunded: booking.price,
      driverEarns: 0,
    })
    expect(await test.available(ana)).toBe(FUNDS)
  })

  it('refunds every passenger fully when the driver cancels the trip', async () => {
    const trip = await test.newTrip({ instant: false })
    const [ana, eva, leo] = [
      await test.aPassenger(),
      await test.aPassenger(),
      await test.aPassenger(),
    ]
    const agreed = await test.booked(ana, trip)
    await test.call(trip.driver, 'POST', `/bookings/${agreed.id}/accept`)
    const asked = await test.booked(eva, trip)
    expect((await test.call(ana, 'POST', `/trips/${trip.tripId}/cancel`)).body.code).toBe(
      'trip_not_found',
    )
    const answer = await test.call(trip.driver, 'POST', `/trips/${trip.tripId}/cancel`, {
      reason: 'Se dañó el carro',
    })
    expect(answer.body.trip).toMatchObject({ status: 'cancelled', can: { cancel: false } })
    for (const [user, booking] of [
      [ana, agreed],
      [eva, asked],
    ] as const) {
      const seen = await test.call(user, 'GET', `/bookings/${booking.id}`)
      expect(seen.body.booking).toMatchObject({ status: 'trip_cancelled', refunded: booking.price })
      expect(await test.available(user)).toBe(FUNDS)
    }
    expect((await test.book(leo, trip)).body.code).toBe('trip_not_bookable')
    const again = await test.call(trip.driver, 'POST', `/trips/${trip.tripId}/cancel`)
    expect(again.body.trip.status).toBe('cancelled')
    await test.runRecurring('bookings.advance-due')
    expect(await test.available(ana)).toBe(FUNDS)
  })

  it('shows the consequences before a trip is cancelled', async () => {
    const driver = await aVerifiedDriver(test.deps)
    await aFundedWallet(test.deps, driver.userId, 10_000)
    const modes = { paymentModes: ['billetera', 'directo'] as ('billetera' | 'directo')[] }
    const trip = await test.newTrip({ driver, instant: false, ...modes })
    const preview = async () =>
      (await test.call(trip.driver, 'GET', `/trips/${trip.tripId}/cancel-preview`)).body.preview
    const nobody = { refusal: null, bookings: 0, refundPesos: 0, withOther: 0, marked: false }
    expect(await preview()).toEqual(nobody)
    const [ana, eva] = [await test.aPassenger(), await test.aPassenger()]
    const asked = await test.booked(ana, trip)
    await test.booked(eva, trip, { paymentMode: 'directo' })
    const two = { ...nobody, bookings: 2, refundPesos: asked.price }
    expect(await preview()).toEqual(two)
    await test.act(trip.driver, asked, 'accept')
    expect(await preview()).toEqual({ ...two, marked: true })
    const stranger = await test.call(ana, 'GET', `/trips/${trip.tripId}/cancel-preview`)
    expect(stranger.body.code).toBe('trip_not_found')
    const over = { ...nobody, refusal: 'Este viaje ya no se puede cancelar.' }
    test.clock.set(trip.facts.departsAt)
    expect(await preview()).toEqual(over)
    test.clock.set(TEST_NOW)
    const before = await test.available(ana)
    await test.call(trip.driver, 'POST', `/trips/${trip.tripId}/cancel`)
    expect(await test.available(ana)).toBe(before + two.refundPesos)
    expect(await preview()).toEqual(over)
  })

  it('finishes an interrupted cancellation of a trip in the job, with full refunds', async () => {
    const trip = await test.newTrip({ departsAt: addMs(TEST_NOW, 5 * HOUR_MS) })
    const [ana, eva] = [await test.aPassenger(), await test.aPassenger()]
    const [first, second] = [await test.booked(ana, trip), await test.booked(eva, trip)]
    test.clock.advance(HOUR_MS)
    // The mark and its messages also read the clock.
    const powerCut = { now: cutAfter(6, test.clock.now()) }
    const { driver, tripId } = trip
    await cancelTrip({ ...test.deps, clock: powerCut }, driver, { tripId })
    const seen = await test.call(eva, 'GET', `/bookings/${second.id}`)
    expect(seen.body.booking.status).toBe('confirmed')
    const own = await test.call(ana, 'POST', `/bookings/${first.id}/cancel`)
    expect(own.body.booking).toMatchObject({ status: 'trip_cancelled', refunded: first.price })
    const ticket = await test.call(eva, 'POST', `/bookings/${second.id}/aboard`)
    expect(ticket.body.code).toBe('ticket_revoked')
    await test.runRecurring('bookings.advance-due')
    const after = await test.call(eva, 'GET', `/bookings/${second.id}`)
    expect(after.body.booking).toMatchObject({ status: 'trip_cancelled', charged: 0 })
    expect(await test.available(ana)).toBe(FUNDS)
    expect(await test.available(eva)).toBe(FUNDS)
  })

  it('refuses to cancel a trip that has left or has a passenger on board', async () => {
    const trip = await test.newTrip()
    const ana = await test.aPassenger()
    const booking = await test.booked(ana, trip, { from: BOGOTA })
    test.toPickUp(booking, -HOUR_MS)
    await test.board(trip.driver, booking)
    const refused = await test.call(trip.driver, 'POST', `/trips/${trip.tripId}/cancel`)
    expect(refused.body.code).toBe('trip_not_cancellable')
    const asked = await test.call(trip.driver, 'GET', `/trips/${trip.tripId}/cancel-preview`)
    expect(asked.body.preview).toMatchObject({ refusal: refused.body.error, bookings: 0 })
    expect((await test.call(ana, 'GET', `/trips/${trip.tripId}`)).body.trip.status).toBe(
      'published',
    )
    const other = await test.newTrip()
    test.clock.set(other.facts.departsAt)
    const gone = await test.call(other.driver, 'POST', `/trips/${other.tripId}/cancel`)
    expect(gone.body.code).toBe('trip_not_cancellable')
  })
})

describe('the call cancel_bookings', () => {
  const end = (user: TestUser) =>
    asOwner(test.deps.databaseUrl, 'update sessions set revoked_at = created_at where id = $1', [
      user.sessionId,
    ])
  /** Runs `statement` between reading the booking and the call that cancels it. */
  const between = (statement: string, values: unknown[]): Db => {
    let done = false
    const plugin: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (!done) {
          done = true
          await asOwner(test.deps.databaseUrl, statement, values)
        }
        return result
      },
    }
    return test.deps.db.withPlugin(plugin) as Db
  }

  it('cancels nothing for an ended session, and answers that before other refusals', async () => {
    const trip = await test.newTrip()
    const [ana, eva] = [await test.aPassenger(), await test.aPassenger()]
    const booking = await test.booked(ana, trip)
    await end(ana)
    await end(eva)
    for (const [who, body] of [
      [ana, {}],
      [ana, { expectedRefund: FUNDS }],
      [eva, {}],
    ] as const) {
      const refused = await test.call(who, 'POST', `/bookings/${booking.id}/cancel`, body)
      expect(refused).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
    }
    expect(await test.available(ana)).toBe(FUNDS - booking.price)
  })

  it('refuses the 61st cancellation call of one person within ten minutes', async () => {
    const trip = await test.newTrip()
    const ana = await test.aPassenger()
    const booking = await test.booked(ana, trip)
    const cancel = (body: Body) => test.call(ana, 'POST', `/bookings/${booking.id}/cancel`, body)
    for (let n = 0; n < 60; n += 1) {
      expect((await cancel({ expectedRefund: FUNDS })).body.code).toBe('price_changed')
    }
    expect((await cancel({})).body.code).toBe('rate_limited')
    expect(await test.available(ana)).toBe(FUNDS - booking.price)
    test.clock.advance(10 * MINUTE_MS)
    expect((await cancel({})).body.booking.status).toBe('cancelled_by_passenger')
  })

  it('decides again when the driver records the arrival before the write', async () => {
    const trip = await test.newTrip()
    const ana = await test.aPassenger()
    const booking = await test.booked(ana, trip, { from: BOGOTA })
    test.toPickUp(booking, 31 * MINUTE_MS)
    const arrived = `with journey as (
        insert into journeys (trip_id, started_at) values ($1, $2) returning trip_id)
      insert into journey_arrivals (trip_id, seq, at) select trip_id, 0, $2 from journey`
    const db = between(arrived, [trip.tripId, new Date(booking.from.at)])
    const late = cancelBooking({ ...test.deps, db }, ana, { bookingId: booking.id })
    await expect(late).rejects.toMatchObject({ code: 'booking_not_cancellable' })
    expect(await test.available(ana)).toBe(FUNDS - booking.price)
  })

  it('decides again when the driver moves the trip far before the write', async () => {
    const trip = await test.newTrip()
    const ana = await test.aPassenger()
    const booking = await test.booked(ana, trip)
    test.toPickUp(booking, -HOUR_MS)
    const moved = 'update bookings set moved_ms = $2 where id = $1'
    const db = between(moved, [booking.id, 15 * MINUTE_MS])
    const cancelled = await cancelBooking({ ...test.deps, db }, ana, { bookingId: booking.id })
    expect(cancelled.booking).toMatchObject({ refundedPesos: booking.price, chargedPesos: 0 })
    expect(await test.available(ana)).toBe(FUNDS)
  })
})
