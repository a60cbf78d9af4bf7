// Trips with one change of car for tests: Bogotá → Ibagué in one car, Ibagué → Cali in another.
import { expect } from 'vitest'
import { loadSafePoints } from '#server/modules/roads/places/index.ts'
import { addMs, DAY_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { type Body, type BookingsApp, openBookingsApp } from './booking-factories.ts'
import { asOwner } from './db.ts'
import { TEST_NOW } from './deps.ts'
import type { TestUser } from './factories.ts'
import { BOGOTA, CALI, IBAGUE, type TestTrip, type TripOptions } from './trip-factories.ts'

export type Pair = readonly [TestTrip, TestTrip]
export type ConnectionsApp = Awaited<ReturnType<typeof openConnectionsApp>>

/** Minutes between both cars unless a test asks for others. */
const GAP_MINUTES = 90

export async function openConnectionsApp(options: Parameters<typeof openBookingsApp>[0] = {}) {
  const test = await openBookingsApp(options)
  await loadSafePoints(test.deps)
  const find = "select id from safe_points where place_id = $1 and status = 'vetted' limit 1"
  const { rows } = await asOwner(test.deps.databaseUrl, find, [IBAGUE])
  const pointId: string = rows[0].id
  const read = async (sql: string, values: unknown[]) =>
    (await asOwner(test.deps.databaseUrl, sql, values)).rows

  /** Both trips, the first one a week after TEST_NOW. */
  async function newPair(first: TripOptions = {}, second: TripOptions = {}, gap = GAP_MINUTES) {
    const departsAt = addMs(TEST_NOW, 7 * DAY_MS)
    const one = await test.newTrip({ departsAt, stops: [BOGOTA, IBAGUE], ...first })
    const two = await test.newTrip({
      departsAt: addMs(one.facts.arrivesAt, gap * MINUTE_MS),
      stops: [IBAGUE, CALI],
      ...second,
    })
    return [one, two] as const
  }

  function bookBoth(passenger: TestUser, [one, two]: Pair, body: Body = {}) {
    const parts = [
      { tripId: one.tripId, fromStopId: one.stop(BOGOTA), toStopId: one.stop(IBAGUE) },
      { tripId: two.tripId, fromStopId: two.stop(IBAGUE), toStopId: two.stop(CALI) },
    ]
    return test.call(passenger, 'POST', '/connections', { parts, changePointId: pointId, ...body })
  }

  return {
    ...test,
    pointId,
    newPair,
    bookBoth,
    async bookedBoth(passenger: TestUser, pair: Pair, body: Body = {}) {
      const answer = await bookBoth(passenger, pair, body)
      expect([answer.status, answer.body.code]).toEqual([201, undefined])
      const [first, second] = answer.body.bookings
      return { id: answer.body.connectionId as string, first, second }
    },
    /** Reads both bookings as their passenger. */
    async show(passenger: TestUser, booked: { first: { id: string }; second: { id: string } }) {
      const of = async ({ id }: { id: string }) =>
        (await test.call(passenger, 'GET', `/bookings/${id}`)).body.booking
      return [await of(booked.first), await of(booked.second)]
    },
    cancelBoth: (who: TestUser, id: string, body: Body = {}) =>
      test.call(who, 'POST', `/connections/${id}/cancel`, body),
    missed: (who: TestUser, id: string, body: Body = {}) =>
      test.call(who, 'POST', `/connections/${id}/missed`, body),
    /** Records that the first car reached the change. */
    async arrived([one]: Pair, at: Date) {
      const start = 'insert into journeys (trip_id, started_at) values ($1, $2)'
      await read(start, [one.tripId, one.facts.departsAt])
      const insert = 'insert into journey_arrivals (trip_id, seq, at) values ($1, $2, $3)'
      await read(insert, [one.tripId, one.facts.places.length - 1, at])
    },
    messages: async (user: TestUser): Promise<string[]> =>
      (
        await read('select kind from notifications where user_id = $1 order by created_at', [
          user.userId,
        ])
      ).map(({ kind }) => kind),
    countOf: async (passenger: TestUser): Promise<number> =>
      (await read('select id from bookings where passenger_id = $1', [passenger.userId])).length,
  } satisfies BookingsApp & Record<string, unknown>
}
