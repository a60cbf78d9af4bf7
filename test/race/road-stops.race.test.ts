import { beforeAll, expect, it } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { BOGOTA, CALI } from '#test/trip-factories.ts'
import { expectConsistent } from './invariants.ts'

// Many people at once want places of the road that are no stops, of which few are left.

const ROUNDS = 6
const PEOPLE = 5

let test: BookingsApp
let road: string[]

beforeAll(async () => {
  test = await openBookingsApp({ poolSize: 15 })
  const { facts } = await test.newTrip({ stops: [BOGOTA, CALI] })
  road = facts.places.slice(1, 1 + PEOPLE).map(({ placeId }) => placeId)
  for (const placeId of road) {
    await asOwner(
      test.deps.databaseUrl,
      `insert into safe_points (id, place_id, name, kind, lat, lng, approximate, address, status,
         created_at) values ($1, $2, 'Parador', 'other', 4, -75, false, 'Vía', 'vetted', now())`,
      [newId(), placeId],
    )
  }
})

it('sells the last extra stop once, and asks the driver for the others', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    // Direct payment sends each call alone, the wallet sends them together.
    const extraMax = 1 + (round % 2)
    const trip = await test.newTrip({
      stops: [BOGOTA, CALI],
      roadStops: 'at_once',
      extraMax,
      seats: 4,
    })
    const people = await Promise.all(road.map(() => test.aPassenger(2_000_000)))
    const answers = await Promise.all(
      people.slice(0, 4).map((who, n) => test.book(who, trip, { from: road[n], to: CALI })),
    )
    const statuses = answers.map(({ body }) => body.booking?.status ?? body.code)
    expect(statuses.filter((each) => each === 'confirmed')).toHaveLength(extraMax)
    expect(statuses.filter((each) => each === 'requested')).toHaveLength(4 - extraMax)
    await expectConsistent(test.deps)
  }
})

it('keeps a stop that one person books while the other one cancels it', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const trip = await test.newTrip({ stops: [BOGOTA, CALI], roadStops: 'at_once', extraMax: 1 })
    const [ana, eva] = [await test.aPassenger(2_000_000), await test.aPassenger(2_000_000)]
    const first = await test.booked(ana, trip, { from: road[0], to: CALI })
    const [, second] = await Promise.all([
      test.act(ana, first, 'cancel'),
      test.book(eva, trip, { from: road[0], to: CALI }),
    ])
    expect(second.body.booking.status).toBe('confirmed')
    const { rows } = await asOwner(
      test.deps.databaseUrl,
      'select cardinality(extra_stops) as used from trip_seats where trip_id = $1',
      [trip.tripId],
    )
    expect(rows).toEqual([{ used: 1 }])
    await expectConsistent(test.deps)
  }
})
