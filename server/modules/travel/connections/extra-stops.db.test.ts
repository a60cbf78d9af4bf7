// Extra stops of the first car and the minutes of a change (decisions 72 and 73).
import { beforeAll, expect, it } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { type ConnectionsApp, openConnectionsApp, type Pair } from '#test/connection-factories.ts'
import { asOwner } from '#test/db.ts'
import { BOGOTA, IBAGUE } from '#test/trip-factories.ts'

let test: ConnectionsApp
/** Places between Bogotá and Ibagué, each with a vetted point. */
let road: string[]

const run = (statement: string, values: unknown[]) =>
  asOwner(test.deps.databaseUrl, statement, values)

beforeAll(async () => {
  test = await openConnectionsApp()
  const { facts } = await test.newTrip({ stops: [BOGOTA, IBAGUE] })
  road = facts.places.slice(1, -1).map(({ placeId }) => placeId)
  for (const placeId of road) {
    await run(
      `insert into safe_points (id, place_id, name, kind, lat, lng, approximate, address, status,
         created_at) values ($1, $2, 'Parador', 'other', 4, -75, false, 'Vía', 'vetted', now())`,
      [newId(), placeId],
    )
  }
})

/** A passenger with this many minutes to change, whose first driver sells two stops at once. */
async function withMinutes(minutes: number) {
  const first = { seats: 4, roadStops: 'at_once', extraMax: 2 } as const
  const pair = await test.newPair(first, {}, 120)
  const ana = await test.aPassenger()
  const booked = await test.bookedBoth(ana, pair)
  await run(
    `update bookings set drops_off_at = drops_off_at + $2 * interval '1 minute' where id = $1`,
    [booked.first.id, 120 - minutes],
  )
  return { pair, ana, booked }
}

async function bookFrom(no: number, [trip]: Pair) {
  const stops = { from: road[no] as string, to: IBAGUE }
  const { body } = await test.book(await test.aPassenger(), trip, stops)
  return body.booking?.status
}

it('sells an extra stop by request that would leave a change under 30 minutes', async () => {
  const { pair } = await withMinutes(35)
  expect(await bookFrom(0, pair)).toBe('confirmed')
  expect(await bookFrom(1, pair)).toBe('requested')
  // The place that is already a stop costs no more time.
  expect(await bookFrom(0, pair)).toBe('confirmed')
})

it('sells extra stops at once again when the passenger no longer changes cars', async () => {
  const { pair, ana, booked } = await withMinutes(30)
  expect(await bookFrom(0, pair)).toBe('requested')
  await test.cancelBoth(ana, booked.id)
  expect(await bookFrom(1, pair)).toBe('confirmed')
})

it('refuses a change that is too short for the stops that the first driver sells', async () => {
  const minutesOf = async (gap: number) => {
    const pair = await test.newPair({ roadStops: 'at_once', extraMax: 2 }, {}, gap)
    return (await test.bookBoth(await test.aPassenger(), pair)).body.code
  }
  const [one] = await test.newPair()
  const part = (one.facts.arrivesAt.getTime() - one.facts.departsAt.getTime()) / 60_000
  const needs = Math.max(45, 30 + Math.ceil(part * 0.15)) + 10
  expect(await minutesOf(needs - 1)).toBe('change_too_short')
  expect(await minutesOf(needs)).toBeUndefined()
})
