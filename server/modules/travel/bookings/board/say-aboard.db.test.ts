import { beforeAll, describe, expect, it } from 'vitest'
import { commissionOn } from '#contract/commission.ts'
import { walletTotals } from '#server/modules/bank/ledger/index.ts'
import { addMs, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { type BookingsApp, FUNDS, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW } from '#test/deps.ts'
import { aFundedWallet, aVerifiedDriver, type TestUser } from '#test/factories.ts'
import { BOGOTA, CALI, GIRARDOT, IBAGUE } from '#test/trip-factories.ts'

let test: BookingsApp

beforeAll(async () => {
  test = await openBookingsApp()
})

const UNDO = 10 * MINUTE_MS

/** Books Ana a seat from Ibagué, where the car arrives hours after leaving Bogotá. */
async function aSeat(mode: 'billetera' | 'directo' = 'billetera', from = IBAGUE) {
  test.clock.set(TEST_NOW)
  const driver = await aVerifiedDriver(test.deps)
  await aFundedWallet(test.deps, driver.userId, 100_000)
  const trip = await test.newTrip({ driver, paymentModes: ['billetera', 'directo'] })
  const ana = await test.aPassenger()
  const booking = await test.booked(ana, trip, { from, to: CALI, paymentMode: mode })
  const act = (verb: string, who: TestUser = ana, body = {}) => test.act(who, booking, verb, body)
  const seen = async (who: TestUser = ana) =>
    (await test.call(who, 'GET', `/bookings/${booking.id}`)).body.booking
  const drive = (path: string, body = {}) =>
    test.call(driver, 'POST', `/trips/${trip.tripId}/${path}`, body)
  return { trip, driver, ana, booking, act, seen, drive }
}

/** Confirms Ana's boarding ten minutes before her pick-up. */
async function said(mode: 'billetera' | 'directo' = 'billetera', from = IBAGUE) {
  const seat = await aSeat(mode, from)
  test.toPickUp(seat.booking, -10 * MINUTE_MS)
  expect((await seat.act('aboard')).status).toBe(200)
  return seat
}

const toldTo = async ({ userId }: TestUser, like = 'aboard%') => {
  await test.runRecurring('bookings.advance-due')
  const { rows } = await asOwner(
    test.deps.databaseUrl,
    'select kind, body from notifications where user_id = $1 and kind like $2 order by created_at',
    [userId, like],
  )
  return rows
}

describe('confirming boarding as the passenger ("Ya voy a bordo")', () => {
  it('lets a passenger confirm boarding from 15 min before the pick-up', async () => {
    const { booking, act, seen, driver } = await aSeat()
    test.toPickUp(booking, -15 * MINUTE_MS - 1)
    const from = addMs(new Date(booking.from.at), -15 * MINUTE_MS)
    expect(await seen()).toMatchObject({
      can: { sayAboard: false },
      aboardFrom: from.toISOString(),
    })
    const early = await act('aboard')
    expect(early.body).toMatchObject({
      code: 'aboard_too_early',
      details: { from: from.toISOString() },
    })
    const clock = new Intl.DateTimeFormat('es-CO', {
      timeZone: 'America/Bogota',
      timeStyle: 'short',
    })
    expect(early.body.error).toContain(clock.format(from))
    test.clock.set(from)
    expect((await seen()).can.sayAboard).toBe(true)
    expect((await act('aboard', driver)).body.code).toBe('booking_not_found')
    expect((await act('aboard')).status).toBe(200)
  })

  it('lets a passenger confirm boarding earlier once the car is at the stop', async () => {
    const { trip, booking, act, drive, seen } = await aSeat()
    test.clock.set(trip.facts.departsAt)
    await drive('start')
    await drive('arrivals', { stopId: trip.stop(BOGOTA) })
    const girardot = trip.facts.places.find(({ placeId }) => placeId === GIRARDOT)
    test.clock.set(addMs(girardot?.at ?? trip.facts.departsAt, -40 * MINUTE_MS))
    await drive('arrivals', { stopId: trip.stop(GIRARDOT) })
    test.toPickUp(booking, -40 * MINUTE_MS)
    expect((await act('aboard')).body.code).toBe('aboard_too_early')
    expect((await drive('arrivals', { stopId: trip.stop(IBAGUE) })).status).toBe(200)
    expect(await seen()).toMatchObject({
      can: { sayAboard: true },
      aboardFrom: test.clock.now().toISOString(),
    })
    expect((await act('aboard')).status).toBe(200)
  })

  it('holds the fare for 10 min after the first "Ya voy a bordo", also when repeated', async () => {
    const { ana, driver, booking, act, seen } = await said()
    const saidAt = test.clock.now()
    test.clock.advance(5 * MINUTE_MS)
    expect((await act('aboard')).status).toBe(200)
    const held = {
      status: 'confirmed',
      state: 'aboard_said',
      aboardSaidAt: saidAt.toISOString(),
      aboardPostsAt: addMs(saidAt, UNDO).toISOString(),
      charged: null,
    }
    expect(await seen()).toMatchObject({
      ...held,
      can: { sayAboard: false, undoAboard: true, cancel: false, showTicket: true },
    })
    expect(await seen(driver)).toMatchObject({
      ...held,
      can: { undoAboard: false, cancel: false, claimNoShow: false },
    })
    test.clock.set(addMs(saidAt, UNDO - 1))
    await test.runRecurring('bookings.advance-due')
    const { held: stillHeld } = await walletTotals(test.deps.db, ana.userId)
    expect([stillHeld, await test.available(driver)]).toEqual([booking.price, 100_000])
  })

  it.each(['billetera', 'directo'] as const)(
    'pays once, 10 min after boarding was confirmed, in %s',
    async (mode) => {
      const { driver, ana, booking, seen } = await said(mode)
      test.clock.advance(UNDO)
      await test.runRecurring('bookings.advance-due')
      await test.runRecurring('bookings.advance-due')
      const paidAt = test.clock.now()
      expect(await seen()).toMatchObject({
        status: 'checked_in',
        boardedAt: paidAt.toISOString(),
        aboardPostsAt: null,
        can: { undoAboard: false },
      })
      const commission = commissionOn(booking.price, 1_000)
      const earned = mode === 'billetera' ? booking.price - commission : -commission
      expect(await test.available(driver)).toBe(100_000 + earned)
      expect(await test.available(ana)).toBe(FUNDS - (mode === 'billetera' ? booking.price : 0))
      const { rows } = await asOwner(
        test.deps.databaseUrl,
        `select b.checked_in_by as by, b.checked_in_at as at, t.created_at as posted
       from bookings b join ledger_transfers t on t.cause_id = b.id::text and t.kind = 'post'
       where b.id = $1`,
        [booking.id],
      )
      // Deadlines of 24 hours after the payment all start at this one instant.
      expect(rows).toEqual([{ by: 'passenger', at: paidAt, posted: paidAt }])
    },
  )

  it('counts the 10 min from when the server receives the boarding confirmation', async () => {
    const { booking, act, seen } = await aSeat()
    test.toPickUp(booking, 2 * HOUR_MS)
    await act('aboard')
    expect((await seen()).aboardPostsAt).toBe(addMs(test.clock.now(), UNDO).toISOString())
  })

  it('tells the driver when a confirmed boarding is paid and when it is undone', async () => {
    const { driver, act } = await said()
    const [first] = await toldTo(driver)
    expect(first.kind).toBe('aboard_said')
    const clock = new Intl.DateTimeFormat('es-CO', {
      timeZone: 'America/Bogota',
      timeStyle: 'short',
    })
    expect(first.body).toContain(clock.format(addMs(test.clock.now(), UNDO)))
    await act('aboard/undo')
    expect((await toldTo(driver)).map(({ kind }) => kind)).toEqual(['aboard_said', 'aboard_undone'])
  })
})

describe('between confirmed boarding and payment', () => {
  it('refuses to cancel, dispute or change the segment after a boarding confirmation', async () => {
    const { trip, driver, ana, booking, act } = await said('billetera', BOGOTA)
    const segment = { fromStopId: trip.stop(BOGOTA), toStopId: trip.stop(IBAGUE) }
    const statement = 'Estuve en el punto a la hora y no llegó.'
    const answers = [
      await act('cancel'),
      await act('segment', ana, segment),
      await act('dispute', ana, { statement }),
      await act('cancel', driver),
      await act('no-show', driver),
    ]
    expect(answers.map(({ body }) => body.code)).toEqual(
      Array.from({ length: 5 }, () => 'aboard_said'),
    )
    expect(answers[0]?.body.error).toContain('Deshazlo primero')
    expect(answers[4]?.body.error).toBe('La persona dijo que ya va a bordo.')
    expect((await walletTotals(test.deps.db, ana.userId)).held).toBe(booking.price)
  })

  it('refuses a no-show claim and an objection after boarding was confirmed', async () => {
    const { booking, act, driver, ana } = await aSeat()
    test.toPickUp(booking, 40 * MINUTE_MS)
    await act('aboard')
    expect((await act('no-show', driver)).body.code).toBe('aboard_said')
    const statement = 'Estuve en el punto a la hora y no llegó.'
    expect((await act('dispute', ana, { statement })).body.code).toBe('aboard_said')
    // Leaving a late driver counts as a cancellation, too.
    expect((await act('cancel')).body.code).toBe('aboard_said')
  })

  it('pays at once, without undo, when the driver scans a passenger already aboard', async () => {
    const { driver, booking, act, seen } = await said()
    await test.board(driver, booking)
    expect(await seen()).toMatchObject({ status: 'checked_in', can: { undoAboard: false } })
    const earned = await test.available(driver)
    expect((await act('aboard/undo')).body.code).toBe('aboard_not_undoable')
    test.clock.advance(UNDO)
    await test.runRecurring('bookings.advance-due')
    expect(await test.available(driver)).toBe(earned)
  })

  it('refunds everything when a trip is cancelled between boarding and payment', async () => {
    const { ana, seen, drive } = await said('billetera', BOGOTA)
    expect((await drive('cancel')).status).toBe(200)
    test.clock.advance(UNDO)
    await test.runRecurring('bookings.advance-due')
    expect((await seen()).status).toBe('trip_cancelled')
    expect(await test.available(ana)).toBe(FUNDS)
    expect(await toldTo(ana, 'trip_cancelled')).toHaveLength(1)
  })

  it('shows the driver when boarding was confirmed and when it is paid', async () => {
    const { trip, driver, booking } = await said()
    const saidAt = test.clock.now().toISOString()
    const aboardSaid = { saidAt, postsAt: addMs(test.clock.now(), UNDO).toISOString() }
    const path = `/trips/${trip.tripId}`
    const { sheet } = (await test.call(driver, 'GET', `${path}/run-sheet`)).body
    const people = sheet.stops.flatMap(({ getsOn }: { getsOn: object[] }) => getsOn)
    expect(people).toMatchObject([{ boarding: 'waiting', aboardSaid, canClaimNoShow: false }])
    const manifest = (await test.call(driver, 'GET', `${path}/manifest`)).body
    expect(manifest.passengers).toMatchObject([{ aboardSaid, from: { at: booking.from.at } }])
  })
})

describe('undoing a boarding confirmation', () => {
  it('pays nothing after boarding is undone, and allows a no-show claim again', async () => {
    const { driver, ana, booking, act, seen } = await said()
    test.clock.advance(UNDO - 1)
    expect((await act('aboard/undo')).status).toBe(200)
    expect((await act('aboard/undo')).status).toBe(200)
    test.clock.advance(UNDO)
    await test.runRecurring('bookings.advance-due')
    expect(await seen()).toMatchObject({
      status: 'confirmed',
      aboardSaidAt: null,
      can: { sayAboard: true, undoAboard: false },
    })
    expect((await walletTotals(test.deps.db, ana.userId)).held).toBe(booking.price)
    test.toPickUp(booking, 16 * MINUTE_MS)
    expect((await act('no-show', driver)).status).toBe(200)
  })

  it('pays once, 10 minutes after boarding was undone and confirmed again', async () => {
    const { driver, act, seen } = await said()
    test.clock.advance(6 * MINUTE_MS)
    await act('aboard/undo')
    await act('aboard')
    test.clock.advance(4 * MINUTE_MS)
    await test.runRecurring('bookings.advance-due')
    expect((await seen()).status).toBe('confirmed')
    test.clock.advance(6 * MINUTE_MS)
    await test.runRecurring('bookings.advance-due')
    expect((await seen()).status).toBe('checked_in')
    expect(await toldTo(driver, 'fare_received')).toHaveLength(1)
  })

  it('lets the driver scan the ticket after a boarding confirmation was undone', async () => {
    const { driver, booking, act, seen } = await said()
    await act('aboard/undo')
    await test.board(driver, booking)
    expect((await seen()).status).toBe('checked_in')
  })
})
