// Lists that buy: the oldest list that fits has the seat, once, whatever else happens meanwhile and
// wherever the process is killed.
import fc from 'fast-check'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { bookSeat, cancelBooking, cancelTrip } from '#server/modules/travel/bookings/index.ts'
import { createAlert } from '#server/modules/travel/demand/alerts/create-alert.ts'
import { matchTrip } from '#server/modules/travel/demand/alerts/match-trip.ts'
import { bogotaDate } from '#server/platform/clock.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { aVerifiedDriver, type TestDriver, type TestUser } from '#test/factories.ts'
import { DAY_LONG, listSteps } from '#test/list-factories.ts'
import { HISTORIES, LONG_MS } from '#test/property-budget.ts'
import { BOGOTA, CALI, type TestTrip } from '#test/trip-factories.ts'
import { expectConsistent } from './invariants.ts'
import { killEach } from './kills.ts'
import { mortalProcess } from './mortal-process.ts'

let test: BookingsApp
let list: ReturnType<typeof listSteps>
let driver: TestDriver
/** People who wait; the last one has no money. */
let waiters: TestUser[]
let strangers: TestUser[]

beforeAll(async () => {
  test = await openBookingsApp({ poolSize: 8 })
  list = listSteps(test)
  driver = await aVerifiedDriver(test.deps)
  waiters = []
  for (let no = 0; no < 5; no += 1) waiters.push(await list.aWaiter(no === 4 ? 0 : 9_000_000))
  strangers = [await test.aPassenger(9_000_000), await test.aPassenger(9_000_000)]
})

const stopAll = () =>
  list.read("update trip_alerts set status = 'stopped', stopped_at = now(), mail_due_at = null")

beforeEach(stopAll)

/** 8:00 in Bogotá, when the trips depart. */
const EIGHT = 480
const hours = {
  all: { earliestMinute: 0, latestMinute: 1440 },
  early: { earliestMinute: 0, latestMinute: EIGHT },
  late: { earliestMinute: EIGHT, latestMinute: EIGHT + 1 },
}

const wish = fc.record({
  seats: fc.constantFrom(1, 1, 2),
  hours: fc.constantFrom(...(['all', 'all', 'late', 'early'] as const)),
  below: fc.constantFrom(0, 0, 0, 1),
})

const histories = fc.record({
  order: fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 1 }),
  wishes: fc.array(wish, { minLength: 5, maxLength: 5 }),
  /** Seats of each of the two bookings that fill the trip. */
  taken: fc.constantFrom([1, 1], [2, 1], [1, 2]),
  /** Which of them is given back first, and how often and at once the job runs. */
  first: fc.constantFrom(0, 1),
  runs: fc.constantFrom(1, 2, 3),
  /** Statement after which the first run is killed; 0: none. */
  killedAt: fc.constantFrom(0, 0, 3, 5, 8, 12),
})

type Wish = typeof wish extends fc.Arbitrary<infer T> ? T : never

const book = (who: TestUser, trip: TestTrip, seats: number) =>
  bookSeat(test.deps, who, {
    ...{ tripId: trip.tripId, seats, paymentMode: 'billetera' },
    ...{ fromStopId: trip.stop(BOGOTA), toStopId: trip.stop(CALI) },
  })

async function waits(who: TestUser, trip: TestTrip, { seats, hours: when, below }: Wish) {
  const day = bogotaDate(trip.facts.departsAt)
  const price = trip.facts.priceCumulative.at(-1) ?? 0
  await createAlert(test.deps, who, {
    ...{ from: BOGOTA, to: CALI, since: day, until: day, seats, maxPrice: price - below },
    list: { ...DAY_LONG, ...hours[when] },
    idempotencyKey: undefined,
  })
}

const eventOf = (trip: TestTrip, by: TestUser, seats: number) => {
  const whole = { fromSeq: 0, toSeq: trip.facts.places.length - 1, seats }
  return { tripId: trip.tripId, freed: { ...whole, by: by.userId, at: test.clock.now() } }
}

/** Runs the job, first in a process that is killed after that statement. */
async function runJob(event: ReturnType<typeof eventOf>, runs: number, killedAt: number) {
  if (killedAt > 0) {
    const life = mortalProcess(test.deps.databaseUrl, { at: killedAt, moment: 'done' })
    const deps: Deps = { ...test.deps, db: life.db }
    await matchTrip(deps, event).catch(() => undefined)
    await life.bury()
  }
  const jobs = Array.from({ length: runs }, () => matchTrip(test.deps, event))
  await Promise.allSettled(jobs)
  await matchTrip(test.deps, event)
}

const buyersOf = async (trip: TestTrip): Promise<string[]> => {
  const find = `select passenger_id || ' ' || seats as line from bookings
    where trip_id = $1 and list_id is not null order by 1`
  return (await list.read(find, [trip.tripId])).map(({ line }) => line)
}

it('gives freed seats to the oldest lists that fit, and to each list once', {
  timeout: LONG_MS,
}, async () => {
  await fc.assert(
    fc.asyncProperty(histories, async ({ order, wishes, taken, first, runs, killedAt }) => {
      await stopAll()
      const [one = 1, two = 1] = taken
      const trip = await test.newTrip({ driver, seats: one + two })
      const bookings = [await book(strangers[0]!, trip, one), await book(strangers[1]!, trip, two)]
      for (const no of order) await waits(waiters[no]!, trip, wishes[no]!)
      const waiting = new Set(order)
      const expected: string[] = []
      let free = 0
      for (const no of [first, 1 - first]) {
        const by = strangers[no]!
        await cancelBooking(test.deps, by, { bookingId: bookings[no]!.booking.id })
        free += taken[no]!
        for (const who of order) {
          const { seats, hours: when, below } = wishes[who]!
          const fits = when !== 'early' && below === 0 && seats <= free
          if (!waiting.has(who) || !fits || who === 4) continue
          waiting.delete(who)
          free -= seats
          expected.push(`${waiters[who]!.userId} ${seats}`)
        }
        await runJob(eventOf(trip, by, taken[no]!), runs, killedAt)
        expect(await buyersOf(trip)).toEqual([...expected].sort())
      }
      const active = `select user_id from trip_alerts where status = 'active' and buys`
      const left = (await list.read(active)).map(({ user_id: id }) => id).sort()
      expect(left).toEqual([...waiting].map((no) => waiters[no]!.userId).sort())
      await cancelTrip(test.deps, driver, { tripId: trip.tripId })
    }),
    { numRuns: HISTORIES },
  )
  await expectConsistent(test.deps)
})

it('buys once and always wherever the process is killed', { timeout: LONG_MS }, async () => {
  await killEach(test.deps.databaseUrl, async ({ db, name, bury }) => {
    await stopAll()
    const trip = await test.newTrip({ driver, seats: 1 })
    const { booking } = await book(strangers[0]!, trip, 1)
    await waits(waiters[0]!, trip, { seats: 1, hours: 'all', below: 0 })
    await waits(waiters[1]!, trip, { seats: 1, hours: 'all', below: 0 })
    await cancelBooking(test.deps, strangers[0]!, { bookingId: booking.id })
    const event = eventOf(trip, strangers[0]!, 1)
    await matchTrip({ ...test.deps, db }, event).catch(() => undefined)
    await bury()
    await matchTrip(test.deps, event)
    expect(await buyersOf(trip), name).toEqual([`${waiters[0]!.userId} 1`])
    await cancelTrip(test.deps, driver, { tripId: trip.tripId })
  })
  await expectConsistent(test.deps)
})
