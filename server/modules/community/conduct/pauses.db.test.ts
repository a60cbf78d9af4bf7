import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CaseOutcome } from '#contract/conduct.ts'
import { reviewTrips } from '#server/modules/travel/trip-changes/index.ts'
import { addMs, bogotaDate, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { type BookingsApp, FUNDS, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW } from '#test/deps.ts'
import { aFundedWallet, aUser, type TestDriver, type TestUser } from '#test/factories.ts'
import { hearCase } from '#test/hearing-steps.ts'
import { expectConsistent } from '#test/race/invariants.ts'
import { sharePhone } from '#test/same-human.ts'
import { aTrip, type TestTrip } from '#test/trip-factories.ts'
import { alarmUndecided } from './alarm-undecided.ts'
import { returnPausedSeats } from './apply-sanction.ts'

let test: BookingsApp
let first: TestUser
let second: TestUser
let trip: TestTrip
let driver: TestDriver
let ana: TestUser

beforeAll(async () => {
  test = await openBookingsApp()
  first = await aUser(test.deps, { firstName: 'Pilar', roles: ['passenger', 'support'] })
  second = await aUser(test.deps, { firstName: 'Tomás', roles: ['passenger', 'admin'] })
})

beforeEach(async () => {
  test.clock.set(TEST_NOW)
  trip = await test.newTrip({ seats: 3, departsAt: addMs(TEST_NOW, 10 * DAY_MS) })
  driver = trip.driver
  ana = await test.aPassenger()
})

const note = 'Un pasajero cuenta que manejaste mirando el celular.'

async function aCase(whom: TestUser = driver): Promise<string> {
  const subject = { kind: 'user', id: whom.userId }
  const reporter = await aUser(test.deps)
  const asked = { subject, reason: 'dangerous_driving', text: 'Miraba el celular al manejar.' }
  return (await test.call(reporter, 'POST', '/reports', asked)).body.report.id
}

const decide = (who: TestUser, caseId: string, outcome: CaseOutcome, days?: number) =>
  test.call(who, 'POST', `/admin/conduct/${caseId}/decide`, {
    ...{ outcome, note },
    ...(days && { days }),
  })

const pause = (caseId: string, pauses = true) =>
  test.call(first, 'POST', `/admin/conduct/${caseId}/hear`, { note, pause: pauses })

const answer = (caseId: string, who: TestUser = driver) =>
  test.call(who, 'POST', `/conduct/hearings/${caseId}`, { text: 'Iba con el GPS, sin tocarlo.' })

async function aPausedCase(): Promise<string> {
  const caseId = await aCase()
  expect((await pause(caseId)).status).toBe(200)
  await test.runJobs()
  return caseId
}

async function toldTo({ userId }: TestUser): Promise<string[]> {
  const told = test.deps.db.selectFrom('notifications').select('kind').orderBy('created_at')
  return (await told.where('user_id', '=', userId).execute()).map(({ kind }) => kind)
}

const rows = async (statement: string, ...values: unknown[]) =>
  (await asOwner(test.deps.databaseUrl, statement, values)).rows

const isOnSale = async ({ tripId }: TestTrip) =>
  (await rows('select from trips_on_sale where trip_id = $1', tripId)).length === 1

const bookingOf = async (who: TestUser, { id }: { id: string }) =>
  (await test.call(who, 'GET', `/bookings/${id}`)).body.booking

describe('a pause', () => {
  it('stops sales and bookings of a paused driver, and tells driver and passengers', async () => {
    const booking = await test.booked(ana, trip)
    await aPausedCase()
    expect(await isOnSale(trip)).toBe(false)
    expect((await test.book(driver, await test.newTrip())).body.code).toBe('account_suspended')
    const publishing = aTrip(test.deps, { driver, departsAt: addMs(TEST_NOW, 20 * DAY_MS) })
    await expect(publishing).rejects.toMatchObject({ code: 'account_suspended' })
    expect(await toldTo(driver)).toContain('hearing_asked')
    expect(await toldTo(ana)).toContain('trip_at_risk')
    const until = addMs(trip.facts.departsAt, -12 * HOUR_MS).toISOString()
    expect(await bookingOf(ana, booking)).toMatchObject({
      ...{ status: 'confirmed', tripPause: { until } },
    })
    expect((await test.call(driver, 'GET', '/conduct')).body).toMatchObject({
      standing: 'paused',
      hearings: [{ note, isPaused: true, answeredAt: null }],
    })
  })

  it('refunds passengers of a paused trip in full if they cancel before the pick-up', async () => {
    const booking = await test.booked(ana, trip)
    test.clock.set(addMs(new Date(booking.from.at), -13 * HOUR_MS))
    await aPausedCase()
    expect((await bookingOf(ana, booking)).refundIfCancelledNow).toBe(booking.price)
    const left = await test.call(ana, 'POST', `/bookings/${booking.id}/cancel`)
    expect(left.body.booking).toMatchObject({ refunded: booking.price, charged: 0 })
    expect(await test.available(ana)).toBe(FUNDS)
  })

  it('resumes paused trips after the pause, and reports the cancelled ones', async () => {
    const soon = await aTrip(test.deps, { driver, departsAt: addMs(TEST_NOW, 2 * DAY_MS) })
    const eva = await test.aPassenger()
    const lost = await test.booked(eva, soon)
    const kept = await test.booked(ana, trip)
    const caseId = await aPausedCase()
    test.clock.set(addMs(TEST_NOW, 2 * DAY_MS - 12 * HOUR_MS))
    await reviewTrips(test.deps)
    expect((await bookingOf(eva, lost)).status).toBe('trip_cancelled')
    expect(await test.available(eva)).toBe(FUNDS)
    expect((await decide(first, caseId, 'nothing')).body).toEqual({ outcome: 'nothing' })
    await test.runJobs()
    expect(await isOnSale(trip)).toBe(true)
    expect((await bookingOf(ana, kept)).tripPause).toBe(null)
    expect(await toldTo(ana)).toContain('trip_resumed')
    expect(await toldTo(eva)).toContain('trip_not_back')
    const [over] = await rows(
      `select body from notifications where user_id = $1 and kind = 'pause_over'`,
      driver.userId,
    )
    expect(over.body).toMatch(/vuelven a venderse: 1\..*no vuelven: 1\./s)
    expect((await test.call(driver, 'GET', '/conduct')).body.standing).toBe('good')
    await expectConsistent(test.deps)
  })

  it('resumes a trip only after both the pause and the missing document are resolved', async () => {
    const until = bogotaDate(addMs(trip.facts.arrivesAt, -DAY_MS))
    const setSoat = (day: string) =>
      rows(
        `update documents set expires_on = $2 where vehicle_id = $1 and kind = 'soat'`,
        driver.vehicleId,
        day,
      )
    await setSoat(until)
    await reviewTrips(test.deps)
    const caseId = await aPausedCase()
    await setSoat('2028-01-01')
    await reviewTrips(test.deps)
    expect(await isOnSale(trip)).toBe(false)
    await setSoat(until)
    test.clock.advance(1000)
    await reviewTrips(test.deps)
    await decide(first, caseId, 'nothing')
    await test.runJobs()
    expect(await isOnSale(trip)).toBe(false)
    await setSoat('2028-01-01')
    await reviewTrips(test.deps)
    expect(await isOnSale(trip)).toBe(true)
  })

  it('returns bookings of a paused passenger 12 h before the pick-up, not earlier', async () => {
    await aFundedWallet(test.deps, driver.userId, FUNDS)
    const elsewhere = await test.newTrip({ departsAt: addMs(TEST_NOW, 3 * DAY_MS) })
    const own = await test.booked(driver, elsewhere)
    await aPausedCase()
    const due = addMs(new Date(own.from.at), -12 * HOUR_MS)
    test.clock.set(addMs(due, -1000))
    await returnPausedSeats(test.deps)
    expect((await bookingOf(driver, own)).status).toBe('confirmed')
    test.clock.set(due)
    await returnPausedSeats(test.deps)
    expect(await bookingOf(driver, own)).toMatchObject({ refunded: own.price })
  })

  it.each([
    ['the deadline of an answer that nobody gave', null, 48],
    ['the answer', 5, 5],
    ['the deadline, also when a late answer comes', 60, 48],
  ])('raises one alarm 24 hours after %s', async (_, answeredAfter, from) => {
    const caseId = await aPausedCase()
    if (answeredAfter !== null) {
      test.clock.set(addMs(TEST_NOW, answeredAfter * HOUR_MS))
      expect((await answer(caseId)).status).toBe(200)
    }
    const alarms: unknown[] = []
    const log = { error: (facts: unknown) => void alarms.push(facts) }
    const check = () => alarmUndecided({ ...test.deps, log } as never)
    const due = addMs(TEST_NOW, (from + 24) * HOUR_MS)
    const { items } = (await test.call(second, 'GET', '/admin/conduct')).body
    const item = items.find(({ id }: { id: string }) => id === caseId)
    expect(item.dueAt).toBe(due.toISOString())
    test.clock.set(addMs(due, -1000))
    await check()
    expect(alarms).not.toContainEqual({ caseId })
    test.clock.advance(1000)
    await check()
    await check()
    expect(alarms.filter((each) => (each as { caseId: string }).caseId === caseId)).toHaveLength(1)
  })
})

it('lists first what must be decided soonest, not what is oldest', async () => {
  const old = await aCase()
  test.clock.advance(HOUR_MS)
  const paused = await aPausedCase()
  expect((await answer(paused)).status).toBe(200)
  const { items } = (await test.call(second, 'GET', '/admin/conduct')).body
  const dueTimes = items.map(({ dueAt }: { dueAt: string }) => dueAt)
  expect(dueTimes).toEqual([...dueTimes].sort())
  const ids = items.map(({ id }: { id: string }) => id)
  expect(ids.indexOf(paused)).toBeLessThan(ids.indexOf(old))
})

describe('an expulsion', () => {
  it('pauses at the proposal of an expulsion, and expels when another human confirms', async () => {
    const booking = await test.booked(ana, trip)
    const caseId = await aCase()
    await hearCase(test.deps.databaseUrl, caseId)
    expect((await decide(first, caseId, 'expulsion')).body).toEqual({ outcome: null })
    await test.runJobs()
    expect((await bookingOf(ana, booking)).status).toBe('confirmed')
    expect(await isOnSale(trip)).toBe(false)
    // Neither the proposer nor another account of the same human can confirm.
    expect((await decide(first, caseId, 'expulsion')).body).toEqual({ outcome: null })
    const twin = await aUser(test.deps, { roles: ['passenger', 'support'] })
    await sharePhone(test.deps.databaseUrl, first, twin)
    expect((await decide(twin, caseId, 'expulsion')).body.code).toBe('same_human')
    const { items } = (await test.call(second, 'GET', '/admin/signatures')).body
    expect(items).toContainEqual(expect.objectContaining({ kind: 'expulsion', id: caseId }))
    const later = await aCase()
    const listed = async (who: TestUser, query = '') =>
      (await test.call(who, 'GET', `/admin/conduct${query}`)).body.items.map(
        ({ id }: { id: string }) => id,
      )
    expect((await listed(first)).at(-1)).toBe(caseId)
    expect((await listed(second)).indexOf(caseId)).toBeLessThan(
      (await listed(second)).indexOf(later),
    )
    expect((await decide(second, caseId, 'expulsion')).body).toEqual({ outcome: 'expulsion' })
    expect(await listed(first, `?only=${caseId}`)).toEqual([caseId])
    await test.runJobs()
    expect((await bookingOf(ana, booking)).status).toBe('trip_cancelled')
    expect(await test.available(ana)).toBe(FUNDS)
    expect((await test.call(driver, 'GET', '/conduct')).body.standing).toBe('expelled')
    await expectConsistent(test.deps)
  })

  it('ends the pause when the second person warns instead of confirming an expulsion', async () => {
    const caseId = await aCase()
    await hearCase(test.deps.databaseUrl, caseId)
    await decide(first, caseId, 'expulsion')
    await test.runJobs()
    expect((await decide(second, caseId, 'warning')).body).toEqual({ outcome: 'warning' })
    await test.runJobs()
    expect((await test.call(driver, 'GET', '/conduct')).body.standing).toBe('warned')
    expect(await isOnSale(trip)).toBe(true)
  })
})

describe('a hearing', () => {
  it('shows the team the planned trips and the answer of the person in a hearing', async () => {
    const booking = await test.booked(ana, trip)
    const caseId = await aCase()
    expect((await pause(caseId, false)).status).toBe(200)
    expect(await isOnSale(trip)).toBe(true)
    expect((await answer(caseId, ana)).body.code).toBe('hearing_not_found')
    expect((await answer(caseId)).status).toBe(200)
    const { items } = (await test.call(second, 'GET', '/admin/conduct')).body
    expect(items.find(({ id }: { id: string }) => id === caseId)).toMatchObject({
      hearing: { note, text: 'Iba con el GPS, sin tocarlo.' },
      isPaused: false,
      planned: { trips: 1, passengers: 1, refundPesos: booking.price, seats: 0, seatPesos: 0 },
    })
    await decide(first, caseId, 'nothing')
    expect((await answer(caseId)).body.code).toBe('hearing_over')
  })
})

it('lets an expelled person answer the hearing of another case', async () => {
  const [expelling, other] = [await aCase(), await aCase()]
  await pause(other, false)
  await hearCase(test.deps.databaseUrl, expelling)
  await decide(first, expelling, 'expulsion')
  await decide(second, expelling, 'expulsion')
  expect((await test.call(driver, 'GET', '/conduct')).body.standing).toBe('expelled')
  expect((await answer(other)).status).toBe(200)
})

it('resumes paused trips when an appeal against a suspension is upheld', async () => {
  const caseId = await aCase()
  await hearCase(test.deps.databaseUrl, caseId)
  await decide(first, caseId, 'suspension', 30)
  await test.runJobs()
  expect(await isOnSale(trip)).toBe(false)
  const { sanctions } = (await test.call(driver, 'GET', '/conduct')).body
  const { id } = sanctions[0]
  await test.call(driver, 'POST', `/conduct/${id}/appeal`, { text: 'No fui yo quien manejaba.' })
  await test.call(second, 'POST', `/admin/appeals/${id}/answer`, { isUpheld: true, note })
  await test.runJobs()
  expect(await isOnSale(trip)).toBe(true)
})
