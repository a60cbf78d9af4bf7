import { beforeAll, expect, it } from 'vitest'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { type BookingsApp, FUNDS, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW } from '#test/deps.ts'
import { aUser, proveSessions, type TestUser } from '#test/factories.ts'
import { hearDriver } from '#test/hearing-steps.ts'
import { expectConsistent } from '#test/race/invariants.ts'
import { BOGOTA } from '#test/trip-factories.ts'

let test: BookingsApp
let helper: TestUser

beforeAll(async () => {
  test = await openBookingsApp()
  helper = await aUser(test.deps, { roles: ['passenger', 'support'] })
})

const statement = 'Estuve en el punto y el carro no llegó.'
const note = 'Revisamos los registros del viaje.'

async function aClaim() {
  const trip = await test.newTrip({ departsAt: addMs(TEST_NOW, DAY_MS) })
  const ana = await test.aPassenger()
  const booking = await test.booked(ana, trip, { from: BOGOTA })
  test.toPickUp(booking, 15 * MINUTE_MS)
  expect((await test.call(trip.driver, 'POST', `/bookings/${booking.id}/no-show`)).status).toBe(200)
  const dispute = (who: TestUser = ana, body: object = { statement }) =>
    test.call(who, 'POST', `/bookings/${booking.id}/dispute`, { ...body })
  const resolve = (who: TestUser, outcome: string) =>
    test.call(who, 'POST', `/admin/disputes/${booking.id}/resolve`, { outcome, note })
  return { trip, ana, booking, dispute, resolve }
}

/** Opens a dispute of a passenger, `ms` after the pick-up, because the driver did not come. */
async function anObjection(ms = HOUR_MS) {
  const trip = await test.newTrip({ departsAt: addMs(TEST_NOW, DAY_MS) })
  const ana = await test.aPassenger()
  const booking = await test.booked(ana, trip, { from: BOGOTA })
  const { body: ticket } = await test.call(ana, 'GET', `/bookings/${booking.id}/ticket`)
  const { body: manifest } = await test.call(trip.driver, 'GET', `/trips/${trip.tripId}/manifest`)
  test.toPickUp(booking, ms)
  const act = (who: TestUser, verb: string, body = {}) =>
    test.call(who, 'POST', `/bookings/${booking.id}/${verb}`, body)
  expect((await act(ana, 'dispute', { statement })).status).toBe(200)
  return { trip, ana, booking, ticket, manifest, act }
}

async function caseOf(bookingId: string) {
  const { body } = await test.call(helper, 'GET', '/admin/disputes')
  return body.items.find((each: { bookingId: string }) => each.bookingId === bookingId)
}

async function mailJobs(): Promise<number> {
  const { rows } = await asOwner(
    test.deps.databaseUrl,
    `select count(*)::int as found from jobs where name = 'notifications.mail'`,
  )
  return rows[0].found
}

it('mails the passenger about a no-show, revokes the ticket and keeps the seat taken', async () => {
  const before = await mailJobs()
  const { ana, trip, booking } = await aClaim()
  expect(await mailJobs()).toBe(before + 1)
  const seen = await test.call(ana, 'GET', `/bookings/${booking.id}`)
  expect(seen.body.booking).toMatchObject({
    status: 'no_show',
    can: { dispute: true, cancel: false, showTicket: false },
    noShow: { claimedAt: test.clock.now().toISOString(), disputedAt: null, decided: false },
  })
  const aboard = await test.call(ana, 'POST', `/bookings/${booking.id}/aboard`)
  expect(aboard.body.code).toBe('ticket_revoked')
  const cancel = await test.call(trip.driver, 'POST', `/bookings/${booking.id}/cancel`)
  expect(cancel.body.code).toBe('booking_not_cancellable')
  await expectConsistent(test.deps)
})

it('opens a dispute once, for the passenger only, with a statement long enough', async () => {
  const { trip, dispute } = await aClaim()
  expect((await dispute(trip.driver)).body.code).toBe('booking_not_found')
  expect((await dispute(undefined, { statement: 'No.' })).body.code).toBe('invalid_request')
  const disputed = await dispute()
  expect(disputed.body.booking).toMatchObject({
    can: { dispute: false },
    noShow: { disputedAt: test.clock.now().toISOString() },
  })
  test.clock.advance(2 * DAY_MS)
  expect((await dispute()).status).toBe(200)
})

it('lists a dispute for the team with the known facts', async () => {
  const { booking, dispute, trip, ana } = await aClaim()
  await dispute()
  const list = (who: TestUser, query = '') => test.call(who, 'GET', `/admin/disputes${query}`)
  expect((await list(ana)).status).toBe(403)
  const { body } = await list(helper)
  const item = body.items.find((each: { bookingId: string }) => each.bookingId === booking.id)
  expect(item).toMatchObject({
    tripId: trip.tripId,
    passenger: { name: 'Ana R.', words: statement, trips: 0, disputes: 1, absences: 1 },
    driver: { words: null, answer: null, photoIds: [], disputes: 1 },
    price: booking.price,
    carWasThere: false,
    outcome: null,
  })
  expect(body.total).toBe(body.items.length)
})

it('applies one of parallel decisions of a dispute, by a person outside the booking', async () => {
  const { ana, booking, trip, dispute, resolve } = await aClaim()
  expect((await resolve(helper, 'driver')).body.code).toBe('dispute_not_found')
  await dispute()
  expect((await resolve(ana, 'passenger')).status).toBe(403)
  await asOwner(
    test.deps.databaseUrl,
    `update users set roles = '{passenger,support}' where id = $1`,
    [ana.userId],
  )
  await proveSessions(test.deps, [ana.sessionId])
  expect((await resolve(ana, 'passenger')).body.code).toBe('forbidden')
  const before = await mailJobs()
  await hearDriver(test.deps.databaseUrl, booking.id)
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => resolve(helper, index % 2 ? 'driver' : 'passenger')),
  )
  const decided = answers.find(({ status }) => status === 200)?.body.outcome
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(4)
  expect(answers.filter(({ body }) => body.code === 'dispute_resolved')).toHaveLength(4)
  expect(await mailJobs()).toBe(before + 2)
  expect(await test.available(ana)).toBe(decided === 'passenger' ? FUNDS : FUNDS - booking.price)
  const { rows } = await asOwner(
    test.deps.databaseUrl,
    `select count(*)::int as found from audit_entries
     where action = 'dispute.resolved' and subject_id = $1`,
    [booking.id],
  )
  expect(rows[0].found).toBe(1)
  const { body } = await test.call(helper, 'GET', '/admin/disputes?status=resolved')
  expect(body.items[0]).toMatchObject({ bookingId: booking.id, outcome: decided, note })
  expect(trip.driver.userId).not.toBe(helper.userId)
  await expectConsistent(test.deps)
})

it('has one outcome when a dispute is opened in parallel with the end of its window', async () => {
  const { ana, booking, dispute } = await aClaim()
  test.clock.advance(DAY_MS - 1)
  await Promise.all([
    dispute(),
    ...Array.from({ length: 3 }, async () => {
      test.clock.advance(1)
      await test.runRecurring('bookings.advance-due')
    }),
  ])
  const seen = await test.call(ana, 'GET', `/bookings/${booking.id}`)
  const { noShow, charged } = seen.body.booking
  expect(noShow.disputedAt === null).toBe(charged === booking.price)
  await expectConsistent(test.deps)
})

it('blocks boarding, cancelling and claims while a dispute is open', async () => {
  const before = await mailJobs()
  const { trip, ana, booking, ticket, act } = await anObjection()
  expect(await mailJobs()).toBe(before + 2)
  const checkIn = `/trips/${trip.tripId}/check-in`
  const refusals = [
    await test.call(trip.driver, 'POST', checkIn, { code: ticket.code }),
    await test.call(trip.driver, 'POST', checkIn, { ticket: ticket.qr }),
    await act(ana, 'aboard'),
    await test.call(ana, 'GET', `/bookings/${booking.id}/ticket`),
    await act(ana, 'cancel'),
    await act(trip.driver, 'cancel'),
    await act(trip.driver, 'no-show'),
  ]
  const inDispute = Array.from({ length: 4 }, () => 'booking_in_dispute')
  expect(refusals.map(({ body }) => body.code)).toEqual([
    ...inDispute,
    'booking_not_cancellable',
    'booking_not_cancellable',
    'booking_not_waiting',
  ])
  const { body: list } = await test.call(trip.driver, 'GET', `/trips/${trip.tripId}/manifest`)
  expect(list).toMatchObject({ passengers: [], revoked: [booking.id] })
  expect(await test.available(ana)).toBe(FUNDS - booking.price)
  await expectConsistent(test.deps)
})

it('moves no money for a scan after the dispute, and shows the scan to the team', async () => {
  const { trip, booking, ticket, manifest } = await anObjection()
  expect(await caseOf(booking.id)).toMatchObject({ claimedAt: null, scannedAt: null })
  const scannedAt = addMs(new Date(booking.from.at), 5 * MINUTE_MS).toISOString()
  const scan = { nonce: newId(), ticket: ticket.qr, scannedAt, offline: true }
  const phone = { deviceId: newId(), deviceName: 'Pixel', timeProof: manifest.timeProof }
  for (let times = 0; times < 2; times += 1) {
    const sent = await test.call(trip.driver, 'POST', `/trips/${trip.tripId}/scans`, {
      ...phone,
      scans: [scan],
    })
    const refused = { outcome: 'refused', code: 'booking_in_dispute' }
    expect(sent.body.results[0]).toMatchObject(refused)
  }
  expect(await caseOf(booking.id)).toMatchObject({
    ...{ passenger: { words: statement }, claimedAt: null, scannedAt },
  })
  await expectConsistent(test.deps)
})

it('refuses a dispute on a cancelled trip, which is refunded anyway', async () => {
  const trip = await test.newTrip({ departsAt: addMs(TEST_NOW, DAY_MS) })
  const ana = await test.aPassenger()
  const booking = await test.booked(ana, trip, { from: BOGOTA })
  // State after an interruption between cancelling the trip and cancelling its bookings.
  await asOwner(test.deps.databaseUrl, `update trips set status = 'cancelled' where id = $1`, [
    trip.tripId,
  ])
  test.toPickUp(booking, HOUR_MS)
  const objected = await test.call(ana, 'POST', `/bookings/${booking.id}/dispute`, { statement })
  expect(objected.body.code).toBe('dispute_closed')
  const open = `update trips set status = 'published' where id = $1`
  await asOwner(test.deps.databaseUrl, open, [trip.tripId])
})

it('rejects in the database a check-in of a disputed booking without a decision', async () => {
  const { booking } = await anObjection()
  const byCode = `update bookings set checked_in_by = 'code' where id = $1`
  const boarding = asOwner(test.deps.databaseUrl, byCode, [booking.id])
  await expect(boarding).rejects.toThrow('bookings_objected_boards_by_decision')
})
