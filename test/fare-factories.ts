// Creates fares that a driver earned, paid and boarded over HTTP as in the app.
import { expect } from 'vitest'
import { addMs, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { asOwner } from './db.ts'
import {
  aFundedWallet,
  aUser,
  aVerifiedDriver,
  type TestDriver,
  type TestUser,
} from './factories.ts'
import { aTrip, BOGOTA, CALI } from './trip-factories.ts'
import { anAccount, verifyIdentity, type WithdrawalsApp } from './withdrawal-factories.ts'

export type EarningDriver = TestDriver & { accountId: string }
export type Fare = { bookingId: string; passenger: TestUser; pesos: number; net: number }

/** Creates a driver with a verified identity and a payout account that can be used now. */
export async function anEarningDriver(shop: WithdrawalsApp): Promise<EarningDriver> {
  const driver = await aVerifiedDriver(shop.deps)
  await verifyIdentity(shop, driver)
  const { body } = await shop.addAccount(driver, anAccount())
  const { account } = body as unknown as { account: { id: string } }
  shop.clock.advance(DAY_MS)
  return { ...driver, accountId: account.id }
}

/** A passenger tops up by this method, books a seat and boards by ticket code. */
export async function anEarnedFare(
  shop: WithdrawalsApp,
  driver: TestDriver,
  options: { method?: string; passenger?: TestUser } = {},
): Promise<Fare> {
  const { deps, clock } = shop
  const passenger = options.passenger ?? (await aUser(deps))
  const trip = await aTrip(deps, { driver, departsAt: addMs(clock.now(), 3 * HOUR_MS) })
  if (options.method) {
    await aFundedWallet(deps, passenger.userId, 500_000, { method: options.method })
  }
  const stops = { fromStopId: trip.stop(BOGOTA), toStopId: trip.stop(CALI) }
  const booked = await shop.post(passenger, `/trips/${trip.tripId}/bookings`, stops)
  expect([booked.status, booked.body.code]).toEqual([201, undefined])
  const { booking } = booked.body as unknown as { booking: { id: string } }
  clock.set(addMs(trip.facts.departsAt, -5 * 60_000))
  const ticket = await shop.get(passenger, `/bookings/${booking.id}/ticket`)
  const { code } = ticket.body
  const before = await shop.balance(driver)
  const boarded = await shop.post(driver, `/trips/${trip.tripId}/check-in`, { code })
  expect([boarded.status, boarded.body.code]).toEqual([200, undefined])
  const { rows } = await asOwner(
    deps.databaseUrl,
    'select charged_pesos as pesos from bookings where id = $1',
    [booking.id],
  )
  // Advances to the arrival, so that the next trip of the driver does not overlap.
  clock.advance(DAY_MS / 2)
  const net = (await shop.balance(driver)) - before
  return { bookingId: booking.id, passenger, pesos: Number(rows[0]?.pesos), net }
}
