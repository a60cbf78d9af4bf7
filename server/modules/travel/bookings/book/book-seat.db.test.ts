import { beforeAll, describe, expect, it } from 'vitest'
import { commissionOn } from '#contract/commission.ts'
import { displayCode } from '#contract/display-code.ts'
import { reverseTopUp, verifyLedger, walletTotals } from '#server/modules/bank/ledger/index.ts'
import { listSeatsLeft } from '#server/modules/travel/trips/index.ts'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { sha256Hex } from '#server/platform/crypto.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { newId } from '#server/platform/ids.ts'
import { type Body, type BookingsApp, FUNDS, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { aFundedWallet, anApprovedTopUp, anAttempt, aUser } from '#test/factories.ts'
import { BOGOTA, CALI, GIRARDOT, IBAGUE } from '#test/trip-factories.ts'

let test: BookingsApp

beforeAll(async () => {
  test = await openBookingsApp()
})

describe('booking by wallet', () => {
  it('holds the fare, takes seats on the legs and answers the allowed actions', async () => {
    const trip = await test.newTrip()
    const ana = await test.aPassenger(200_000)
    const booking = await test.booked(ana, trip, { seats: 2, paymentMode: 'billetera' })
    expect(booking).toMatchObject({
      status: 'confirmed',
      seats: 2,
      viewer: 'passenger',
      from: { name: 'Ibagué' },
      to: { name: 'Cali' },
      passenger: { name: 'Ana R.' },
      can: { cancel: true, accept: false, showTicket: true, sayAboard: false },
      refundIfCancelledNow: booking.price,
      refunded: null,
      charged: null,
      driverEarns: null,
    })
    expect(booking.vehicle.plate).toMatch(/^[A-Z]{3}\d{3}$/)
    expect(new Date(booking.fullRefundUntil)).toEqual(addMs(new Date(booking.from.at), -DAY_MS))
    const totals = await walletTotals(test.deps.db, ana.userId)
    expect(totals).toMatchObject({ available: 200_000 - booking.price, held: booking.price })
    const { transactions } = (await test.call(ana, 'GET', '/wallet/transactions')).body
    // The clock stands still: top-up and booking have the same time, and their order is random.
    const descriptions = transactions.map(({ description }: { description: string }) => description)
    const line = transactions[descriptions.indexOf('Apartado para tu reserva · Ibagué → Cali')]
    expect(line?.reference).toBe(displayCode(booking.id))
    const driver = await walletTotals(test.deps.db, trip.driver.userId)
    expect(driver).toMatchObject({ available: 0, incoming: booking.price })
    const ibague = trip.facts.places.findIndex((place) => place.placeId === IBAGUE)
    const left = await listSeatsLeft(test.deps.db, trip.tripId)
    expect(left.slice(0, ibague).every((seats) => seats === 3)).toBe(true)
    expect(left.slice(ibague).every((seats) => seats === 1)).toBe(true)
  })

  it('books, issues the ticket, boards by scan, pays the driver and completes', async () => {
    const trip = await test.newTrip()
    const ana = await test.aPassenger()
    const booking = await test.booked(ana, trip)
    const ticket = await test.call(ana, 'GET', `/bookings/${booking.id}/ticket`)
    expect(ticket.body).toMatchObject({ bookingId: booking.id, status: 'confirmed' })
    expect(ticket.body.code).toMatch(/^[2-9A-HJKMNP-Z]{6}$/)
    test.toPickUp(booking, 0)
    const scan = await test.call(trip.driver, 'POST', `/trips/${trip.tripId}/check-in`, {
      ticket: ticket.body.qr,
    })
    const commission = commissionOn(booking.price, 1_000)
    expect(scan.status).toBe(200)
    expect(scan.body.booking).toMatchObject({
      status: 'checked_in',
      viewer: 'driver',
      charged: booking.price,
      refunded: 0,
      driverEarns: booking.price - commission,
    })
    expect(await test.available(trip.driver)).toBe(booking.price - commission)
    expect(await walletTotals(test.deps.db, ana.userId)).toMatchObject({
      available: FUNDS - booking.price,
      held: 0,
    })
    test.toPickUp(booking, 3 * DAY_MS)
    await test.runRecurring('bookings.advance-due')
    const after = await test.call(ana, 'GET', `/bookings/${booking.id}`)
    expect(after.body.booking).toMatchObject({ status: 'completed', can: { cancel: false } })
    const seen = await test.call(ana, 'GET', `/trips/${trip.tripId}`)
    expect(seen.body.trip.status).toBe('completed')
    // A batch waits for older transactions of the server, also those of other test databases.
    const findings = async () => {
      await test.runRecurring('ledger.chain-batches')
      return (await verifyLedger(test.deps)).findings
    }
    await expect.poll(findings, { timeout: 10_000 }).toEqual([])
  })

  it('sells a seat again only from the stop where its passenger leaves', async () => {
    const trip = await test.newTrip({ seats: 1 })
    const [ana, eva, leo] = [
      await test.aPassenger(),
      await test.aPassenger(),
      await test.aPassenger(),
    ]
    await test.booked(ana, trip, { from: BOGOTA, to: IBAGUE })
    expect((await test.book(eva, trip, { from: GIRARDOT, to: CALI })).body.code).toBe(
      'seats_unavailable',
    )
    await test.booked(eva, trip, { from: IBAGUE, to: CALI })
    expect((await test.book(leo, trip, { from: BOGOTA, to: GIRARDOT })).body.code).toBe(
      'seats_unavailable',
    )
    expect(await listSeatsLeft(test.deps.db, trip.tripId)).toEqual(
      trip.facts.places.slice(1).map(() => 0),
    )
    expect(await test.available(leo)).toBe(FUNDS)
  })

  it('gives the seats of a cancelled booking back to its legs', async () => {
    const trip = await test.newTrip({ seats: 1 })
    const [ana, eva] = [await test.aPassenger(), await test.aPassenger()]
    const booking = await test.booked(ana, trip, { from: GIRARDOT, to: IBAGUE })
    await test.call(ana, 'POST', `/bookings/${booking.id}/cancel`)
    await test.booked(eva, trip, { from: BOGOTA, to: CALI })
    await expect(test.booked(ana, trip)).rejects.toThrow()
  })
})

describe('a booking is refused', () => {
  it.each<[string, Body, string, number]>([
    ['for stops of another trip', { fromStopId: `${newId()}.0` }, 'stop_not_found', 404],
    ['for stops that do not exist', { seats: 1, stop: 99 }, 'stop_not_found', 404],
    ['backwards', { from: CALI, to: IBAGUE }, 'stops_out_of_order', 400],
    ['from a stop to itself', { from: CALI, to: CALI }, 'stops_out_of_order', 400],
    ['in a mode not offered', { paymentMode: 'directo' }, 'payment_mode_not_offered', 409],
    ['at another price', { expectedPrice: 1 }, 'price_changed', 409],
    ['for more seats than there are', { seats: 4 }, 'seats_unavailable', 409],
    ['for no seats', { seats: 0 }, 'invalid_request', 400],
    ['for half a seat', { seats: 1.5 }, 'invalid_request', 400],
    ['for many seats', { seats: 1e9 }, 'invalid_request', 400],
    ['with unknown keys', { price: 1 }, 'invalid_request', 400],
  ])('%s', async (_, changes, code, status) => {
    const trip = await test.newTrip()
    const ana = await test.aPassenger()
    const { stop, ...body } = changes
    if (stop) body.fromStopId = `${trip.tripId}.${stop}`
    const refused = await test.book(ana, trip, body)
    expect(refused).toMatchObject({ status, body: { code } })
    expect(await test.available(ana)).toBe(FUNDS)
    expect(await listSeatsLeft(test.deps.db, trip.tripId)).toEqual(
      trip.facts.places.slice(1).map(() => 3),
    )
  })

  it('refuses the driver, a second booking, and a booking without money', async () => {
    const trip = await test.newTrip()
    expect((await test.book(trip.driver, trip)).body.code).toBe('own_trip')
    const ana = await test.aPassenger()
    await test.booked(ana, trip)
    expect((await test.book(ana, trip)).body.code).toBe('already_booked')
    const poor = await test.aPassenger(100)
    expect((await test.book(poor, trip)).body.code).toBe('insufficient_funds')
  })

  it('answers already_booked before insufficient_funds', async () => {
    const trip = await test.newTrip()
    const ana = await test.aPassenger(0)
    const price = trip.facts.seatPrice
    await aFundedWallet(test.deps, ana.userId, price)
    await test.booked(ana, trip, { from: BOGOTA, to: CALI })
    expect((await test.book(ana, trip, { from: BOGOTA, to: CALI })).body.code).toBe(
      'already_booked',
    )
  })

  it('refuses a stop that the car has passed, a cancelled and an unknown trip', async () => {
    const trip = await test.newTrip()
    const ana = await test.aPassenger()
    test.clock.set(trip.facts.departsAt)
    expect((await test.book(ana, trip, { from: BOGOTA })).body.code).toBe('trip_departed')
    const later = await test.booked(ana, trip, { from: IBAGUE })
    test.toPickUp(later, 0)
    const eva = await test.aPassenger()
    expect((await test.book(eva, trip, { from: IBAGUE })).body.code).toBe('trip_departed')
    const other = await test.newTrip()
    await test.call(other.driver, 'POST', `/trips/${other.tripId}/cancel`)
    expect((await test.book(eva, other)).body.code).toBe('trip_not_bookable')
    const unknown = { ...other, tripId: newId() }
    expect((await test.book(eva, unknown)).body.code).toBe('trip_not_found')
  })
})

describe('an idempotency key', () => {
  it('answers the same booking for the same key, request and person only', async () => {
    const trip = await test.newTrip()
    const [ana, eva] = [await test.aPassenger(), await test.aPassenger()]
    const key = `clave-${newId()}`
    const first = await test.booked(ana, trip, { key })
    const again = await test.booked(ana, trip, { key })
    expect(again.id).toBe(first.id)
    expect(await test.available(ana)).toBe(FUNDS - first.price)
    expect((await test.book(ana, trip, { key, seats: 2 })).body.code).toBe('idempotency_mismatch')
    expect((await test.booked(eva, trip, { key })).id).not.toBe(first.id)
    test.clock.set(addMs(trip.facts.arrivesAt, HOUR_MS))
    expect((await test.booked(ana, trip, { key })).id).toBe(first.id)
  })

  it('answers the same booking, or refusal, where 0.1.0 stored the key', async () => {
    const trip = await test.newTrip()
    const { tripId } = trip
    for (const ana of [await test.aPassenger(), await test.aPassenger(0)]) {
      const key = `clave-${newId()}`
      const first = await test.book(ana, trip, { key })
      const ends = { fromStopId: trip.stop(IBAGUE), toStopId: trip.stop(CALI) }
      const asked = { tripId, ...ends, seats: 1, paymentMode: 'billetera' }
      const update = 'update idempotency_keys set request_hash = $1 where key = $2'
      const hash = sha256Hex(JSON.stringify(asked))
      await asOwner(test.deps.databaseUrl, update, [hash, key])
      const again = await test.book(ana, trip, { key })
      expect([again.status, again.body.code]).toEqual([first.status, first.body.code])
      expect(again.body.booking?.id).toBe(first.body.booking?.id)
      expect((await test.book(ana, trip, { key, seats: 2 })).body.code).toBe('idempotency_mismatch')
    }
  })

  it('answers the same booking after the row of the key was purged', async () => {
    const trip = await test.newTrip()
    const ana = await test.aPassenger()
    const key = `clave-${newId()}`
    const first = await test.booked(ana, trip, { key })
    await test.call(ana, 'POST', `/bookings/${first.id}/cancel`)
    await asOwner(test.deps.databaseUrl, 'delete from idempotency_keys')
    const again = await test.booked(ana, trip, { key })
    expect(again).toMatchObject({ id: first.id, status: 'cancelled_by_passenger' })
    expect(await test.available(ana)).toBe(FUNDS)
    expect(await listSeatsLeft(test.deps.db, trip.tripId)).toEqual(
      trip.facts.places.slice(1).map(() => 3),
    )
  })

  it('stores a refusal for lack of money with its key, and nothing else', async () => {
    const trip = await test.newTrip()
    const ana = await test.aPassenger(0)
    const key = `clave-${newId()}`
    expect((await test.book(ana, trip, { key })).body.code).toBe('insufficient_funds')
    await aFundedWallet(test.deps, ana.userId, FUNDS)
    expect((await test.book(ana, trip, { key })).body.code).toBe('insufficient_funds')
    expect(await test.available(ana)).toBe(FUNDS)
    await test.booked(ana, trip, { key: `clave-${newId()}` })
  })

  it('answers a stored refusal again after the price was edited and the key purged', async () => {
    const trip = await test.newTrip()
    const ana = await test.aPassenger(0)
    const [key, expectedPrice] = [`clave-${newId()}`, trip.facts.seatPrice]
    const press = () => test.book(ana, trip, { key, from: BOGOTA, expectedPrice })
    expect((await press()).body.code).toBe('insufficient_funds')
    await test.edit(trip, { seatPrice: trip.facts.seatPrice - 1_000 })
    await aFundedWallet(test.deps, ana.userId, FUNDS)
    expect((await press()).body.code).toBe('insufficient_funds')
    await asOwner(test.deps.databaseUrl, 'delete from idempotency_keys')
    expect((await press()).body.code).toBe('insufficient_funds')
    expect((await test.book(ana, trip, { key, from: BOGOTA })).body.code).toBe('insufficient_funds')
    expect(await test.available(ana)).toBe(FUNDS)
  })

  it('does not store a refusal for lack of seats', async () => {
    const trip = await test.newTrip({ seats: 1 })
    const [ana, eva] = [await test.aPassenger(), await test.aPassenger()]
    const held = await test.booked(eva, trip)
    const key = `clave-${newId()}`
    expect((await test.book(ana, trip, { key })).body.code).toBe('seats_unavailable')
    await test.call(eva, 'POST', `/bookings/${held.id}/cancel`)
    await test.booked(ana, trip, { key })
  })
})

describe('the call book_seats', () => {
  const rows = async (table: string) =>
    (await asOwner(test.deps.databaseUrl, `select count(*)::int as n from ${table}`)).rows[0].n
  const traces = () => Promise.all(['bookings', 'jobs', 'idempotency_keys'].map(rows))

  it('books nothing for an ended session, and answers that before other refusals', async () => {
    const trip = await test.newTrip()
    const ana = await test.aPassenger()
    const ended = 'update sessions set revoked_at = created_at where id = $1'
    await asOwner(test.deps.databaseUrl, ended, [ana.sessionId])
    const before = await traces()
    for (const body of [{}, { key: 'una-clave-1' }, { expectedPrice: 1 }, { seats: 'x' }]) {
      expect((await test.book(ana, trip, body)).body.code).toBe('unauthenticated')
    }
    const unknown = { ...trip, tripId: newId() }
    expect((await test.book(ana, unknown)).body.code).toBe('unauthenticated')
    expect(await traces()).toEqual(before)
  })

  it('does not answer a repeated key to an ended session', async () => {
    const trip = await test.newTrip()
    const ana = await test.aPassenger()
    const key = `clave-${newId()}`
    await test.booked(ana, trip, { key })
    test.clock.set(trip.facts.arrivesAt)
    const ended = 'update sessions set revoked_at = created_at where id = $1'
    await asOwner(test.deps.databaseUrl, ended, [ana.sessionId])
    expect((await test.book(ana, trip, { key })).body.code).toBe('unauthenticated')
  })

  it('refuses the 61st booking call of one person within ten minutes', async () => {
    const trip = await test.newTrip()
    const [ana, eva] = [await test.aPassenger(100), await test.aPassenger()]
    for (let n = 0; n < 60; n += 1) {
      expect((await test.book(ana, trip)).body.code).toBe('insufficient_funds')
    }
    const refused = await test.book(ana, trip)
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    expect(refused.body.details.retryAfter).toBeGreaterThan(0)
    await test.booked(eva, trip)
    test.clock.advance(10 * MINUTE_MS)
    expect((await test.book(ana, trip)).body.code).toBe('insufficient_funds')
  })

  it('refuses a passenger without a confirmed address', async () => {
    const trip = await test.newTrip()
    const ana = await aUser(test.deps, { emailConfirmed: false })
    await aFundedWallet(test.deps, ana.userId, FUNDS)
    const refused = await test.book(ana, trip)
    expect(refused).toMatchObject({ status: 403, body: { code: 'email_unconfirmed' } })
    expect(await test.available(ana)).toBe(FUNDS)
  })

  it.each([
    ['a name', { firstName: '' }, ['name']],
    ['a telephone number', { phone: null }, ['phone']],
    ['either', { firstName: '', phone: null }, ['name', 'phone']],
  ])('refuses to book for a person without %s', async (_what, person, missing) => {
    const trip = await test.newTrip()
    const ana = await aUser(test.deps, person)
    await aFundedWallet(test.deps, ana.userId, FUNDS)
    const refused = await test.book(ana, trip)
    expect(refused).toMatchObject({ status: 403, body: { code: 'profile_incomplete' } })
    expect(refused.body.details).toEqual({ missing })
    expect(await test.available(ana)).toBe(FUNDS)
  })

  it('refuses a passenger with a debt, and says how much it is', async () => {
    const [trip, other] = [await test.newTrip(), await test.newTrip()]
    const ana = await test.aPassenger(0)
    const topUp = await anApprovedTopUp(test.deps, ana.userId, trip.facts.seatPrice)
    await test.booked(ana, trip, { from: BOGOTA })
    const now = test.clock.now()
    const pesos = trip.facts.seatPrice
    await inTransaction(test.deps.db, async (tx) => {
      await anAttempt(tx, { ...topUp, pesos, status: 'VOIDED', now })
      await reverseTopUp(tx, { ...topUp, now })
    })
    const refused = await test.book(ana, other)
    expect(refused).toMatchObject({ status: 409, body: { code: 'debt_open' } })
    expect(refused.body.details).toEqual({ debtPesos: pesos })
  })

  it('books on the edited trip when the cached trip is stale', async () => {
    const trip = await test.newTrip()
    const [ana, eva] = [await test.aPassenger(), await test.aPassenger()]
    expect((await test.booked(ana, trip, { from: BOGOTA })).price).toBe(trip.facts.seatPrice)
    await test.edit(trip, { seatPrice: trip.facts.seatPrice - 1_000, instant: false })
    const { price, status } = await test.booked(eva, trip, { from: BOGOTA })
    expect([price, status]).toEqual([trip.facts.seatPrice - 1_000, 'requested'])
  })

  it('refuses a booking of a person without a wallet, who has no money', async () => {
    const trip = await test.newTrip()
    const ana = await test.aPassenger(0)
    const gone = 'delete from ledger_accounts where owner_id = $1'
    await asOwner(test.deps.databaseUrl, gone, [ana.userId])
    expect((await test.book(ana, trip)).body.code).toBe('insufficient_funds')
    expect(await test.available(ana)).toBe(0)
  })
})
