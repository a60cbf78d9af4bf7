// Passengers without a phone, registered at the same moment: at most two of a trip.
import { beforeAll, expect, it } from 'vitest'
import { type BookingsApp, FUNDS, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { aFundedWallet, aUser } from '#test/factories.ts'
import { BOGOTA, CALI } from '#test/trip-factories.ts'
import { expectConsistent } from './invariants.ts'

let test: BookingsApp

beforeAll(async () => {
  test = await openBookingsApp({ poolSize: 12 })
})

const NAMES = ['Ana', 'Eva', 'Leo']

it('boards at most two of three passengers who are registered at once', async () => {
  for (let round = 0; round < 6; round += 1) {
    const trip = await test.newTrip()
    const numbers = NAMES.map((_, row) => String(1_000_000 + round * 10 + row))
    for (const [row, firstName] of NAMES.entries()) {
      const document = ['CC', numbers[row] ?? ''] as ['CC', string]
      const who = await aUser(test.deps, { firstName, verified: true, document })
      await aFundedWallet(test.deps, who.userId, FUNDS)
      await test.booked(who, trip, { from: BOGOTA, to: CALI })
    }
    test.clock.set(trip.facts.departsAt)
    const drive = (path: string, body = {}) =>
      test.call(trip.driver, 'POST', `/trips/${trip.tripId}/${path}`, body)
    await drive('start')
    await drive('arrivals', { stopId: trip.stop(BOGOTA) })
    const answers = await Promise.all(
      NAMES.map((firstName, row) =>
        drive('check-in/name', { firstName, lastFour: numbers[row]?.slice(-4) }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409])
    const { rows } = await asOwner(
      test.deps.databaseUrl,
      "select count(*)::int as n from bookings where trip_id = $1 and checked_in_by = 'name'",
      [trip.tripId],
    )
    expect(rows).toEqual([{ n: 2 }])
  }
  await expectConsistent(test.deps)
})
