// Drivers who must answer are asked when no other car can be booked at once.

import { beforeAll, describe, expect, it } from 'vitest'
import { addMs, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { type AskSteps, askSteps } from '#test/ask-factories.ts'
import { type ConnectionsApp, openConnectionsApp } from '#test/connection-factories.ts'
import { asOwner } from '#test/db.ts'
import { expectConsistent } from '#test/race/invariants.ts'
import { BOGOTA, CALI, IBAGUE, type TestTrip } from '#test/trip-factories.ts'

let test: ConnectionsApp
let steps: AskSteps

beforeAll(async () => {
  test = await openConnectionsApp()
  steps = askSteps(test)
})

describe('no car can be booked at once', () => {
  it('asks three drivers, and the first yes keeps the seat for ten minutes', async () => {
    const { trip, ana, booking, other, others } = await steps.scene(4)
    await steps.fails(trip)
    const rescue = await steps.shown(ana, booking)
    expect(rescue).toMatchObject({ status: 'asked', asked: 3, kept: null, mayTake: false })
    expect(Date.parse(rescue.expiresAt)).toBe(test.clock.now().getTime() + 20 * MINUTE_MS)
    expect(await test.messages(ana)).toContain('rescue_asked')
    const told = await Promise.all(others.map(({ driver }) => test.messages(driver)))
    expect(told.map((kinds) => kinds.includes('seat_wanted'))).toEqual([true, true, true, false])
    expect(await steps.read(`select 1 from seat_keeps where rescue_of = $1`, [booking.id])).toEqual(
      [],
    )
    const { ask } = await steps.asked(other, booking)
    expect(ask).toMatchObject({ status: 'open', rating: null, seats: 1, tripId: other.tripId })
    expect(Object.keys(ask).sort()).toEqual([
      'firstName',
      'from',
      'rating',
      'seats',
      'status',
      'to',
      'tripId',
      'until',
    ])
    expect((await steps.says(true, other, booking)).body.ask.status).toBe('kept')
    await test.runJobs()
    const kept = await steps.shown(ana, booking)
    expect(kept).toMatchObject({ status: 'offered', mayTake: true })
    expect(Date.parse(kept.expiresAt)).toBe(test.clock.now().getTime() + 10 * MINUTE_MS)
    expect(kept.kept.parts[0].tripId).toBe(other.tripId)
    expect(await test.messages(ana)).toContain('rescue_offered')
    const taken = await steps.take(ana, booking)
    expect([taken.status, taken.body.code]).toEqual([201, undefined])
    expect(taken.body.bookings[0]).toMatchObject({ status: 'confirmed' })
    expect((await steps.asked(other, booking)).ask.status).toBe('booked')
    await test.runJobs()
    expect(await test.messages(other.driver)).toContain('seat_booked')
    await expectConsistent(test.deps)
  })

  it('asks for a stop on request of an instant trip, and books it confirmed', async () => {
    const { at, trip, ana, booking } = await steps.scene(0)
    const passing = await steps.asking(at, 1, {
      ...{ stops: [BOGOTA, CALI], instant: true, roadStops: 'ask' },
    })
    await steps.fails(trip)
    expect((await steps.shown(ana, booking)).status).toBe('asked')
    expect((await steps.says(true, passing, booking)).body.ask.status).toBe('kept')
    expect((await steps.take(ana, booking)).body.bookings[0]).toMatchObject({ status: 'confirmed' })
    await expectConsistent(test.deps)
  })

  it('a later yes reads that she already found a car', async () => {
    const { trip, ana, booking, others } = await steps.scene(2)
    await steps.fails(trip)
    const [first, second] = others as [TestTrip, TestTrip]
    await steps.says(true, first, booking)
    const late = await steps.says(true, second, booking)
    expect([late.status, late.body.code]).toEqual([409, 'ask_found'])
    expect((await steps.asked(second, booking)).ask.status).toBe('found')
    expect((await steps.says(true, first, booking)).body.ask.status).toBe('kept')
    expect(await steps.bookingsOf(ana)).toEqual([])
  })

  it('ends after twenty minutes: tells her of it, and a yes comes too late', async () => {
    const { trip, ana, booking, other } = await steps.scene()
    await steps.fails(trip)
    test.clock.advance(20 * MINUTE_MS)
    expect((await steps.says(true, other, booking)).body.code).toBe('ask_over')
    await test.runJobs()
    expect(await steps.shown(ana, booking)).toMatchObject({ status: 'none', mayTake: false })
    expect(await test.messages(ana)).toContain('rescue_none')
    expect((await steps.asked(other, booking)).ask.status).toBe('over')
    const marks = 'select count(*)::int as n from driver_marks where driver_id = $1'
    expect(await steps.read(marks, [other.driver.userId])).toEqual([{ n: 0 }])
  })

  it('ends 45 minutes before the failed pick-up', async () => {
    const { at, trip, ana, booking } = await steps.scene(2)
    test.clock.set(addMs(at, -55 * MINUTE_MS))
    await steps.fails(trip)
    const rescue = await steps.shown(ana, booking)
    expect([rescue.status, Date.parse(rescue.expiresAt)]).toEqual([
      'asked',
      addMs(at, -45 * MINUTE_MS).getTime(),
    ])
  })

  it('ends at once when every driver says no', async () => {
    const { trip, ana, booking, others } = await steps.scene(2)
    await steps.fails(trip)
    for (const each of others) {
      expect((await steps.says(false, each, booking)).body.ask.status).toMatch(/declined|over/)
    }
    await test.runJobs()
    expect((await steps.shown(ana, booking)).status).toBe('none')
  })

  it('a car that can be booked at once comes before any question', async () => {
    const { at, trip, ana, booking, other } = await steps.scene()
    await steps.asking(at, 3, { instant: true })
    await steps.fails(trip)
    expect((await steps.shown(ana, booking)).status).toBe('offered')
    expect((await steps.asked(other, booking)).code).toBe('ask_not_found')
  })

  it('the keep passed: the seat is on sale again, and both read it', async () => {
    const { trip, ana, booking, other } = await steps.scene()
    await steps.fails(trip)
    await steps.says(true, other, booking)
    test.clock.advance(10 * MINUTE_MS + 1_000)
    await test.runJobs()
    expect(await steps.shown(ana, booking)).toMatchObject({ status: 'expired', mayTake: false })
    expect((await steps.take(ana, booking)).body.code).toBe('rescue_ended')
    expect((await steps.asked(other, booking)).ask.status).toBe('not_taken')
    await expectConsistent(test.deps)
  })
})

describe('who is not asked', () => {
  it('a driver who was asked twice that day', async () => {
    const { other, ...one } = await steps.scene()
    const { driver } = other
    const before = await steps.asking(one.at, 10, { instant: true })
    for (const no of [1, 2]) {
      const { id } = await test.booked(await test.aPassenger(), before, {
        from: BOGOTA,
        to: IBAGUE,
      })
      await steps.read(
        `insert into rescue_asks (booking_id, driver_id, trip_id, from_seq, to_seq, asked_at)
         values ($1, $2, $3, 0, 1, $4)`,
        [id, driver.userId, before.tripId, addMs(test.clock.now(), -no * MINUTE_MS)],
      )
    }
    await steps.fails(one.trip)
    expect((await steps.shown(one.ana, one.booking)).status).toBe('none')
    expect(await test.messages(driver)).not.toContain('seat_wanted')
  })

  it('a driver whom she blocked, and one who drives now', async () => {
    const { trip, ana, booking, others } = await steps.scene(2)
    const [blocked, driving] = others as [TestTrip, TestTrip]
    await test.call(ana, 'POST', '/blocks', { userId: blocked.driver.userId })
    await steps.asking(addMs(test.clock.now(), 5 * MINUTE_MS), 0, { driver: driving.driver })
    test.clock.advance(10 * MINUTE_MS)
    await steps.fails(trip)
    expect((await steps.shown(ana, booking)).status).toBe('none')
  })

  it('a driver whose car is for women only', async () => {
    const { trip, ana, booking, other } = await steps.scene()
    const womenOnly = `update trips set preferences = preferences || '{"womenOnly": true}'`
    await steps.read(`${womenOnly} where id = $1`, [other.tripId])
    await steps.fails(trip)
    expect((await steps.shown(ana, booking)).status).toBe('none')
  })

  it('the driver who failed, and one whose sales are stopped by a sanction', async () => {
    const { at, trip, ana, booking, other } = await steps.scene()
    await test.call(trip.driver, 'POST', `/trips/${trip.tripId}/cancel`, {})
    await steps.asking(at, 0.5, { driver: trip.driver })
    await steps.read('update trip_seats set open = false where trip_id = $1', [other.tripId])
    await test.runJobs()
    expect((await steps.shown(ana, booking)).status).toBe('none')
  })

  it('anybody at night, unless the pick-up is within three hours', async () => {
    // A pick-up at 9:00 in Bogotá, known at 5:00 or at 6:15.
    for (const [hours, status] of [
      [4, 'none'],
      [2.75, 'asked'],
    ] as const) {
      const { at, trip, ana, booking } = await steps.scene(1, { hour: 9 })
      test.clock.set(addMs(at, -hours * HOUR_MS))
      await steps.fails(trip)
      expect((await steps.shown(ana, booking)).status).toBe(status)
    }
  })
})

describe('she ticked "tómalo hasta"', () => {
  it('takes a car within the limit, and tells both', async () => {
    const { trip, ana, booking, other } = await steps.scene()
    await steps.fails(trip)
    const set = await steps.limit(ana, booking, booking.price + 50_000)
    expect(set.body.rescue.takeUpTo).toBe(booking.price + 50_000)
    await steps.says(true, other, booking)
    await test.runJobs()
    expect((await steps.shown(ana, booking)).status).toBe('taken')
    expect(await steps.bookingsOf(ana)).toEqual([{ status: 'confirmed', trip_id: other.tripId }])
    const kinds = await test.messages(ana)
    expect(kinds).toContain('booking_confirmed')
    expect(kinds).not.toContain('rescue_offered')
    await expectConsistent(test.deps)
  })

  it('does not take a dearer car: she is told, and presses', async () => {
    const { trip, ana, booking, other } = await steps.scene()
    await steps.fails(trip)
    await steps.limit(ana, booking, 1_000)
    await steps.says(true, other, booking)
    await test.runJobs()
    expect(await steps.shown(ana, booking)).toMatchObject({ status: 'offered', mayTake: true })
    expect(await steps.bookingsOf(ana)).toEqual([])
    expect(await test.messages(ana)).toContain('rescue_offered')
  })

  it('does not take without the money: she is told, and reads what is missing', async () => {
    const { trip, ana, booking, other, at } = await steps.scene(1, { pesos: 110_000 })
    await steps.fails(trip)
    await steps.limit(ana, booking, booking.price + 50_000)
    const dear = await steps.asking(at, 60, { instant: true, stops: [BOGOTA, CALI] })
    await test.booked(ana, dear, { from: BOGOTA, to: CALI })
    const left = await test.available(ana)
    await steps.says(true, other, booking)
    await test.runJobs()
    const rescue = await steps.shown(ana, booking)
    expect(rescue).toMatchObject({ status: 'offered', missing: rescue.kept.price - left })
    expect(await test.messages(ana)).toContain('rescue_offered')
  })

  it('sets nothing for somebody else, or once nobody is asked', async () => {
    const { trip, ana, booking, other } = await steps.scene()
    await steps.fails(trip)
    const eva = await test.aPassenger()
    expect((await steps.limit(eva, booking, null)).body.code).toBe('booking_not_found')
    await steps.says(true, other, booking)
    expect((await steps.limit(ana, booking, null)).body.code).toBe('rescue_ended')
  })
})

it('keeps nothing for a passenger who was paused after the driver was asked', async () => {
  const { trip, ana, booking, other } = await steps.scene()
  await steps.fails(trip)
  await asOwner(
    test.deps.databaseUrl,
    `insert into sanction_events (id, sanction_id, user_id, kind, at, reason, cause)
     values ($1, $1, $2, 'paused', $3, 'Por la prueba.', 'prueba')`,
    [newId(), ana.userId, test.clock.now()],
  )
  expect((await steps.says(true, other, booking)).body.code).toBe('ask_over')
  expect((await steps.shown(ana, booking)).status).toBe('asked')
})

it('refuses a question of somebody else, and a car that changed its way', async () => {
  const { trip, ana, booking, other } = await steps.scene()
  await steps.fails(trip)
  for (const answer of [
    await steps.says(true, trip, booking),
    await steps.says(false, trip, booking),
  ]) {
    expect([answer.status, answer.body.code]).toEqual([404, 'ask_not_found'])
  }
  await test.call(ana, 'POST', '/blocks', { userId: other.driver.userId })
  expect((await steps.says(true, other, booking)).body.code).toBe('ask_over')
  expect((await steps.shown(ana, booking)).status).toBe('asked')
  expect((await test.call(ana, 'POST', `/bookings/${booking.id}/rescue/decline`)).status).toBe(200)
  expect((await steps.asked(other, booking)).ask.status).toBe('over')
})
