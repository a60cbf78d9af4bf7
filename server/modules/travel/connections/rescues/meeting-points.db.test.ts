// Where the car that is kept after a driver failed picks up, on its page and in the message.
import { beforeAll, expect, it } from 'vitest'
import { addMs, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { assert } from '#server/platform/errors.ts'
import { type ConnectionsApp, openConnectionsApp } from '#test/connection-factories.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW } from '#test/deps.ts'
import { aTrip, BOGOTA, CALI, GIRARDOT, IBAGUE, type TripOptions } from '#test/trip-factories.ts'

let test: ConnectionsApp
/** Each test has days of its own, so that it finds no trips of others. */
let days = 0

beforeAll(async () => {
  test = await openConnectionsApp()
})

const read = async (sql: string, values: unknown[]) =>
  (await asOwner(test.deps.databaseUrl, sql, values)).rows

/** Listed points of a place, the one first where people meet on the road. */
async function pointsIn(placeId: string) {
  const sql = `select id, name from safe_points where place_id = $1 and status = 'vetted'
    order by id = road_point($1) desc, id`
  const found: { id: string; name: string }[] = await read(sql, [placeId])
  const [first] = found
  assert(first, 'a place without a point')
  return [first, ...found.slice(1)] as const
}

/** Points on the page of somebody whose only driver fails while these other cars leave. */
async function pointsAfterFailure(
  cars: TripOptions[],
  { from = BOGOTA, to = IBAGUE, seats = 1 } = {},
) {
  days += 3
  const departsAt = addMs(TEST_NOW, days * DAY_MS + 4 * HOUR_MS)
  test.clock.set(TEST_NOW)
  const trip = await aTrip(test.deps, { departsAt, stops: [from, to] })
  const ana = await test.aPassenger()
  const { id } = await test.booked(ana, trip, { from, to, seats })
  let at = addMs(departsAt, HOUR_MS)
  for (const car of cars) {
    const { facts } = await aTrip(test.deps, { departsAt: at, stops: [BOGOTA, IBAGUE], ...car })
    at = addMs(facts.arrivesAt, 1.5 * HOUR_MS)
  }
  test.clock.set(addMs(departsAt, -26 * HOUR_MS))
  await test.call(trip.driver, 'POST', `/trips/${trip.tripId}/cancel`, {})
  await test.runJobs()
  const { rescue } = (await test.call(ana, 'GET', `/bookings/${id}/rescue`)).body
  const told = 'select title, body from notifications where user_id = $1 and kind = $2'
  const [message] = await read(told, [ana.userId, 'rescue_offered'])
  const parts: { meetingPoint: string | null }[] = rescue.kept.parts
  return { points: parts.map(({ meetingPoint }) => meetingPoint), message }
}

it('names the point that the driver chose, and all seats', async () => {
  const [point] = await pointsIn(BOGOTA)
  const car = { points: { [BOGOTA]: point.id } }
  const { points, message } = await pointsAfterFailure([car], { seats: 2 })
  expect(points).toEqual([point.name])
  expect(message.title).toMatch(/^Te guardamos 2 cupos con /)
})

it('names none where the driver chose none', async () => {
  const { points } = await pointsAfterFailure([{}])
  expect(points).toEqual([null])
})

it('names the point of the road where a car stops for extra passengers', async () => {
  const [point] = await pointsIn(GIRARDOT)
  const car = { roadStops: 'at_once' as const, extraMax: 1 }
  const { points } = await pointsAfterFailure([car], { from: GIRARDOT })
  expect(points).toEqual([point.name])
})

it('names the point where the person changes cars', async () => {
  const cars = [{}, { stops: [IBAGUE, CALI] }]
  const { points } = await pointsAfterFailure(cars, { to: CALI })
  const there = await pointsIn(IBAGUE)
  expect(points[0]).toBeNull()
  expect(there.map(({ name }) => name)).toContain(points[1])
})
