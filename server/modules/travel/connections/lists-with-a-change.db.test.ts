// Lists that also buy two cars (docs/decisions/0077): Bogotá → Cali with a change in Ibagué.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Preferences } from '#contract/trips.ts'
import { type FindPairs, matchTrip as matchWith } from '#server/modules/travel/demand/index.ts'
import { addMs, bogotaDate, DAY_MS, HOUR_MS, hoursOn, MINUTE_MS } from '#server/platform/clock.ts'
import { type ConnectionsApp, openConnectionsApp, type Pair } from '#test/connection-factories.ts'
import { TEST_NOW } from '#test/deps.ts'
import type { TestUser } from '#test/factories.ts'
import { listSteps, matchTrip } from '#test/list-factories.ts'
import { BOGOTA, CALI, IBAGUE, type TestTrip } from '#test/trip-factories.ts'
import { findPairs } from './find-pairs.ts'

const VILLAVICENCIO = '50001'

let test: ConnectionsApp
let list: ReturnType<typeof listSteps>
let ana: TestUser
let tests = 0

beforeAll(async () => {
  test = await openConnectionsApp()
  list = listSteps(test)
})

beforeEach(async () => {
  ana = await test.aPassenger(2_000_000)
  await list.read(
    "update trip_alerts set status = 'stopped', stopped_at = now(), mail_due_at = null",
  )
})

/** 8:00 in Bogotá on a day of its own, so that no trip of another test fits. */
function aDay(): Date {
  tests += 1
  return addMs(TEST_NOW, (4 + 3 * tests) * DAY_MS)
}

/** Two cars; Ana has the only seat of the one with that number. */
async function aFullPair(full: 0 | 1 = 0, departsAt = aDay()) {
  const pair = await test.newPair(
    { departsAt, seats: full === 0 ? 1 : 3 },
    { seats: full === 1 ? 1 : 3 },
  )
  const [from, to] = full === 0 ? [BOGOTA, IBAGUE] : [IBAGUE, CALI]
  const booking = await test.booked(ana, pair[full], { from, to })
  await test.runJobs()
  return { pair, booking }
}

const frees = async (booking: { id: string }, who = ana) => {
  expect((await test.act(who, booking, 'cancel')).status).toBe(200)
  await test.runJobs()
}

const priceOf = async (pair: Pair): Promise<number> => {
  const find = `select sum(price_cumulative[cardinality(price_cumulative)])::int as price
    from trips where id = any ($1)`
  const [row] = await list.read(find, [pair.map(({ tripId }) => tripId)])
  return row.price
}

const waits = (
  who: TestUser,
  [one]: Pair,
  { wishes = {}, ...body }: Record<string, unknown> = {},
) => list.waits(who, one, { ...body, list: { withChange: true, ...(wishes as object) } })

const eventOf = (trip: TestTrip) => {
  const whole = { fromSeq: 0, toSeq: trip.facts.places.length - 1, seats: 1 }
  return { tripId: trip.tripId, freed: { ...whole, by: ana.userId, at: test.clock.now() } }
}

const notesOf = async (who: TestUser): Promise<{ title: string; body: string }[]> =>
  (await test.call(who, 'GET', '/notifications')).body.notifications

describe('a list that also takes a change', () => {
  it.each([0, 1] as const)('buys both cars when a seat of car %d is freed', async (full) => {
    const eva = await list.aWaiter()
    const { pair, booking } = await aFullPair(full)
    await waits(eva, pair)
    await frees(booking)
    expect(await list.seatsOf(eva, pair[0])).toEqual(['confirmed 1'])
    expect(await list.seatsOf(eva, pair[1])).toEqual(['confirmed 1'])
    const [ended] = await list.listsOf(eva)
    expect(ended).toMatchObject({ status: 'stopped', list: { withChange: true } })
    expect(ended.list.bookingId).not.toBeNull()
    expect(await test.available(eva)).toBe(500_000 - (await priceOf(pair)))
  })

  it('buys both cars when the missing one is published', async () => {
    const eva = await list.aWaiter()
    const departsAt = aDay()
    const one = await test.newTrip({ departsAt, stops: [BOGOTA, IBAGUE] })
    await test.runJobs()
    await waits(eva, [one, one])
    await test.newTrip({
      departsAt: addMs(one.facts.arrivesAt, 90 * MINUTE_MS),
      stops: [IBAGUE, CALI],
    })
    await test.runJobs()
    expect(await list.seatsOf(eva)).toEqual(['confirmed 1', 'confirmed 1'])
  })

  it('buys no change for a list that wants one car only', async () => {
    const eva = await list.aWaiter()
    const { pair, booking } = await aFullPair()
    await list.waits(eva, pair[0])
    await frees(booking)
    expect(await list.seatsOf(eva)).toEqual([])
  })

  it('amendment 10: the limit is the sum of both cars, to the peso', async () => {
    const [poor, rich] = [await list.aWaiter(), await list.aWaiter()]
    const { pair, booking } = await aFullPair()
    const price = await priceOf(pair)
    await waits(poor, pair, { maxPrice: price - 1 })
    await waits(rich, pair, { maxPrice: price })
    await frees(booking)
    expect(await list.seatsOf(poor)).toEqual([])
    expect(await list.seatsOf(rich)).toEqual(['confirmed 1', 'confirmed 1'])
  })

  it('amendment 10: the notice counts from the pick-up of the first car', async () => {
    const [late, early] = [await list.aWaiter(), await list.aWaiter()]
    const { pair, booking } = await aFullPair(1)
    await waits(late, pair, { wishes: { noticeMinutes: 120 } })
    await waits(early, pair, { wishes: { noticeMinutes: 119 } })
    // 6:00, two hours before the first car and much more before the second.
    test.clock.set(addMs(pair[0].facts.departsAt, -2 * HOUR_MS + 1))
    await list.read('update trip_alerts set at_night = true')
    await frees(booking)
    test.clock.set(TEST_NOW)
    expect(await list.seatsOf(late)).toEqual([])
    expect(await list.seatsOf(early)).toEqual(['confirmed 1', 'confirmed 1'])
  })

  it('amendment 10: buys neither car when the second is gone meanwhile', async () => {
    const [eva, stranger] = [await list.aWaiter(), await test.aPassenger()]
    const { pair, booking } = await aFullPair(0)
    const id = await waits(eva, pair)
    await test.act(ana, booking, 'cancel')
    let found = 0
    const findThenLose: FindPairs = async (...asked) => {
      const offers = await findPairs(...asked)
      await test.booked(stranger, pair[1], { from: IBAGUE, to: CALI, seats: 3 })
      found = offers.length
      return offers
    }
    await matchWith(test.deps, eventOf(pair[0]), findThenLose)
    expect(found).toBe(1)
    expect(await list.seatsOf(eva)).toEqual([])
    expect(await test.available(eva)).toBe(500_000)
    const [kept] = await list.listsOf(eva)
    expect(kept).toMatchObject({ id, status: 'active', list: { place: 1, bookingId: null } })
  })

  it('13. buys no car again on which its person gave up a seat', async () => {
    const eva = await list.aWaiter()
    const { pair, booking } = await aFullPair(0)
    const own = await test.booked(eva, pair[1], { from: IBAGUE, to: CALI })
    await test.act(eva, own, 'cancel')
    await waits(eva, pair)
    await frees(booking)
    expect(await list.seatsOf(eva)).toEqual(['cancelled_by_passenger 1'])
  })

  it('buys only in the hours of its person, counted at the first car', async () => {
    const [before, after] = [await list.aWaiter(), await list.aWaiter()]
    const { pair, booking } = await aFullPair(1)
    await waits(before, pair, { wishes: { latestMinute: 480 } })
    await waits(after, pair, { wishes: { earliestMinute: 480, latestMinute: 481 } })
    await frees(booking)
    expect(await list.seatsOf(before)).toEqual([])
    expect(await list.seatsOf(after)).toHaveLength(2)
  })

  it('stores why when the person may have no more trips with a change', async () => {
    const eva = await list.aWaiter(2_000_000)
    for (const _ of [1, 2]) {
      await test.bookedBoth(eva, await test.newPair({ departsAt: aDay() }))
    }
    const { pair, booking } = await aFullPair()
    await waits(eva, pair)
    await frees(booking)
    expect(await list.seatsOf(eva, pair[0])).toEqual([])
    const [kept] = await list.read(
      `select passed_over from trip_alert_matches m join trip_alerts a on a.id = m.alert_id
       where a.user_id = $1 and passed_over is not null`,
      [eva.userId],
    )
    expect(kept).toEqual({ passed_over: 'too_many_connections' })
  })

  it('tells once that it waits for the identity, and buys once it is verified', async () => {
    const eva = await list.aWaiter()
    await list.saysWoman(eva)
    const preferences = Preferences.parse({ womenOnly: true })
    const pair = await test.newPair({ departsAt: aDay(), preferences }, { preferences })
    await test.runJobs()
    await waits(eva, pair, { wishes: { womenOnly: true } })
    const verify = 'update users set identity_verified_at = $2 where id = $1'
    await list.read(verify, [eva.userId, null])
    for (const cause of ['one', 'two']) await matchTrip(test.deps, { ...eventOf(pair[0]), cause })
    expect(await list.seatsOf(eva)).toEqual([])
    expect(await list.titlesTo(eva)).toEqual(['Tu lista espera tu identidad verificada'])
    await list.read(verify, [eva.userId, '2026-11-01'])
    await matchTrip(test.deps, { ...eventOf(pair[1]), cause: 'three' })
    expect(await list.seatsOf(eva)).toEqual(['confirmed 1', 'confirmed 1'])
  })

  it('is passed over without the money for both, and told once what is missing', async () => {
    const { pair, booking } = await aFullPair()
    const price = await priceOf(pair)
    const poor = await list.aWaiter(price - 100)
    await waits(poor, pair)
    await frees(booking)
    expect(await list.seatsOf(poor)).toEqual([])
    const [note] = await notesOf(poor)
    expect(note?.title.replaceAll(/\s/g, ' ')).toBe('Hubo un cupo y te faltaban $ 100')
    expect(note?.body).toContain('Bogotá → Cali')
  })
})

it('asks for no journey of a list whose way the trip does not meet', async () => {
  const [eva, lia] = [await list.aWaiter(), await list.aWaiter()]
  const pair = await test.newPair({ departsAt: aDay() })
  await waits(eva, pair, { to: VILLAVICENCIO })
  const id = await waits(lia, pair)
  const asked: string[] = []
  const noteAsked: FindPairs = async (_deps, { id: listId }) => {
    asked.push(listId)
    return []
  }
  await matchWith(test.deps, eventOf(pair[0]), noteAsked)
  expect(asked).toEqual([id])
})

describe('the order among lists with and without a change', () => {
  it('an older list with a change buys before a younger direct one for the same seat', async () => {
    const [older, younger] = [await list.aWaiter(), await list.aWaiter()]
    const { pair, booking } = await aFullPair(0)
    await waits(older, pair)
    await list.waits(younger, pair[0], { to: IBAGUE })
    await frees(booking)
    expect(await list.seatsOf(older)).toHaveLength(2)
    expect(await list.seatsOf(younger)).toEqual([])
  })

  it('a younger list with a change buys after an older direct one', async () => {
    const [older, younger] = [await list.aWaiter(), await list.aWaiter()]
    const { pair, booking } = await aFullPair(0)
    await list.waits(older, pair[0], { to: IBAGUE })
    await waits(younger, pair)
    await frees(booking)
    expect(await list.seatsOf(older)).toEqual(['confirmed 1'])
    expect(await list.seatsOf(younger)).toEqual([])
  })

  it('two processes that run the job make one purchase of two cars', async () => {
    const eva = await list.aWaiter()
    const { pair, booking } = await aFullPair()
    await waits(eva, pair)
    await test.act(ana, booking, 'cancel')
    const event = eventOf(pair[0])
    await Promise.allSettled([1, 2].map(() => matchTrip(test.deps, event)))
    await test.runJobs()
    expect(await list.seatsOf(eva)).toEqual(['confirmed 1', 'confirmed 1'])
  })
})

describe('what a list bought with a change', () => {
  it('is told once, with both cars and the sum', async () => {
    const eva = await list.aWaiter()
    const { pair, booking } = await aFullPair()
    await waits(eva, pair)
    await frees(booking)
    const notes = await notesOf(eva)
    expect(notes.map(({ title }) => title)).toEqual(['Tu lista te compró dos carros'])
    const body = notes[0]?.body.replaceAll(/\s/g, ' ')
    const sum = new Intl.NumberFormat('es-CO').format(await priceOf(pair))
    expect(body).toContain('Bogotá → Ibagué')
    expect(body).toMatch(/Cambias de carro: Ibagué → Cali, .* con Carlos R\./)
    expect(body).toContain(`$ ${sum}`)
    expect(body).toContain('cancelas gratis hasta')
    for (const { driver } of pair) {
      expect((await notesOf(driver))[0]?.body).toContain('Reserva: lo compró la lista')
    }
  })

  it('is left free for 30 minutes with both cars, and counts once', async () => {
    const eva = await list.aWaiter()
    const { pair, booking } = await aFullPair(0, addMs(TEST_NOW, 6 * HOUR_MS))
    await waits(eva, pair)
    await frees(booking)
    const [{ connection_id: id }] = await list.read(
      'select connection_id from bookings where passenger_id = $1',
      [eva.userId],
    )
    test.clock.advance(29 * MINUTE_MS)
    expect((await test.cancelBoth(eva, id)).status).toBe(200)
    expect(await test.available(eva)).toBe(500_000)
    expect((await list.asks(eva, pair[1])).status).toBe(200)
    test.clock.set(TEST_NOW)
  })

  it('counts once when a seat of both cars is given back', async () => {
    const eva = await list.aWaiter(2_000_000)
    const pair = await test.newPair({ departsAt: addMs(TEST_NOW, 6 * HOUR_MS) })
    await waits(eva, pair, { seats: 2 })
    await matchTrip(test.deps, eventOf(pair[0]))
    const [{ connection_id: id }] = await list.read(
      'select connection_id from bookings where passenger_id = $1',
      [eva.userId],
    )
    const given = await test.call(eva, 'POST', `/connections/${id}/give-back`, { seats: 1 })
    expect([given.status, given.body.code]).toEqual([200, undefined])
    expect(await test.available(eva)).toBe(2_000_000 - (await priceOf(pair)))
    const { status, body } = await list.asks(eva, pair[1])
    expect([status, body.code]).toEqual([200, undefined])
  })

  it('is returned in both cars when nobody could be told of it', async () => {
    const eva = await list.aWaiter()
    const { pair, booking } = await aFullPair()
    await waits(eva, pair)
    await frees(booking)
    await list.read('update users set phone_proved_at = null, phone_index = null where id = $1', [
      eva.userId,
    ])
    await list.read(
      `insert into mail_suppressions (address_hash, user_id, reply, refused_at)
       values (sha256($1::text::bytea), $1::uuid, '550 5.1.1', now())`,
      [eva.userId],
    )
    test.clock.set(addMs(pair[0].facts.departsAt, -2 * HOUR_MS))
    await test.runJobs()
    test.clock.set(TEST_NOW)
    const ended = ['cancelled_by_passenger 1', 'cancelled_by_passenger 1']
    expect(await list.seatsOf(eva)).toEqual(ended)
    expect(await test.available(eva)).toBe(500_000)
  })

  it('ends the list of who booked the same way by hand with a change', async () => {
    const eva = await list.aWaiter()
    const pair = await test.newPair({ departsAt: aDay() })
    await test.runJobs()
    await waits(eva, pair)
    await test.bookedBoth(eva, pair)
    await test.runRecurring('alerts.end-lists')
    expect((await list.listsOf(eva))[0].status).toBe('stopped')
    expect(await list.titlesTo(eva)).toContain('Apagamos tu lista: ya tienes cupo')
  })
})

describe('a seat freed at night', () => {
  const night = (trip: TestTrip) => {
    const day = bogotaDate(trip.facts.departsAt)
    return { atThree: hoursOn(day, 3, 24).from, atSeven: hoursOn(day, 7, 24).from }
  }

  it.each(['one car', 'two cars'])('is bought at 7:00 for the oldest list: %s', async (what) => {
    const [older, younger] = [await list.aWaiter(), await list.aWaiter()]
    const pair = what === 'two cars'
    // The first car leaves at 9:00, before the hour from which purchases are made at night.
    const { pair: cars, booking } = await aFullPair(0, addMs(aDay(), HOUR_MS))
    const wishes = { noticeMinutes: 30 }
    if (pair) await waits(older, cars, { wishes })
    else await list.waits(older, cars[0], { to: IBAGUE, list: wishes })
    await list.waits(younger, cars[0], { to: IBAGUE, list: wishes })
    const { atThree, atSeven } = night(cars[0])
    test.clock.set(atThree)
    await frees(booking)
    expect(await list.seatsOf(older)).toEqual([])
    test.clock.set(addMs(atSeven, -1))
    await test.runJobs()
    expect(await list.seatsOf(older)).toEqual([])
    test.clock.set(atSeven)
    await test.runJobs()
    test.clock.set(TEST_NOW)
    expect(await list.seatsOf(older)).toEqual(
      pair ? ['confirmed 1', 'confirmed 1'] : ['confirmed 1'],
    )
    expect(await list.seatsOf(younger)).toEqual([])
  })

  it('waits for nobody when each list that fits takes purchases at night', async () => {
    const wakes = await list.aWaiter()
    const { pair, booking } = await aFullPair()
    await waits(wakes, pair, { wishes: { atNight: true } })
    test.clock.set(night(pair[0]).atThree)
    await frees(booking)
    const jobs = await list.read("select from jobs where key like 'by-day.%'")
    test.clock.set(TEST_NOW)
    expect(jobs).toEqual([])
    expect(await list.seatsOf(wakes)).toHaveLength(2)
  })
})
