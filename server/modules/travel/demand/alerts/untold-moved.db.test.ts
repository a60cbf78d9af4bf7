// A seat that a list bought and of which nobody could be told, on a trip that its driver moves.
import { beforeAll, expect, it } from 'vitest'
import { addMs, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { listSteps, matchTrip } from '#test/list-factories.ts'

let test: BookingsApp
let list: ReturnType<typeof listSteps>

beforeAll(async () => {
  test = await openBookingsApp()
  list = listSteps(test)
})

it.each([-5, 5])('returns it two hours before the pick-up of a trip moved by %i h', async (by) => {
  const eva = await list.aWaiter()
  const trip = await test.newTrip()
  await test.runJobs()
  await list.waits(eva, trip)
  await matchTrip(test.deps, { tripId: trip.tripId, cause: `test ${by}` })
  await test.runJobs()
  const unreachable = [
    `update users set phone_proved_at = null, phone_index = null where id = $1::uuid`,
    `insert into mail_suppressions (address_hash, user_id, reply, refused_at)
     values (sha256($1::text::bytea), $1::uuid, '550 5.1.1', now())`,
  ]
  for (const change of unreachable) await list.read(change, [eva.userId])
  const departsAt = addMs(trip.facts.departsAt, by * HOUR_MS)
  await test.edit(trip, { departsAt: departsAt.toISOString() })
  test.clock.set(addMs(departsAt, -2 * HOUR_MS - MINUTE_MS))
  await test.runJobs()
  expect(await list.seatsOf(eva)).toEqual(['confirmed 1'])
  test.clock.set(addMs(departsAt, -2 * HOUR_MS))
  await test.runJobs()
  expect(await list.seatsOf(eva)).toEqual(['cancelled_by_passenger 1'])
  expect(await test.available(eva)).toBe(500_000)
})
