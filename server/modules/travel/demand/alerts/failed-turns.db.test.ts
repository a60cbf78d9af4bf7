import { beforeAll, beforeEach, expect, it } from 'vitest'
import { Preferences } from '#contract/trips.ts'
import { bookSeat } from '#server/modules/travel/bookings/index.ts'
import { addMs, HOUR_MS } from '#server/platform/clock.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { listSteps, matchTrip } from '#test/list-factories.ts'
import { BOGOTA, CALI } from '#test/trip-factories.ts'

// Turns of lists that must buy nothing, or that fail, and what the others get of the same event.

let test: BookingsApp
let list: ReturnType<typeof listSteps>

beforeAll(async () => {
  test = await openBookingsApp()
  list = listSteps(test)
})

beforeEach(async () => {
  // Lists of earlier tests would come first.
  await list.read("update trip_alerts set status = 'stopped', stopped_at = now()")
})

/** A trip with free seats that was on sale before the lists came. */
async function freeTrip(departsAt?: Date) {
  const trip = await test.newTrip({ seats: 3, ...(departsAt && { departsAt }) })
  await test.runJobs()
  return trip
}

it('tells once that a list waits for the identity, and buys once it is verified', async () => {
  const eva = await list.aWaiter()
  await list.saysWoman(eva)
  const wishes = { list: { womenOnly: true } }
  const women = Preferences.parse({ womenOnly: true })
  const trip = await test.newTrip({ seats: 3, preferences: women })
  await test.runJobs()
  await list.waits(eva, trip, wishes)
  const verify = (at: string | null) =>
    list.read('update users set identity_verified_at = $2 where id = $1', [eva.userId, at])
  await verify(null)
  const event = { tripId: trip.tripId }
  await matchTrip(test.deps, { ...event, cause: 'one' })
  await matchTrip(test.deps, { ...event, cause: 'two' })
  expect(await list.seatsOf(eva)).toEqual([])
  expect(await list.titlesTo(eva)).toEqual(['Tu lista espera tu identidad verificada'])
  await verify('2026-11-01')
  await matchTrip(test.deps, { ...event, cause: 'three' })
  expect(await list.seatsOf(eva)).toEqual(['confirmed 1'])
})

it.each(['pets', 'wheelchair'])(
  'a list that asks for %s buys only a car that has it',
  async (term) => {
    const eva = await list.aWaiter()
    const [without, has] = [await freeTrip(), await freeTrip()]
    const allow = 'update trips set preferences = preferences || $2 where id = $1'
    await list.read(allow, [has.tripId, { [term]: true }])
    await list.waits(eva, without, { list: { [term]: true } })
    for (const { tripId } of [without, has]) await matchTrip(test.deps, { tripId, cause: 'one' })
    expect([await list.seatsOf(eva, without), await list.seatsOf(eva, has)]).toEqual([
      [],
      ['confirmed 1'],
    ])
    expect((await list.listsOf(eva))[0].list).toMatchObject({ [term]: true })
  },
)

it('says nothing of identity to a list for any car when only women are taken', async () => {
  const eva = await list.aWaiter()
  const trip = await test.newTrip({ seats: 3, preferences: Preferences.parse({ womenOnly: true }) })
  await test.runJobs()
  await list.waits(eva, trip)
  await matchTrip(test.deps, { tripId: trip.tripId, cause: 'one' })
  expect([await list.seatsOf(eva), await list.titlesTo(eva)]).toEqual([[], []])
})

it('buys nothing for a list whose person booked by hand a moment before', async () => {
  const eva = await list.aWaiter()
  const trip = await freeTrip()
  await list.waits(eva, trip)
  const other = await freeTrip(addMs(trip.facts.departsAt, 48 * HOUR_MS))
  await list.read('update trip_alerts set until = until + 2 where user_id = $1', [eva.userId])
  await test.booked(eva, other, { from: BOGOTA, to: CALI })
  await matchTrip(test.deps, { tripId: trip.tripId, cause: 'test' })
  expect(await list.seatsOf(eva, trip)).toEqual([])
  expect((await list.listsOf(eva))[0].status).toBe('stopped')
})

it('refuses to book for a list that was stopped after its turn was read', async () => {
  const eva = await list.aWaiter()
  const trip = await freeTrip()
  const id = await list.waits(eva, trip)
  await test.call(eva, 'POST', `/alerts/${id}/stop`)
  const buys = bookSeat(test.deps, eva, {
    tripId: trip.tripId,
    fromStopId: trip.stop(BOGOTA),
    toStopId: trip.stop(CALI),
    seats: 1,
    paymentMode: 'billetera',
    list: { id, freeUntil: test.clock.now(), assertFits: () => {} },
  })
  await expect(buys).rejects.toMatchObject({ code: 'already_booked' })
})

it('goes on with the next list when the try of a poor one is another request now', async () => {
  const [poor, rich] = [await list.aWaiter(100), await list.aWaiter()]
  const trip = await freeTrip()
  await list.waits(poor, trip)
  const event = { tripId: trip.tripId, cause: 'test' }
  await matchTrip(test.deps, event)
  const changed = await list.read(
    `update idempotency_keys set request_hash = 'another' where actor_id = $1
     and operation = 'bookings.book' returning key`,
    [poor.userId],
  )
  expect(changed).toHaveLength(1)
  await list.waits(rich, trip)
  await matchTrip(test.deps, event)
  expect(await list.seatsOf(rich)).toEqual(['confirmed 1'])
})

it('buys for the next lists, tells who waits, and then fails, when one turn fails', async () => {
  const [fails, rich, told] = [await list.aWaiter(), await list.aWaiter(), await list.aWaiter()]
  const trip = await freeTrip()
  await list.waits(fails, trip)
  await list.waits(rich, trip)
  const day = { since: trip.facts.departsAt.toISOString().slice(0, 10) }
  const alert = { from: BOGOTA, to: CALI, ...day, until: day.since }
  expect((await test.call(told, 'POST', '/alerts', alert)).status).toBe(200)
  await list.read(`create function fail_turn() returns trigger language plpgsql
    as $$ begin raise exception 'this turn fails'; end $$`)
  await list.read(`create trigger fail_turn before insert on bookings for each row
    when (new.passenger_id = '${fails.userId}') execute function fail_turn()`)
  const event = { tripId: trip.tripId, cause: 'test' }
  await expect(matchTrip(test.deps, event)).rejects.toThrow('this turn fails')
  expect(await list.seatsOf(rich)).toEqual(['confirmed 1'])
  expect(await list.titlesTo(told)).toEqual(['Hay un viaje de Bogotá a Cali'])
  await list.read('drop trigger fail_turn on bookings')
  await matchTrip(test.deps, event)
  expect(await list.seatsOf(fails)).toEqual(['confirmed 1'])
})
