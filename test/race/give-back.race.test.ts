// Giving back seats in parallel with everything that can happen to the same booking.
import { beforeAll, expect, it } from 'vitest'
import { listSeatsLeft } from '#server/modules/travel/trips/index.ts'
import { addMs, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { type BookingsApp, FUNDS, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW } from '#test/deps.ts'
import { aFundedWallet, aVerifiedDriver } from '#test/factories.ts'
import { BOGOTA, CALI } from '#test/trip-factories.ts'
import { expectConsistent } from './invariants.ts'

let test: BookingsApp

beforeAll(async () => {
  test = await openBookingsApp({ poolSize: 12 })
})

const ROUNDS = 6
const modes = ['billetera', 'directo'] as const

async function aSeat(paymentMode: (typeof modes)[number]) {
  test.clock.set(TEST_NOW)
  const driver = await aVerifiedDriver(test.deps)
  await aFundedWallet(test.deps, driver.userId, 100_000)
  const departsAt = addMs(TEST_NOW, 2 * DAY_MS)
  const trip = await test.newTrip({ driver, departsAt, paymentModes: [...modes] })
  const ana = await test.aPassenger()
  const booking = await test.booked(ana, trip, { from: BOGOTA, to: CALI, paymentMode, seats: 3 })
  // Late, so that half of the fare of each seat is for the driver.
  test.toPickUp(booking, -HOUR_MS)
  const { code } = (await test.call(ana, 'GET', `/bookings/${booking.id}/ticket`)).body
  const key = newId()
  return {
    booking,
    giveBack: () => test.act(ana, booking, 'give-back', { seats: 1, key }),
    otherKey: () => test.act(ana, booking, 'give-back', { seats: 2, key: newId() }),
    sameKey: () => test.act(ana, booking, 'give-back', { seats: 1, key }),
    cancel: () => test.act(ana, booking, 'cancel'),
    byDriver: () => test.act(driver, booking, 'cancel'),
    checkIn: () => test.call(driver, 'POST', `/trips/${trip.tripId}/check-in`, { code }),
    aboard: () => test.act(ana, booking, 'aboard'),
    free: async () => Math.min(...((await listSeatsLeft(test.deps.db, trip.tripId)) ?? [])),
    spent: async () => FUNDS - (await test.available(ana)),
  }
}

type Seat = Awaited<ReturnType<typeof aSeat>>

const others = ['otherKey', 'sameKey', 'cancel', 'byDriver', 'checkIn', 'aboard'] as const

async function partsOf({ booking }: Seat) {
  const { rows } = await asOwner(
    test.deps.databaseUrl,
    `select id, seats, status, fare_pesos::int as fare, coalesce(charged_pesos, 0)::int as charged
     from bookings where id = $1 or part_of = $1 order by part_of nulls first`,
    [booking.id],
  )
  return rows as { id: string; seats: number; status: string; fare: number; charged: number }[]
}

it.each(modes)('gives each seat back once beside every other action, in %s', async (mode) => {
  for (const other of others) {
    for (let round = 0; round < ROUNDS; round += 1) {
      const seat = await aSeat(mode)
      const calls = round % 2 ? [seat.giveBack, seat[other]] : [seat[other], seat.giveBack]
      const answers = await Promise.all(calls.map((call) => call()))
      const statuses = answers.map(({ status }) => status)
      const about = `${other} ${JSON.stringify(statuses)}`
      expect(Math.min(...statuses), about).toBe(200)
      for (const status of statuses) expect([200, 409], about).toContain(status)
      const [rest, ...parts] = await partsOf(seat)
      const sum = (rows: typeof parts, of: 'seats' | 'fare' | 'charged') =>
        rows.reduce((total, row) => total + row[of], 0)
      const all = rest ? [rest, ...parts] : []
      expect([sum(all, 'seats'), sum(all, 'fare')], about).toEqual([3, seat.booking.price])
      expect(parts.length, about).toBeLessThanOrEqual(1)
      if (other === 'sameKey') {
        expect([statuses, parts.length], about).toEqual([[200, 200], 1])
        expect(new Set(answers.map(({ body }) => body.returned.partId)).size).toBe(1)
      }
      const travels = ['confirmed', 'checked_in'].includes(rest?.status ?? '')
      expect(await seat.free(), about).toBe(3 - (travels ? (rest?.seats ?? 0) : 0))
      const held = travels && mode === 'billetera' ? (rest?.fare ?? 0) : 0
      expect(await seat.spent(), about).toBe(held + sum(travels ? parts : all, 'charged'))
    }
  }
  await expectConsistent(test.deps)
})
