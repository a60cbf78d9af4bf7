import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { beforeAll, expect, it } from 'vitest'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW } from '#test/deps.ts'
import { CALI, IBAGUE } from '#test/trip-factories.ts'
import { expectConsistent } from './invariants.ts'

let test: BookingsApp

beforeAll(async () => {
  test = await openBookingsApp({ poolSize: 20, callsOfOnePerson: 50 })
})

it('sells no seat after "Terminar", however many book at that moment', async () => {
  for (let round = 0; round < 6; round += 1) {
    const trip = await test.newTrip()
    const people = await Promise.all([1, 2, 3].map(() => test.aPassenger()))
    test.clock.set(trip.facts.departsAt)
    const drive = (action: string, body = {}) =>
      test.call(trip.driver, 'POST', `/trips/${trip.tripId}/${action}`, body)
    await drive('start')
    await drive('arrivals', { stopId: trip.stop(CALI) })
    const [finished, ...answers] = await Promise.all([
      drive('finish'),
      ...people.map((who) => test.book(who, trip, { from: IBAGUE, to: CALI })),
    ])
    expect(finished?.status).toBe(200)
    for (const { status, body } of answers) {
      expect(status === 201 || body.code === 'trip_not_bookable', JSON.stringify(body)).toBe(true)
    }
    const late = await test.book(await test.aPassenger(), trip, { from: IBAGUE, to: CALI })
    expect(late.body.code).toBe('trip_not_bookable')
    const sql = 'select open from trip_seats where trip_id = $1'
    const { rows } = await asOwner(test.deps.databaseUrl, sql, [trip.tripId])
    expect(rows).toEqual([{ open: false }])
  }
  await expectConsistent(test.deps)
})

it('refuses a request that is accepted while the end of the trip is being written', async () => {
  test.clock.set(TEST_NOW)
  const trip = await test.newTrip({ instant: false })
  const request = await test.booked(await test.aPassenger(), trip, { from: IBAGUE, to: CALI })
  const client = new pg.Client({ connectionString: test.deps.databaseUrl })
  await client.connect()
  try {
    await client.query('begin')
    const sql = 'insert into journeys (trip_id, started_at) values ($1, $2)'
    await asOwner(test.deps.databaseUrl, sql, [trip.tripId, TEST_NOW])
    const end = 'update journeys set finished_at = $2, finish_counts_at = $2 where trip_id = $1'
    await client.query(end, [trip.tripId, TEST_NOW])
    const accepting = test.call(trip.driver, 'POST', `/bookings/${request.id}/accept`)
    await sleep(300)
    await client.query('commit')
    expect((await accepting).body.code).toBe('booking_not_pending')
  } finally {
    await client.end()
  }
})
