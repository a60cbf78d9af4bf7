// One seat and its money, for the tests of payments at the end of a booking.

import { expect } from 'vitest'
import { commissionOn } from '#contract/commission.ts'
import type { PaymentMode } from '#contract/trips.ts'
import { revenueCommission } from '#server/modules/bank/ledger/index.ts'
import { addMs } from '#server/platform/clock.ts'
import { FUNDS, openBookingsApp } from './booking-factories.ts'
import { asOwner } from './db.ts'
import { TEST_NOW } from './deps.ts'
import { aFundedWallet, aUser, aVerifiedDriver, type TestUser } from './factories.ts'
import { expectConsistent } from './race/invariants.ts'
import { BOGOTA, type TestTrip } from './trip-factories.ts'

export const DRIVER_FUNDS = 100_000

export const modes = ['billetera', 'directo'] as const

export const noMarks = { late: 0, cancelled: 0, moved: 0, didNotCome: 0, unfoundedNoShow: 0 }

export type Seat = {
  trip: TestTrip
  passenger: TestUser
  id: string
  price: number
  pickUp: Date
}

export type PolicyApp = Awaited<ReturnType<typeof openPolicyApp>>

/** Opens the app with a member of the team, and queries about a seat and its money. */
export async function openPolicyApp() {
  const test = await openBookingsApp()
  const helper = await aUser(test.deps, { roles: ['passenger', 'support'] })

  /** Cupo's revenue from this seat. */
  async function revenueOf(seat: Seat): Promise<number> {
    const { rows } = await asOwner(
      test.deps.databaseUrl,
      `select coalesce(sum(case when credit_account = $1 then amount else -amount end), 0)::int
         as pesos
       from ledger_transfers
       where $1 in (credit_account, debit_account) and kind in ('transfer', 'post')
         and cause_id = $2`,
      [revenueCommission, seat.id],
    )
    return rows[0].pesos
  }

  return {
    ...test,
    helper,
    revenueOf,
    /** Creates a confirmed seat from Bogotá, booked `aheadMs` before the pick-up. */
    async aSeat(paymentMode: PaymentMode, aheadMs: number, seats = 1): Promise<Seat> {
      test.clock.set(TEST_NOW)
      const driver = await aVerifiedDriver(test.deps)
      await aFundedWallet(test.deps, driver.userId, DRIVER_FUNDS)
      const trip = await test.newTrip({
        driver,
        paymentModes: ['billetera', 'directo'],
        departsAt: addMs(TEST_NOW, aheadMs),
      })
      const passenger = await test.aPassenger()
      const booking = await test.booked(passenger, trip, { from: BOGOTA, paymentMode, seats })
      const { id, price, from } = booking
      return { trip, passenger, id, price, pickUp: new Date(from.at) }
    },
    /** Returns the public marks of the seat's driver. */
    async marksOf(trip: TestTrip): Promise<Record<string, number>> {
      const { body } = await test.call(helper, 'GET', `/drivers/${trip.driver.userId}/marks`)
      return body
    },
    /**
     * `charged`: the driver's earnings from the fare, before commission. Expects that nothing is
     * held.
     */
    async expectSettled(mode: PaymentMode, seat: Seat, charged: number): Promise<void> {
      const paid = mode === 'billetera' ? charged : 0
      const commission = commissionOn(paid, 1_000)
      expect(await test.available(seat.passenger)).toBe(FUNDS - paid)
      expect(await test.available(seat.trip.driver)).toBe(DRIVER_FUNDS + paid - commission)
      expect(await revenueOf(seat)).toBe(commission)
      await expectConsistent(test.deps)
    },
    /** Expects that nothing has been decided: the fare, or the commission, is still held. */
    async expectHeld(mode: PaymentMode, seat: Seat): Promise<void> {
      const [fare, commission] =
        mode === 'billetera' ? [seat.price, 0] : [0, commissionOn(seat.price, 1_000)]
      expect(await test.available(seat.passenger)).toBe(FUNDS - fare)
      expect(await test.available(seat.trip.driver)).toBe(DRIVER_FUNDS - commission)
      expect(await revenueOf(seat)).toBe(0)
      await expectConsistent(test.deps)
    },
  }
}
