import { beforeAll, describe, expect, it } from 'vitest'
import { cancelTrip } from '#server/modules/travel/bookings/index.ts'
import { addMs, bogotaDate, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW } from '#test/deps.ts'
import { aUser, freshToken, type TestUser } from '#test/factories.ts'
import { postForm, postJson } from '#test/http-client.ts'
import { aPhoto } from '#test/images.ts'
import { APPROVE, review } from '#test/review-steps.ts'
import { cancelPaused, pauseTrip } from './pause-trip.ts'
import { reviewTrips } from './review-trips.ts'

let test: BookingsApp

beforeAll(async () => {
  test = await openBookingsApp()
})

async function rows(statement: string, ...values: unknown[]) {
  return (await asOwner(test.deps.databaseUrl, statement, values)).rows
}

const forget = (user: TestUser) => rows('delete from notifications where user_id = $1', user.userId)

async function toldTo(user: TestUser): Promise<string[]> {
  const found = await rows(
    'select kind from notifications where user_id = $1 order by created_at, id',
    user.userId,
  )
  return found.map(({ kind }) => kind)
}

/** Creates a trip in ten days with a passenger; the insurance of the car ends the day before. */
async function aTripWithoutCover() {
  test.clock.set(TEST_NOW)
  const trip = await test.newTrip({ seats: 3, departsAt: addMs(TEST_NOW, 10 * DAY_MS) })
  const ana = await test.aPassenger()
  const booking = await test.booked(ana, trip)
  await test.runJobs()
  for (const user of [ana, trip.driver]) await forget(user)
  const until = bogotaDate(addMs(trip.facts.arrivesAt, -DAY_MS))
  await rows(
    `update documents set expires_on = $2 where vehicle_id = $1 and kind = 'soat'`,
    trip.driver.vehicleId,
    until,
  )
  return { trip, ana, booking, statusOf: () => statusOf(booking.id) }
}

async function statusOf(bookingId: string): Promise<string> {
  return (await rows('select status from bookings where id = $1', bookingId))[0].status
}

const isOnSale = async (tripId: string) =>
  (await rows('select from trips_on_sale where trip_id = $1', tripId)).length === 1

/** Renews the insurance: the driver sends a new SOAT, and a verifier approves it. */
async function renewSoat(driver: TestUser & { vehicleId: string }): Promise<void> {
  const verifier = await aUser(test.deps, { roles: ['verifier'] })
  const fields = { kind: 'soat', vehicleId: driver.vehicleId, expiresOn: '2027-11-01' }
  const token = await freshToken(test.deps, driver)
  const form = { token, fields, file: { bytes: await aPhoto() } }
  const { document } = (await postForm(test.app, '/documents', form)).json()
  expect((await review(test, verifier, { [document.id]: APPROVE })).statusCode).toBe(200)
  await test.runJobs()
}

describe('a trip whose insurance ends before it arrives', () => {
  it('stops selling a trip whose insurance ends and tells driver and passenger once', async () => {
    const { trip, ana, statusOf: status } = await aTripWithoutCover()
    expect(await isOnSale(trip.tripId)).toBe(true)
    await reviewTrips(test.deps)
    await reviewTrips(test.deps)
    expect(await isOnSale(trip.tripId)).toBe(false)
    expect(await toldTo(trip.driver)).toEqual(['trip_paused'])
    expect(await toldTo(ana)).toEqual(['trip_at_risk'])
    expect(await status()).toBe('confirmed')
    const refused = await test.book(await test.aPassenger(), trip)
    expect(refused.body).toMatchObject({
      code: 'trip_not_bookable',
      error: 'Por ahora este viaje no recibe reservas.',
    })
  })

  it('speaks of a request to who only asked for a seat', async () => {
    test.clock.set(TEST_NOW)
    const trip = await test.newTrip({ instant: false })
    const [ana, eva] = [await test.aPassenger(), await test.aPassenger()]
    await test.act(trip.driver, await test.booked(ana, trip), 'accept')
    await test.booked(eva, trip)
    await pauseTrip(test.deps, { tripId: trip.tripId, cause: 'conduct', lacking: [] })
    await test.runJobs()
    const find = `select body from notifications where user_id = $1 and kind = 'trip_at_risk'`
    expect((await rows(find, ana.userId))[0].body).toContain('Tu reserva sigue en pie.')
    expect((await rows(find, eva.userId))[0].body).toContain('Tu solicitud sigue en pie.')
  })

  it('sells a paused trip again once the new insurance is approved, and tells people', async () => {
    const { trip, ana } = await aTripWithoutCover()
    await reviewTrips(test.deps)
    for (const user of [ana, trip.driver]) await forget(user)
    await renewSoat(trip.driver)
    expect(await isOnSale(trip.tripId)).toBe(true)
    expect(await toldTo(trip.driver)).toEqual(['document_approved', 'trip_resumed'])
    expect(await toldTo(ana)).toEqual(['trip_resumed'])
    await test.booked(await test.aPassenger(), trip)
  })

  it('cancels a paused trip 12 hours before departure with full refunds, not earlier', async () => {
    const { trip, ana, statusOf: status } = await aTripWithoutCover()
    // Passengers of the paused trips above need another car too.
    await test.newTrip({ seats: 4, departsAt: trip.facts.departsAt })
    await reviewTrips(test.deps)
    for (const user of [ana, trip.driver]) await forget(user)
    test.clock.set(addMs(trip.facts.departsAt, -12 * HOUR_MS - 1000))
    await reviewTrips(test.deps)
    expect(await status()).toBe('confirmed')
    test.clock.advance(1000)
    await reviewTrips(test.deps)
    expect(await status()).toBe('trip_cancelled')
    await test.runJobs()
    expect(await toldTo(trip.driver)).toContain('trip_lapsed')
    // Rescues, case 15: a pause that lasts until 12 hours before is as a cancelled trip.
    expect(await toldTo(ana)).toEqual(['trip_cancelled', 'rescue_offered'])
    const [held] = await rows(
      `select debits_pending from ledger_accounts where owner_id = $1 and kind = 'wallet'`,
      ana.userId,
    )
    expect(Number(held.debits_pending)).toBe(0)
  })

  it('tells the driver when a review ends the pause during the cancellation', async () => {
    const { trip } = await aTripWithoutCover()
    await reviewTrips(test.deps)
    await cancelTrip(test.deps, trip.driver, { tripId: trip.tripId, reason: 'Sin papeles.' })
    await reviewTrips(test.deps)
    const { tripId: id, driver } = trip
    const cancelled = { trip: { id, driverId: driver.userId }, cause: 'documents' as const }
    for (let round = 0; round < 2; round += 1) await cancelPaused(test.deps, cancelled)
    const lapsed = (await toldTo(driver)).filter((kind) => kind === 'trip_lapsed')
    expect(lapsed).toEqual(['trip_lapsed'])
  })

  it('cancels a paused trip that departs soon only after one hour', async () => {
    const { trip, statusOf: status } = await aTripWithoutCover()
    test.clock.set(addMs(trip.facts.departsAt, -3 * HOUR_MS))
    await reviewTrips(test.deps)
    test.clock.advance(HOUR_MS - 1000)
    await reviewTrips(test.deps)
    expect(await status()).toBe('confirmed')
    test.clock.advance(1000)
    await reviewTrips(test.deps)
    expect(await status()).toBe('trip_cancelled')
  })
})

it('keeps a paused trip closed after its driver cancelled it', async () => {
  const { trip } = await aTripWithoutCover()
  await reviewTrips(test.deps)
  const token = await freshToken(test.deps, trip.driver)
  const cancelled = await postJson(test.app, `/trips/${trip.tripId}/cancel`, {}, { token })
  expect(cancelled.statusCode).toBe(200)
  await renewSoat(trip.driver)
  expect(await isOnSale(trip.tripId)).toBe(false)
  const pauses = await rows('select outcome from trip_pauses where trip_id = $1', trip.tripId)
  expect(pauses).toEqual([{ outcome: 'over' }])
})

describe('a driver who starts the verification again for another document number', () => {
  it('sells no seat until both licence and identity are approved again', async () => {
    test.clock.set(TEST_NOW)
    const trip = await test.newTrip({ departsAt: addMs(TEST_NOW, 10 * DAY_MS) })
    const { userId } = trip.driver
    const body = { identification_number: '1019555111', restart_verification: true }
    expect((await test.call(trip.driver, 'PATCH', '/users/me', body)).status).toBe(200)
    await test.runJobs()
    expect(await isOnSale(trip.tripId)).toBe(false)
    const [licence] = await rows(
      `update documents set status = 'approved' where owner_id = $1 and kind = 'licence'
         and status = 'pending' returning id`,
      userId,
    )
    expect(licence).toBeDefined()
    await reviewTrips(test.deps)
    expect(await isOnSale(trip.tripId)).toBe(false)
    await rows('update users set identity_verified_at = $2 where id = $1', userId, TEST_NOW)
    await reviewTrips(test.deps)
    expect(await isOnSale(trip.tripId)).toBe(true)
  })
})
