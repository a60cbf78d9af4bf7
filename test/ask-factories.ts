// A passenger whose driver failed, and drivers of cars by request who are asked for a seat.
import { expect } from 'vitest'
import { addMs, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import type { ConnectionsApp } from './connection-factories.ts'
import { asOwner } from './db.ts'
import { TEST_NOW } from './deps.ts'
import type { TestUser } from './factories.ts'
import { aTrip, BOGOTA, IBAGUE, type TestTrip, type TripOptions } from './trip-factories.ts'

type Booked = { id: string }
export type AskSteps = ReturnType<typeof askSteps>

export function askSteps(test: ConnectionsApp) {
  /** Each scene has days of its own, so that it finds no trips of others. */
  let days = 0
  const path = ({ id }: Booked, call = '') => `/bookings/${id}/rescue${call}`

  const read = async (sql: string, values: unknown[] = []) =>
    (await asOwner(test.deps.databaseUrl, sql, values)).rows

  /** A trip by request that leaves so many hours after the failed one. */
  const asking = (at: Date, hours: number, more: TripOptions = {}) =>
    aTrip(test.deps, {
      departsAt: addMs(at, hours * HOUR_MS),
      ...{ stops: [BOGOTA, IBAGUE], instant: false, ...more },
    })

  return {
    read,
    asking,
    /** A booked trip at an hour in Bogotá, and cars by request after it; it is a day before. */
    async scene(cars = 1, { pesos = 500_000, hour = 12 } = {}) {
      const begins = addMs(TEST_NOW, days * DAY_MS)
      days += 3
      const at = addMs(TEST_NOW, days * DAY_MS + (hour - 8) * HOUR_MS)
      test.clock.set(begins)
      const trip = await aTrip(test.deps, { departsAt: at, stops: [BOGOTA, IBAGUE] })
      const ana = await test.aPassenger(pesos)
      const booking = await test.booked(ana, trip, { from: BOGOTA, to: IBAGUE })
      const others: TestTrip[] = []
      for (let no = 1; no <= cars; no += 1) others.push(await asking(at, no))
      test.clock.set(addMs(at, -24 * HOUR_MS))
      return { at, trip, ana, booking, others, other: others[0] as TestTrip }
    },
    async fails({ driver, tripId }: TestTrip) {
      const { status } = await test.call(driver, 'POST', `/trips/${tripId}/cancel`, {})
      expect(status).toBe(200)
      await test.runJobs()
    },
    shown: async (who: TestUser, booking: Booked) =>
      (await test.call(who, 'GET', path(booking))).body.rescue,
    take: (who: TestUser, booking: Booked) =>
      test.call(who, 'POST', path(booking, '/take'), { key: crypto.randomUUID() }),
    asked: async ({ driver }: TestTrip, booking: Booked) =>
      (await test.call(driver, 'GET', path(booking, '/ask'))).body,
    says: (agrees: boolean, { driver }: TestTrip, booking: Booked) =>
      test.call(driver, 'POST', path(booking, '/ask'), { agrees }),
    limit: (who: TestUser, booking: Booked, upTo: number | null) =>
      test.call(who, 'PUT', path(booking, '/limit'), { upTo }),
    bookingsOf: (who: TestUser) =>
      read(
        `select status, trip_id from bookings
         where passenger_id = $1 and status <> 'trip_cancelled'`,
        [who.userId],
      ),
  }
}
