// Bookings for tests, made through HTTP as the app makes them.
import { expect } from 'vitest'
import { walletTotals } from '#server/modules/bank/ledger/index.ts'
import { openTestApp, type TestApp } from './app.ts'
import { asOwner } from './db.ts'
import { TEST_NOW } from './deps.ts'
import { aFundedWallet, aUser, freshToken, type TestUser } from './factories.ts'
import {
  aRoadNetwork,
  aTrip,
  CALI,
  IBAGUE,
  type TestTrip,
  type TripOptions,
} from './trip-factories.ts'

export type Body = Record<string, unknown>

export type BookingsApp = Awaited<ReturnType<typeof openBookingsApp>>

/** Initial balance of a passenger's wallet in pesos. */
export const FUNDS = 500_000

/** Opens the app with roads, and the steps that every test of bookings needs. */
export async function openBookingsApp(options: Parameters<typeof openTestApp>[0] = {}) {
  const test = await openTestApp(options)
  await aRoadNetwork(test.deps)
  const call = caller(test)

  /** Books from Ibagué to Cali unless told otherwise; `key` becomes the Idempotency-Key. */
  function book(passenger: TestUser, trip: TestTrip, body: Body = {}) {
    const { from = IBAGUE, to = CALI, ...rest } = body
    return call(passenger, 'POST', `/trips/${trip.tripId}/bookings`, {
      fromStopId: trip.stop(String(from)),
      toStopId: trip.stop(String(to)),
      ...rest,
    })
  }

  return {
    ...test,
    call,
    book,
    /** Makes a booking that must succeed. */
    async booked(passenger: TestUser, trip: TestTrip, body: Body = {}) {
      const { status, body: answer } = await book(passenger, trip, body)
      expect(answer).toMatchObject({ booking: { id: expect.any(String) } })
      expect(status).toBe(201)
      return answer.booking
    },
    /** Edits a trip as its driver; must succeed. */
    async edit(trip: TestTrip, changes: Body): Promise<void> {
      const { status, body } = await call(trip.driver, 'PATCH', `/trips/${trip.tripId}`, changes)
      expect([status, body.code]).toEqual([200, undefined])
    },
    /** Publishes a trip a week after TEST_NOW, to which the clock is reset. */
    async newTrip(trip: TripOptions = {}): Promise<TestTrip> {
      test.clock.set(TEST_NOW)
      return await aTrip(test.deps, trip)
    },
    async aPassenger(pesos = FUNDS): Promise<TestUser> {
      const passenger = await aUser(test.deps, { firstName: 'Ana', lastName: 'Ruiz' })
      if (pesos > 0) await aFundedWallet(test.deps, passenger.userId, pesos)
      return passenger
    },
    act: (user: TestUser, booking: { id: string }, verb: string, body: Body = {}) =>
      call(user, 'POST', `/bookings/${booking.id}/${verb}`, body),
    /** Checks the passenger in with the code of the ticket, which pays the fare. */
    async board(driver: TestUser, booking: { id: string }): Promise<void> {
      const find = 'select code, trip_id from bookings where id = $1'
      const { rows } = await asOwner(test.deps.databaseUrl, find, [booking.id])
      const path = `/trips/${rows[0].trip_id}/check-in`
      expect((await call(driver, 'POST', path, { code: rows[0].code })).status).toBe(200)
    },
    async available(user: TestUser): Promise<number> {
      return (await walletTotals(test.deps.db, user.userId)).available
    },
    /** Sets the clock to the pick-up plus `ms`. */
    toPickUp(booking: { from: { at: string } }, ms: number): void {
      test.clock.set(new Date(new Date(booking.from.at).getTime() + ms))
    },
  }
}

function caller(test: TestApp) {
  return async (
    user: TestUser,
    method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
    path: string,
    payload: Body = {},
  ) => {
    const token = await freshToken(test.deps, user)
    const { key, ...body } = payload
    const answer = await test.app.inject({
      method,
      url: `/api${path}`,
      headers: {
        authorization: `Bearer ${token}`,
        ...(key ? { 'idempotency-key': String(key) } : {}),
      },
      ...(method === 'GET' ? {} : { payload: body }),
    })
    return { status: answer.statusCode, body: answer.json() }
  }
}
