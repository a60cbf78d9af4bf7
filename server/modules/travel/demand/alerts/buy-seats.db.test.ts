import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bookSeat } from '#server/modules/travel/bookings/index.ts'
import { addMs, bogotaDate, DAY_MS, HOUR_MS, hoursOn, MINUTE_MS } from '#server/platform/clock.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { TEST_NOW } from '#test/deps.ts'
import type { TestUser } from '#test/factories.ts'
import { listSteps, matchTrip } from '#test/list-factories.ts'
import {
  BOGOTA,
  CALI,
  GIRARDOT,
  IBAGUE,
  type TestTrip,
  type TripOptions,
} from '#test/trip-factories.ts'
import { freeUntil } from './buy-seats.ts'

let test: BookingsApp
let list: ReturnType<typeof listSteps>
let ana: TestUser

beforeAll(async () => {
  test = await openBookingsApp()
  list = listSteps(test)
})

beforeEach(async () => {
  ana = await test.aPassenger()
  // Lists of earlier tests would come first.
  await list.read(
    "update trip_alerts set status = 'stopped', stopped_at = now(), mail_due_at = null",
  )
})

type Full = TripOptions & { taken?: number }

/** A trip whose seats Ana booked, all of them unless told otherwise. */
async function fullTrip({ taken, ...options }: Full = {}) {
  const trip = await test.newTrip({ seats: 1, ...options })
  const seats = taken ?? options.seats ?? 1
  const booking = await test.booked(ana, trip, { from: BOGOTA, to: CALI, seats })
  await test.runJobs()
  return { trip, booking }
}

const frees = async (booking: { id: string }, who = ana) => {
  expect((await test.act(who, booking, 'cancel')).status).toBe(200)
  await test.runJobs()
}

const priceOf = async (trip: TestTrip): Promise<number> => {
  const [row] = await list.read(
    'select price_cumulative[cardinality(price_cumulative)] as price from trips where id = $1',
    [trip.tripId],
  )
  return Number(row.price)
}

describe('the order of the lists', () => {
  it('1. two seats freed: the list for two buys both; one: the next that fits buys', async () => {
    const [one, two, three] = [await list.aWaiter(), await list.aWaiter(), await list.aWaiter()]
    const both = await fullTrip({ seats: 2 })
    await list.waits(one, both.trip, { seats: 2 })
    await list.waits(two, both.trip)
    await list.waits(three, both.trip)
    await frees(both.booking)
    expect(await Promise.all([one, two, three].map((who) => list.seatsOf(who)))).toEqual([
      ['confirmed 2'],
      [],
      [],
    ])

    const [four, five, six] = [await list.aWaiter(), await list.aWaiter(), await list.aWaiter()]
    const single = await fullTrip({ seats: 1, departsAt: addMs(TEST_NOW, 8 * DAY_MS) })
    await list.waits(four, single.trip, { seats: 2 })
    await list.waits(five, single.trip)
    await list.waits(six, single.trip)
    await frees(single.booking)
    expect(await list.seatsOf(four)).toEqual([])
    expect(await list.seatsOf(five)).toEqual(['confirmed 1'])
    const [first] = await list.listsOf(four)
    expect(first.list).toMatchObject({ place: 1, of: 2, bookingId: null })
  })

  it('2. a freed part fits a longer way only if every leg of it has a seat', async () => {
    const eva = await list.aWaiter()
    const trip = await test.newTrip({ seats: 1 })
    await test.booked(await test.aPassenger(), trip, { from: BOGOTA, to: IBAGUE })
    const leaves = await test.booked(ana, trip, { from: IBAGUE, to: CALI })
    await list.waits(eva, trip)
    await frees(leaves)
    expect(await list.seatsOf(eva)).toEqual([])
  })

  it('14. two processes that run the job buy one seat', async () => {
    const eva = await list.aWaiter()
    const { trip, booking } = await fullTrip()
    await list.waits(eva, trip)
    await test.act(ana, booking, 'cancel')
    const freed = { fromSeq: 0, toSeq: 3, seats: 1, by: ana.userId, at: test.clock.now() }
    const runs = [1, 2].map(() => matchTrip(test.deps, { tripId: trip.tripId, freed }))
    await Promise.allSettled(runs)
    await test.runJobs()
    expect(await list.seatsOf(eva)).toEqual(['confirmed 1'])
  })
})

describe('money and price', () => {
  it('3. with too little money she is passed over, told once a day, keeps her place', async () => {
    const { trip, booking } = await fullTrip()
    const price = await priceOf(trip)
    const [poor, rich] = [await list.aWaiter(price - 100), await list.aWaiter()]
    await list.waits(poor, trip)
    await list.waits(rich, trip)
    await frees(booking)
    expect(await list.seatsOf(poor)).toEqual([])
    expect(await list.seatsOf(rich)).toEqual(['confirmed 1'])
    expect((await list.titlesTo(poor)).map((title) => title.replaceAll(/\s/g, ' '))).toEqual([
      'Hubo un cupo y te faltaban $ 100',
    ])
    const [kept] = await list.read(
      `select passed_over from trip_alert_matches m join trip_alerts a on a.id = m.alert_id
       where a.user_id = $1`,
      [poor.userId],
    )
    expect(kept).toEqual({ passed_over: 'insufficient_funds' })
    await frees(
      {
        id: (await list.read('select id from bookings where passenger_id = $1', [rich.userId]))[0]
          .id,
      },
      rich,
    )
    expect(await list.titlesTo(poor)).toHaveLength(1)
    expect((await list.listsOf(poor))[0].list).toMatchObject({ place: 1, of: 1 })
  })

  it('4. a lower price on a trip with free seats is an event', async () => {
    const eva = await list.aWaiter()
    const trip = await test.newTrip({ seats: 3 })
    const price = await priceOf(trip)
    await list.waits(eva, trip, { maxPrice: price - 2_000 })
    await test.runJobs()
    expect(await list.seatsOf(eva)).toEqual([])
    await test.edit(trip, { seatPrice: trip.facts.seatPrice - 5_000 })
    await test.runJobs()
    expect(await list.seatsOf(eva)).toEqual(['confirmed 1'])
    const [{ fare_pesos: paid }] = await list.read(
      'select fare_pesos from bookings where passenger_id = $1',
      [eva.userId],
    )
    expect(Number(paid)).toBeLessThanOrEqual(price - 2_000)
  })

  it('never buys a trip that is paid in cash only', async () => {
    const eva = await list.aWaiter()
    const trip = await test.newTrip()
    await test.runJobs()
    await list.waits(eva, trip)
    await list.read("update trips set payment_modes = '{directo}' where id = $1", [trip.tripId])
    await matchTrip(test.deps, { tripId: trip.tripId, cause: 'test' })
    expect(await list.seatsOf(eva)).toEqual([])
  })
})

describe('the end of a list', () => {
  it('5. ends when its person books the same way by hand in its hours', async () => {
    const eva = await list.aWaiter()
    const { trip, booking } = await fullTrip()
    await list.waits(eva, trip)
    const other = await test.newTrip({ departsAt: addMs(trip.facts.departsAt, HOUR_MS) })
    await test.booked(eva, other, { from: BOGOTA, to: CALI })
    await test.runRecurring('alerts.end-lists')
    expect((await list.listsOf(eva))[0].status).toBe('stopped')
    expect(await list.titlesTo(eva)).toContain('Apagamos tu lista: ya tienes cupo')
    await frees(booking)
    expect(await list.seatsOf(eva)).toEqual(['confirmed 1'])
  })

  it('ends without a seat after its last day, and tells its person', async () => {
    const eva = await list.aWaiter()
    const { trip } = await fullTrip()
    await list.waits(eva, trip)
    test.clock.advance(9 * DAY_MS)
    await test.runRecurring('alerts.end-lists')
    expect(await list.titlesTo(eva)).toEqual(['Tu lista terminó sin cupo'])
  })

  it('6. asks for a trip by request, and keeps its place when that is rejected', async () => {
    const [eva, leo] = [await list.aWaiter(), await list.aWaiter()]
    const { trip, booking } = await fullTrip({ instant: false })
    expect((await test.act(trip.driver, booking, 'accept')).status).toBe(200)
    await list.waits(eva, trip)
    await list.waits(leo, trip)
    await frees(booking)
    expect(await list.seatsOf(eva)).toEqual(['requested 1'])
    expect(await list.titlesTo(eva)).toContain('Tu lista pidió un cupo')
    const [{ id }] = await list.read('select id from bookings where passenger_id = $1', [
      eva.userId,
    ])
    await test.act(trip.driver, { id }, 'reject')
    await test.runJobs()
    expect((await list.listsOf(eva))[0]).toMatchObject({ status: 'active', list: { place: 1 } })
    expect(await list.seatsOf(leo)).toEqual(['requested 1'])
    expect(await test.available(eva)).toBe(500_000)
  })

  it('9. a barred person is passed over; for good, their list stops with a message', async () => {
    const [paused, gone, next] = [await list.aWaiter(), await list.aWaiter(), await list.aWaiter()]
    const { trip, booking } = await fullTrip()
    for (const who of [paused, gone, next]) await list.waits(who, trip)
    const bar = `insert into user_standing (user_id, expelled, suspended_until, sanctioned_at)
      values ($1, $2, $3, now()) on conflict (user_id) do update
      set expelled = excluded.expelled, suspended_until = excluded.suspended_until`
    await list.read(bar, [paused.userId, false, addMs(TEST_NOW, 30 * DAY_MS)])
    await list.read(bar, [gone.userId, true, null])
    await frees(booking)
    expect(await list.seatsOf(next)).toEqual(['confirmed 1'])
    expect((await list.listsOf(paused))[0].status).toBe('active')
    expect((await list.listsOf(gone))[0].status).toBe('stopped')
    expect(await list.titlesTo(gone)).toEqual(['Apagamos tu lista de compra'])
  })
})

describe('when and from whom nothing is bought', () => {
  it('7. freed nearer to the pick-up than the notice: not bought, but mailed', async () => {
    const eva = await list.aWaiter()
    const { trip, booking } = await fullTrip({ departsAt: addMs(TEST_NOW, 5 * HOUR_MS) })
    await list.waits(eva, trip)
    test.clock.advance(2 * HOUR_MS + MINUTE_MS)
    await frees(booking)
    expect(await list.seatsOf(eva)).toEqual([])
    expect(await list.titlesTo(eva)).toEqual(['Se liberó un cupo de Bogotá a Cali'])
  })

  it('buys only in the hours that its person asked for', async () => {
    const [early, late] = [await list.aWaiter(), await list.aWaiter()]
    const { trip, booking } = await fullTrip()
    // 8:00 in Bogotá, as TEST_NOW.
    await list.waits(early, trip, { list: { latestMinute: 480 } })
    await list.waits(late, trip, { list: { earliestMinute: 480, latestMinute: 481 } })
    await frees(booking)
    expect(await list.seatsOf(early)).toEqual([])
    expect(await list.seatsOf(late)).toEqual(['confirmed 1'])
  })

  it('8. freed at 3:10 for 18:00: bought at once, and left free until 7:30', async () => {
    const eva = await list.aWaiter()
    const day = bogotaDate(addMs(TEST_NOW, 7 * DAY_MS))
    const { trip, booking } = await fullTrip({ departsAt: hoursOn(day, 18, 24).from })
    await list.waits(eva, trip)
    test.clock.set(addMs(hoursOn(day, 3, 24).from, 10 * MINUTE_MS))
    await frees(booking)
    const [bought] = await list.read(
      'select id, list_free_until from bookings where passenger_id = $1',
      [eva.userId],
    )
    expect(bought.list_free_until).toEqual(addMs(hoursOn(day, 7, 24).from, 30 * MINUTE_MS))
    test.clock.set(addMs(hoursOn(day, 7, 24).from, 29 * MINUTE_MS))
    await frees(bought, eva)
    expect(await test.available(eva)).toBe(500_000)
  })

  it('buys nothing at night for a pick-up before 10:00, unless its person wants that', async () => {
    const [sleeps, wakes] = [await list.aWaiter(), await list.aWaiter()]
    const { trip, booking } = await fullTrip()
    await list.waits(sleeps, trip)
    await list.waits(wakes, trip, { list: { atNight: true } })
    test.clock.set(hoursOn(bogotaDate(trip.facts.departsAt), 2, 24).from)
    await frees(booking)
    expect(await list.seatsOf(sleeps)).toEqual([])
    expect(await list.seatsOf(wakes)).toEqual(['confirmed 1'])
  })

  it('10. never from a blocked driver, nor from the person themselves', async () => {
    const eva = await list.aWaiter()
    const { trip, booking } = await fullTrip()
    await list.waits(eva, trip)
    expect((await test.call(eva, 'POST', '/blocks', { userId: trip.driver.userId })).status).toBe(
      200,
    )
    await frees(booking)
    expect(await list.seatsOf(eva)).toEqual([])
  })

  it('11. a trip moved into her hours is no event', async () => {
    const eva = await list.aWaiter()
    const trip = await test.newTrip()
    await list.waits(eva, trip, { list: { earliestMinute: 540, latestMinute: 600 } })
    await test.runJobs()
    await test.edit(trip, { departsAt: addMs(trip.facts.departsAt, 70 * MINUTE_MS).toISOString() })
    await test.runJobs()
    expect(await list.seatsOf(eva)).toEqual([])
  })

  it('13. does not buy back the seat that its person gave up', async () => {
    const { trip, booking } = await fullTrip()
    const eva = await list.aWaiter()
    await frees(booking)
    const own = await test.booked(eva, trip, { from: BOGOTA, to: CALI })
    await list.waits(eva, trip, { since: bogotaDate(TEST_NOW) })
    await frees(own, eva)
    expect(await list.seatsOf(eva)).toEqual(['cancelled_by_passenger 1'])
  })

  it('buys nothing from the same hands', async () => {
    const eva = await list.aWaiter()
    const { trip, booking } = await fullTrip()
    await list.waits(eva, trip)
    const device = `insert into user_devices (user_id, device_index, first_seen_at, last_seen_at)
      values ($1, $2, now(), now())`
    for (const who of [eva, ana]) await list.read(device, [who.userId, Buffer.alloc(32, 7)])
    await frees(booking)
    expect(await list.seatsOf(eva)).toEqual([])
  })

  it('carries the wish for a car of women only', async () => {
    const eva = await list.aWaiter()
    const { trip, booking } = await fullTrip()
    await list.saysWoman(eva)
    await list.waits(eva, trip, { list: { womenOnly: true } })
    await frees(booking)
    expect(await list.seatsOf(eva)).toEqual([])
  })
})

describe('what a list bought', () => {
  it('is told with hour, place and amount, and says until when leaving is free', async () => {
    const eva = await list.aWaiter()
    const { trip, booking } = await fullTrip()
    await list.waits(eva, trip)
    test.clock.set(addMs(TEST_NOW, 5 * DAY_MS + 20 * HOUR_MS))
    await frees(booking)
    const { body } = await test.call(eva, 'GET', '/notifications')
    expect(body.notifications[0].title).toBe('Tu lista te compró un cupo')
    expect(body.notifications[0].body).toContain('Bogotá → Cali')
    // A day before the pick-up, which is later than half an hour after the purchase.
    expect(body.notifications[0].body).toMatch(/cancelas gratis hasta .* 26 .* a las 8:00/)
    const told = await test.call(trip.driver, 'GET', '/notifications')
    expect(told.body.notifications[0].body).toContain('Reserva: lo compró la lista')
  })

  it('returns all when nobody could be told of it two hours before the pick-up', async () => {
    const eva = await list.aWaiter()
    const { trip, booking } = await fullTrip()
    await list.waits(eva, trip)
    await frees(booking)
    await list.read('update users set phone_proved_at = null, phone_index = null where id = $1', [
      eva.userId,
    ])
    await list.read(
      `insert into mail_suppressions (address_hash, user_id, reply, refused_at)
       values (sha256($1::text::bytea), $1::uuid, '550 5.1.1', now())`,
      [eva.userId],
    )
    test.clock.set(addMs(trip.facts.departsAt, -2 * HOUR_MS))
    await test.runJobs()
    expect(await list.seatsOf(eva)).toEqual(['cancelled_by_passenger 1'])
    expect(await test.available(eva)).toBe(500_000)
  })

  it('keeps a seat of which its person was told', async () => {
    const eva = await list.aWaiter()
    const { trip, booking } = await fullTrip()
    await list.waits(eva, trip)
    await frees(booking)
    test.clock.set(addMs(trip.facts.departsAt, -2 * HOUR_MS))
    await test.runJobs()
    expect(await list.seatsOf(eva)).toEqual(['confirmed 1'])
  })
})

it('finds the day hours in which people are told', () => {
  const at = (hour: number) => addMs(hoursOn('2026-11-20', 0, 24).from, hour * HOUR_MS)
  const far = at(100)
  expect([6, 7, 12, 20.9, 21, 23].map((hour) => freeUntil(at(hour), far))).toEqual(
    [7.5, 7.5, 12.5, 21.4, 31.5, 31.5].map(at),
  )
  expect(freeUntil(at(12), at(12.2))).toEqual(at(12.2))
})

it('never books twice for one list, whatever the process does', async () => {
  const eva = await list.aWaiter()
  const [one, two] = [
    await test.newTrip(),
    await test.newTrip({ departsAt: addMs(TEST_NOW, 9 * DAY_MS) }),
  ]
  const id = await list.waits(eva, one)
  const buys = (trip: TestTrip) =>
    bookSeat(test.deps, eva, {
      tripId: trip.tripId,
      fromStopId: trip.stop(BOGOTA),
      toStopId: trip.stop(GIRARDOT),
      seats: 1,
      paymentMode: 'billetera',
      list: { id, freeUntil: test.clock.now(), assertFits: () => {} },
    })
  await buys(one)
  await expect(buys(two)).rejects.toMatchObject({ code: 'already_booked' })
})
