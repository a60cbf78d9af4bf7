// Two people take their other cars at once, and the guarantee fund can pay one of them.
import { expect, it } from 'vitest'
import { cancelTrip } from '#server/modules/travel/bookings/index.ts'
import { followRescue } from '#server/modules/travel/connections/rescues/follow-rescue.ts'
import { takeRescue } from '#server/modules/travel/connections/rescues/take-rescue.ts'
import { addMs, HOUR_MS } from '#server/platform/clock.ts'
import { AppError } from '#server/platform/errors.ts'
import { FUNDS } from '#test/booking-factories.ts'
import { TEST_NOW } from '#test/deps.ts'
import type { TestUser } from '#test/factories.ts'
import { openFundApp } from '#test/fund-factories.ts'
import { aTrip, BOGOTA, IBAGUE, type TestTrip } from '#test/trip-factories.ts'
import { openHolder } from './in-order.ts'
import { expectConsistent } from './invariants.ts'

const FUND = 310_000
/** More for each of two seats, in pesos: after one cover the fund has no 20 of that size. */
const MORE = 8_000
type Scene = { ana: TestUser; lost: TestTrip; bookingId: string }

const way = { from: BOGOTA, to: IBAGUE, seats: 2 }

it('charges nobody more than they saw when the fund pays the other person first', async () => {
  const test = await openFundApp({ poolSize: 12 })
  const holder = await openHolder(test.deps.databaseUrl)
  await test.settle('open', FUND)
  const scenes: Scene[] = []
  // Far apart, so that each has a car of its own: calls for one trip wait in the app.
  for (const hours of [26, 36]) {
    const departsAt = addMs(TEST_NOW, hours * HOUR_MS)
    const other = await aTrip(test.deps, { departsAt, stops: [BOGOTA, IBAGUE] })
    const seatPrice = other.facts.seatPrice - MORE
    const lost = await aTrip(test.deps, { departsAt, stops: [BOGOTA, IBAGUE], seatPrice })
    const ana = await test.aPassenger()
    const { id: bookingId } = await test.booked(ana, lost, way)
    scenes.push({ ana, lost, bookingId })
  }
  test.clock.advance(3 * HOUR_MS)
  for (const { lost, bookingId } of scenes) {
    await cancelTrip(test.deps, lost.driver, { tripId: lost.tripId })
    await followRescue(test.deps, { bookingId })
  }
  const take = ({ ana, bookingId }: Scene) =>
    takeRescue(test.deps, ana, { bookingId, expectedCover: 2 * MORE }).then(
      () => 'booked',
      (error: unknown) => (error instanceof AppError ? error.code : error),
    )
  const held = `select from ledger_accounts where id = $1 for no key update`
  const fund = '00000000-0000-7000-8000-000000000007'
  const calls = scenes.map((scene) => () => take(scene))
  expect(await holder.inOrder(held, [fund], calls)).toEqual(['booked', 'price_changed'])
  expect(await test.balance()).toBe(FUND - 2 * MORE)
  const second = scenes[1]
  expect(second && (await test.available(second.ana))).toBe(FUNDS)
  await expectConsistent(test.deps)
})
