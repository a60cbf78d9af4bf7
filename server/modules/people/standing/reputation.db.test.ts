import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW } from '#test/deps.ts'
import { aFundedWallet, aVerifiedDriver, type TestDriver, type TestUser } from '#test/factories.ts'
import { openRatingsApp, type RatingsApp } from '#test/rating-factories.ts'
import { EVERY_JOB } from '#test/run-jobs.ts'
import { aTrip } from '#test/trip-factories.ts'
import { recountReputation } from './refresh-reputation.ts'
import { listReputations } from './reputation.queries.ts'
import { type Numbers, noNumbers, type Reputation, reputationOf } from './reputation.ts'

let test: RatingsApp

beforeAll(async () => {
  test = await openRatingsApp()
})

/** Events of one booking, as the tables hold them. */
type Told = {
  id: string
  trip_id: string
  driver_id: string
  passenger_id: string
  events: { event: string; at: string; actor: string | null; rule: string | null }[]
}

type Rated = { rated_id: string; stars: number; events: string[] }

/** Recomputes every reputation event by event, independently of the query under test. */
async function recomputed(): Promise<Map<string, Reputation>> {
  const { rows: bookings } = await asOwner(
    test.deps.databaseUrl,
    `select b.id, b.trip_id, b.driver_id, b.passenger_id, (
       select json_agg(json_build_object('event', e.event, 'at', e.at, 'actor', e.actor_id,
         'rule', e.details ->> 'rule') order by e.at, e.id)
       from booking_events e where e.booking_id = b.id) as events
     from bookings b`,
  )
  const { rows: ratings } = await asOwner(
    test.deps.databaseUrl,
    `select r.rated_id, r.stars, coalesce((
       select json_agg(e.event order by e.at, e.id) from rating_events e
       where e.rating_id = r.id), '[]') as events
     from ratings r`,
  )
  const people = new Map<string, Numbers>()
  const minutes = new Map<string, number[]>()
  const trips = new Set<string>()
  const of = (id: string) => {
    const known = people.get(id) ?? noNumbers(id)
    people.set(id, known)
    return known
  }
  for (const told of bookings as Told[]) {
    readBooking(told, of(told.driver_id), of(told.passenger_id), { minutes, trips })
  }
  for (const { rated_id, stars, events } of ratings as Rated[]) {
    const last = (a: string, b: string) => events.findLast((each) => each === a || each === b)
    if (!events.includes('revealed') || last('hidden', 'shown') === 'hidden') continue
    if (last('discounted', 'counted') === 'discounted') continue
    of(rated_id).stars[stars - 1]! += 1
  }
  for (const [id, all] of minutes) of(id).responseMinutes = median(all)
  return new Map([...people].map(([id, numbers]) => [id, reputationOf(numbers)]))
}

function readBooking(
  told: Told,
  driver: Numbers,
  passenger: Numbers,
  seen: { minutes: Map<string, number[]>; trips: Set<string> },
): void {
  const { events } = told
  const named = (event: string) => events.find((each) => each.event === event)
  const [asked, agreed] = [named('requested'), named('confirmed')]
  const answer = asked && (agreed ?? named('rejected'))
  if (asked && answer) {
    driver.requestsAnswered += 1
    const took = (Date.parse(answer.at) - Date.parse(asked.at)) / MINUTE_MS
    seen.minutes.set(told.driver_id, [...(seen.minutes.get(told.driver_id) ?? []), took])
  }
  if (named('expired')) driver.requestsMissed += 1
  if (!agreed) return
  const end = events.at(-1)
  const left = end?.event === 'cancelled_by_passenger'
  const driversFault = left && ['driver_late', 'trip_changed'].includes(end.rule ?? '')
  if (end?.event === 'completed') {
    passenger.tripsRidden += 1
    if (!seen.trips.has(told.trip_id)) driver.tripsDriven += 1
    seen.trips.add(told.trip_id)
  } else if (end?.event === 'cancelled_by_driver' || end?.event === 'trip_cancelled') {
    driver.cancelled += 1
  } else if (driversFault) driver.cancelled += 1
  else if (left) passenger.cancelled += 1
  else return
  driver.agreed += 1
  passenger.agreed += 1
}

function median(all: readonly number[]): number {
  const sorted = [...all].sort((a, b) => a - b)
  const at = (sorted.length - 1) / 2
  return Math.round((sorted[Math.floor(at)]! + sorted[Math.ceil(at)]!) / 2)
}

type Pair = { driver: TestDriver; passenger: TestUser; stars: number }

/** A trip in a week, so that trips of the same people do not overlap. */
const tripOf = ({ driver }: Pair, more = {}) =>
  aTrip(test.deps, { driver, departsAt: addMs(test.clock.now(), 7 * DAY_MS), ...more })

/** Possible courses of a booking between two people, each on a trip of its own. */
const stories: Record<string, (pair: Pair) => Promise<void>> = {
  async travelled(pair) {
    const journey = await test.aJourney(await tripOf(pair), pair.passenger)
    await test.bothRate(journey, pair.stars)
  },
  async one_rated(pair) {
    const journey = await test.aJourney(await tripOf(pair), pair.passenger)
    await test.rate(pair.passenger, journey, { stars: pair.stars })
  },
  async denied(pair) {
    const journey = await test.aJourney(await tripOf(pair), pair.passenger)
    await test.bothRate(journey, pair.stars)
    const statement = 'No viajamos juntos ese día.'
    await test.act(pair.driver, journey, 'not-together', { statement })
  },
  async answered(pair) {
    const trip = await tripOf(pair, { instant: false })
    const booking = await test.booked(pair.passenger, trip)
    test.clock.advance(pair.stars * 7 * MINUTE_MS)
    await test.act(pair.driver, booking, pair.stars > 2 ? 'accept' : 'reject')
  },
  async unanswered(pair) {
    await test.booked(pair.passenger, await tripOf(pair, { instant: false }))
    test.clock.advance(3 * HOUR_MS + MINUTE_MS)
  },
  async passenger_cancels(pair) {
    const booking = await test.booked(pair.passenger, await tripOf(pair))
    test.clock.advance(HOUR_MS)
    await test.act(pair.passenger, booking, 'cancel')
  },
  async leaves_late_driver(pair) {
    const booking = await test.booked(pair.passenger, await tripOf(pair))
    test.toPickUp(booking, 31 * MINUTE_MS)
    await test.act(pair.passenger, booking, 'cancel')
  },
  async trip_cancelled(pair) {
    const trip = await tripOf(pair)
    await test.booked(pair.passenger, trip)
    await test.call(pair.driver, 'POST', `/trips/${trip.tripId}/cancel`)
  },
}

/** Every due job except the daily recount, which would hide events that were missed. */
const settle = () => test.runRecurring(...EVERY_JOB.filter((name) => name !== 'reputation.recount'))

async function stored(): Promise<Map<string, Reputation>> {
  const { rows } = await asOwner(test.deps.databaseUrl, 'select user_id as id from user_reputation')
  const found = await listReputations(
    test.deps.db,
    rows.map(({ id }) => id),
  )
  return new Map(found.map((each) => [each.userId, each]))
}

describe('the reputation of people', () => {
  it('stores the reputation that follows from the events of random histories', async () => {
    const story = fc.record({
      name: fc.constantFrom(...Object.keys(stories)),
      driver: fc.nat(1),
      passenger: fc.nat(1),
      stars: fc.integer({ min: 1, max: 5 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(story, { minLength: 3, maxLength: 5 }), async (all) => {
        test.clock.set(TEST_NOW)
        const drivers = [await aVerifiedDriver(test.deps), await aVerifiedDriver(test.deps)]
        const passengers = [await test.aPassenger(), await test.aPassenger()]
        for (const { userId } of drivers) await aFundedWallet(test.deps, userId, 100_000)
        for (const { name, driver, passenger, stars } of all) {
          const pair = { driver: drivers[driver]!, passenger: passengers[passenger]!, stars }
          await stories[name]!(pair)
          test.clock.advance(2 * DAY_MS)
          await settle()
        }
        const expected = await recomputed()
        const found = await stored()
        for (const [id, reputation] of expected) {
          if (!found.has(id)) expect(reputation).toEqual(reputationOf(noNumbers(id)))
          else expect(found.get(id)).toEqual(reputation)
        }
      }),
      { numRuns: 5 },
    )
    test.clock.advance(100 * DAY_MS)
    await settle()
    test.clock.advance(DAY_MS)
    expect(await recountReputation(test.deps)).toEqual([])
  }, 120_000)

  it('corrects a wrong reputation at night and reports it when an event was missed', async () => {
    const journey = await test.aJourney()
    await test.bothRate(journey, 4)
    const { userId } = journey.driver
    const break_ = `update user_reputation set stars = '{9,0,0,0,0}' where user_id = $1`
    await asOwner(test.deps.databaseUrl, break_, [userId])
    test.clock.set(addMs(journey.dropsOffAt, DAY_MS))
    expect(await recountReputation(test.deps)).toEqual([userId])
    expect((await test.profile(journey.driver)).rating.average).toBe(4)
    expect(await recountReputation(test.deps)).toEqual([])
  })
})
