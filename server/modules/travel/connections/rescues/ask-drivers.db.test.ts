// Drivers who must answer are asked when no other car can be booked at once.
import { beforeAll, describe, expect, it } from 'vitest'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { type ConnectionsApp, openConnectionsApp } from '#test/connection-factories.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW } from '#test/deps.ts'
import type { TestUser } from '#test/factories.ts'
import { expectConsistent } from '#test/race/invariants.ts'
import { aTrip, BOGOTA, IBAGUE, type TestTrip, type TripOptions } from '#test/trip-factories.ts'

let test: ConnectionsApp
/** Each test has days of its own, so that it finds no trips of others. */
let days = 0

beforeAll(async () => {
  test = await openConnectionsApp()
})

const read = async (sql: string, values: unknown[] = []) =>
  (await asOwner(test.deps.databaseUrl, sql, values)).rows
const way = { from: BOGOTA, to: IBAGUE }

/** A trip by request that leaves so many hours after the failed one. */
const asking = (at: Date, hours: number, more: TripOptions = {}) =>
  aTrip(test.deps, {
    departsAt: addMs(at, hours * HOUR_MS),
    stops: [BOGOTA, IBAGUE],
    instant: false,
    ...more,
  })

/** A booked trip at noon in Bogotá, and cars by request after it; the clock is a day before. */
async function scene(cars = 1, pesos = 500_000, more: TripOptions = {}) {
  days += 3
  const at = addMs(TEST_NOW, days * DAY_MS + 4 * HOUR_MS)
  test.clock.set(TEST_NOW)
  const trip = await aTrip(test.deps, { departsAt: at, stops: [BOGOTA, IBAGUE], ...more })
  const ana = await test.aPassenger(pesos)
  const booking = await test.booked(ana, trip, way)
  const others: TestTrip[] = []
  for (let no = 1; no <= cars; no += 1) others.push(await asking(at, no))
  test.clock.set(addMs(at, -24 * HOUR_MS))
  return { at, trip, ana, booking, others, other: others[0] as TestTrip }
}

async function fails({ driver, tripId }: TestTrip) {
  expect((await test.call(driver, 'POST', `/trips/${tripId}/cancel`, {})).status).toBe(200)
  await test.runJobs()
}

type Booked = { id: string }

const shown = async (who: TestUser, { id }: Booked) =>
  (await test.call(who, 'GET', `/bookings/${id}/rescue`)).body.rescue
const take = (who: TestUser, { id }: Booked) =>
  test.call(who, 'POST', `/bookings/${id}/rescue/take`, { key: crypto.randomUUID() })
const asked = async ({ driver }: TestTrip, { id }: Booked) =>
  (await test.call(driver, 'GET', `/bookings/${id}/rescue/ask`)).body
const says = (agrees: boolean, { driver }: TestTrip, { id }: Booked) =>
  test.call(driver, 'POST', `/bookings/${id}/rescue/ask`, { agrees })
const limit = (who: TestUser, { id }: Booked, upTo: number | null) =>
  test.call(who, 'PUT', `/bookings/${id}/rescue/limit`, { upTo })
const bookingsOf = (who: TestUser) =>
  read(
    `select status, trip_id from bookings where passenger_id = $1 and status <> 'trip_cancelled'`,
    [who.userId],
  )

describe('no car can be booked at once', () => {
  it('asks three drivers, and the first yes keeps the seat for ten minutes', async () => {
    const { trip, ana, booking, other, others } = await scene(4)
    await fails(trip)
    const rescue = await shown(ana, booking)
    expect(rescue).toMatchObject({ status: 'asked', asked: 3, kept: null, mayTake: false })
    expect(Date.parse(rescue.expiresAt)).toBe(test.clock.now().getTime() + 20 * MINUTE_MS)
    expect(await test.messages(ana)).toContain('rescue_asked')
    const told = await Promise.all(others.map(({ driver }) => test.messages(driver)))
    expect(told.map((kinds) => kinds.includes('seat_wanted'))).toEqual([true, true, true, false])
    expect(await read(`select 1 from seat_keeps where rescue_of = $1`, [booking.id])).toEqual([])
    const { ask } = await asked(other, booking)
    expect(ask).toMatchObject({ status: 'open', rating: null, seats: 1, tripId: other.tripId })
    expect(Object.keys(ask).sort()).toEqual([
      'firstName',
      'from',
      'rating',
      'seats',
      'serverTime',
      'status',
      'to',
      'tripId',
      'until',
    ])
    expect((await says(true, other, booking)).body.ask.status).toBe('kept')
    await test.runJobs()
    const kept = await shown(ana, booking)
    expect(kept).toMatchObject({ status: 'offered', mayTake: true })
    expect(Date.parse(kept.expiresAt)).toBe(test.clock.now().getTime() + 10 * MINUTE_MS)
    expect(kept.kept.parts[0].tripId).toBe(other.tripId)
    expect(await test.messages(ana)).toContain('rescue_offered')
    const taken = await take(ana, booking)
    expect([taken.status, taken.body.code]).toEqual([201, undefined])
    expect(taken.body.bookings[0]).toMatchObject({ status: 'confirmed' })
    expect((await asked(other, booking)).ask.status).toBe('booked')
    await test.runJobs()
    expect(await test.messages(other.driver)).toContain('seat_booked')
    await expectConsistent(test.deps)
  })

  it('a later yes reads that she already found a car', async () => {
    const { trip, ana, booking, others } = await scene(2)
    await fails(trip)
    const [first, second] = others as [TestTrip, TestTrip]
    await says(true, first, booking)
    const late = await says(true, second, booking)
    expect([late.status, late.body.code]).toEqual([409, 'ask_found'])
    expect((await asked(second, booking)).ask.status).toBe('found')
    expect((await says(true, first, booking)).body.ask.status).toBe('kept')
    expect(await bookingsOf(ana)).toEqual([])
  })

  it('ends after twenty minutes: tells her that there is none, and a yes comes too late', async () => {
    const { trip, ana, booking, other } = await scene()
    await fails(trip)
    test.clock.advance(20 * MINUTE_MS)
    expect((await says(true, other, booking)).body.code).toBe('ask_over')
    await test.runJobs()
    expect(await shown(ana, booking)).toMatchObject({ status: 'none', mayTake: false })
    expect(await test.messages(ana)).toContain('rescue_none')
    expect((await asked(other, booking)).ask.status).toBe('over')
    const marks = 'select count(*)::int as n from driver_marks where driver_id = $1'
    expect(await read(marks, [other.driver.userId])).toEqual([{ n: 0 }])
  })

  it('ends 45 minutes before the failed pick-up', async () => {
    const { at, trip, ana, booking } = await scene(2)
    test.clock.set(addMs(at, -55 * MINUTE_MS))
    await fails(trip)
    const rescue = await shown(ana, booking)
    expect([rescue.status, Date.parse(rescue.expiresAt)]).toEqual([
      'asked',
      addMs(at, -45 * MINUTE_MS).getTime(),
    ])
  })

  it('ends at once when every driver says no', async () => {
    const { trip, ana, booking, others } = await scene(2)
    await fails(trip)
    for (const each of others) {
      expect((await says(false, each, booking)).body.ask.status).toMatch(/declined|over/)
    }
    await test.runJobs()
    expect((await shown(ana, booking)).status).toBe('none')
  })

  it('a car that can be booked at once comes before any question', async () => {
    const { at, trip, ana, booking, other } = await scene()
    await asking(at, 3, { instant: true })
    await fails(trip)
    expect((await shown(ana, booking)).status).toBe('offered')
    expect((await asked(other, booking)).code).toBe('ask_not_found')
  })

  it('the keep passed: the seat is on sale again, and both read it', async () => {
    const { trip, ana, booking, other } = await scene()
    await fails(trip)
    await says(true, other, booking)
    test.clock.advance(10 * MINUTE_MS + 1_000)
    await test.runJobs()
    expect(await shown(ana, booking)).toMatchObject({ status: 'expired', mayTake: false })
    expect((await take(ana, booking)).body.code).toBe('rescue_ended')
    expect((await asked(other, booking)).ask.status).toBe('not_taken')
    await expectConsistent(test.deps)
  })
})

describe('who is not asked', () => {
  it('a driver who was asked twice that day', async () => {
    const { at, other, ...one } = await scene()
    const { driver } = other
    for (const no of [1, 2]) {
      await read(
        `insert into rescue_asks (booking_id, driver_id, trip_id, from_seq, to_seq, asked_at)
         select b.id, $1, b.trip_id, 0, 1, $2 from bookings b where b.id <> $3
         and not exists (select from rescue_asks a where a.booking_id = b.id) limit 1`,
        [driver.userId, addMs(test.clock.now(), -no * MINUTE_MS), one.booking.id],
      )
    }
    await fails(one.trip)
    expect((await shown(one.ana, one.booking)).status).toBe('none')
    expect(await test.messages(driver)).not.toContain('seat_wanted')
    expect(at > test.clock.now()).toBe(true)
  })

  it('a driver whom she blocked, and one who drives now', async () => {
    const { trip, ana, booking, others } = await scene(2)
    const [blocked, driving] = others as [TestTrip, TestTrip]
    await test.call(ana, 'POST', '/blocks', { userId: blocked.driver.userId })
    await aTrip(test.deps, {
      driver: driving.driver,
      departsAt: addMs(test.clock.now(), 5 * MINUTE_MS),
      stops: [BOGOTA, IBAGUE],
      seats: 1,
    })
    test.clock.advance(10 * MINUTE_MS)
    await fails(trip)
    expect((await shown(ana, booking)).status).toBe('none')
  })

  it('a car for women only, a suspended driver, the failing driver', async () => {
    const { at, trip, ana, booking, other } = await scene()
    await read(`update users set is_woman = null where id = $1`, [ana.userId]).catch(() => [])
    await read(
      `update trips set preferences = preferences || '{"womenOnly": true}' where id = $1`,
      [other.tripId],
    )
    const barred = await asking(at, 2)
    await read(`update users set id = id where id = $1`, [barred.driver.userId])
    await asking(at, 5, { driver: trip.driver })
    await read(`update trip_seats set open = false where trip_id = $1`, [barred.tripId])
    await fails(trip)
    expect((await shown(ana, booking)).status).toBe('none')
  })

  it('anybody at night, unless the pick-up is within three hours', async () => {
    days += 3
    const at = addMs(TEST_NOW, days * DAY_MS + HOUR_MS)
    test.clock.set(TEST_NOW)
    const trip = await aTrip(test.deps, { departsAt: at, stops: [BOGOTA, IBAGUE] })
    const ana = await test.aPassenger()
    const booking = await test.booked(ana, trip, way)
    await asking(at, 1)
    // 5:00 in Bogotá: the pick-up is at 9:00.
    test.clock.set(addMs(at, -4 * HOUR_MS))
    await fails(trip)
    expect((await shown(ana, booking)).status).toBe('none')
  })
})

describe('she ticked "tómalo hasta"', () => {
  it('takes a car within the limit, and tells both', async () => {
    const { trip, ana, booking, other } = await scene()
    await fails(trip)
    const set = await limit(ana, booking, booking.price + 50_000)
    expect(set.body.rescue.takeUpTo).toBe(booking.price + 50_000)
    await says(true, other, booking)
    await test.runJobs()
    expect((await shown(ana, booking)).status).toBe('taken')
    expect(await bookingsOf(ana)).toEqual([{ status: 'confirmed', trip_id: other.tripId }])
    const kinds = await test.messages(ana)
    expect(kinds).toContain('booking_confirmed')
    expect(kinds).not.toContain('rescue_offered')
    await expectConsistent(test.deps)
  })

  it('does not take a dearer car: she is told, and presses', async () => {
    const { trip, ana, booking, other } = await scene()
    await fails(trip)
    await limit(ana, booking, 1_000)
    await says(true, other, booking)
    await test.runJobs()
    expect(await shown(ana, booking)).toMatchObject({ status: 'offered', mayTake: true })
    expect(await bookingsOf(ana)).toEqual([])
    expect(await test.messages(ana)).toContain('rescue_offered')
  })

  it('does not take without the money, and sets nothing once nobody is asked', async () => {
    const { trip, ana, booking, other } = await scene()
    await fails(trip)
    await limit(ana, booking, booking.price + 50_000)
    await read(
      `update ledger_accounts set debits_posted = credits_posted where id =
      derived_id('ledger.wallet.COP', $1::text)`,
      [ana.userId],
    ).catch(() => [])
    await says(true, other, booking)
    expect((await limit(ana, booking, null)).body.code).toBe('rescue_ended')
    const eva = await test.aPassenger()
    expect((await limit(eva, booking, null)).body.code).toBe('booking_not_found')
  })
})

it('refuses a question of somebody else, and a car that changed its way', async () => {
  const { trip, ana, booking, other } = await scene()
  await fails(trip)
  for (const answer of [await says(true, trip, booking), await says(false, trip, booking)]) {
    expect([answer.status, answer.body.code]).toEqual([404, 'ask_not_found'])
  }
  await test.call(ana, 'POST', '/blocks', { userId: other.driver.userId })
  expect((await says(true, other, booking)).body.code).toBe('ask_over')
  expect((await shown(ana, booking)).status).toBe('asked')
  expect((await test.call(ana, 'POST', `/bookings/${booking.id}/rescue/decline`)).status).toBe(200)
  expect((await asked(other, booking)).ask.status).toBe('over')
})
