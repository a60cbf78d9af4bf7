// Lists that buy: the oldest list that fits has the seat, once, whatever else happens meanwhile and
// wherever the process is killed.
import fc from 'fast-check'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { bookSeat, cancelBooking, cancelTrip } from '#server/modules/travel/bookings/index.ts'
import { createAlert } from '#server/modules/travel/demand/alerts/create-alert.ts'
import { bogotaDate } from '#server/platform/clock.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type ConnectionsApp, openConnectionsApp } from '#test/connection-factories.ts'
import { aVerifiedDriver, type TestDriver, type TestUser } from '#test/factories.ts'
import { DAY_LONG, listSteps, matchTrip } from '#test/list-factories.ts'
import { HISTORIES, LONG_MS } from '#test/property-budget.ts'
import { BOGOTA, CALI, IBAGUE, type TestTrip } from '#test/trip-factories.ts'
import { expectConsistent } from './invariants.ts'
import { killEach } from './kills.ts'
import { mortalProcess } from './mortal-process.ts'

let test: ConnectionsApp
let list: ReturnType<typeof listSteps>
let driver: TestDriver
/** Drives the second car, from Ibagué to Cali. */
let other: TestDriver
/** People who wait; the last one has no money. */
let waiters: TestUser[]
let strangers: TestUser[]

beforeAll(async () => {
  test = await openConnectionsApp({ poolSize: 8 })
  list = listSteps(test)
  driver = await aVerifiedDriver(test.deps)
  other = await aVerifiedDriver(test.deps)
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
  /** A list for Cali that also takes a change of car; else one for Ibagué. */
  change: fc.constantFrom(false, true),
})

const histories = fc.record({
  order: fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 1 }),
  wishes: fc.array(wish, { minLength: 5, maxLength: 5 }),
  /** Seats of each of the two bookings that fill the trip. */
  taken: fc.constantFrom([1, 1], [2, 1], [1, 2]),
  /** Seats of the second car. */
  second: fc.constantFrom(1, 2, 4),
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
    ...{ fromStopId: trip.stop(BOGOTA), toStopId: trip.stop(IBAGUE) },
  })

type Cars = Awaited<ReturnType<typeof newCars>>

/** The trip Bogotá → Ibagué that is full, and a second car from Ibagué to Cali. */
const newCars = (seats: number, second: number) =>
  test.newPair({ driver, seats }, { driver: other, seats: second })

async function waits(who: TestUser, cars: Cars, { seats, hours: when, below, change }: Wish) {
  const day = bogotaDate(cars[0].facts.departsAt)
  const [one = 0, two = 0] = cars.map(({ facts }) => facts.priceCumulative.at(-1))
  const maxPrice = one + (change ? two : 0) - below
  await createAlert(test.deps, who, {
    ...{ from: BOGOTA, to: change ? CALI : IBAGUE, since: day, until: day, seats, maxPrice },
    list: { ...DAY_LONG, ...hours[when], withChange: change },
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

/** Who has what a list bought on the trip; of two cars only if the second is booked too. */
const buyersOf = async (trip: TestTrip): Promise<string[]> => {
  const find = `select b.passenger_id || ' ' || b.seats
      || case when b.connection_id is null then '' else coalesce(
        (select ' of two' from bookings n where n.connection_id = b.connection_id
          and n.connection_part = 2 and n.list_id = b.list_id and n.status = 'confirmed'
          and n.seats = b.seats), ' alone') end as line
    from bookings b where b.trip_id = $1 and b.list_id is not null order by 1`
  return (await list.read(find, [trip.tripId])).map(({ line }) => line)
}

it('gives freed seats to the oldest lists that fit, and to each list once', {
  timeout: LONG_MS,
}, async () => {
  await fc.assert(
    fc.asyncProperty(histories, async ({ order, wishes, taken, second, first, runs, killedAt }) => {
      await stopAll()
      const [one = 1, two = 1] = taken
      const cars = await newCars(one + two, second)
      const [trip] = cars
      const bookings = [await book(strangers[0]!, trip, one), await book(strangers[1]!, trip, two)]
      for (const no of order) await waits(waiters[no]!, cars, wishes[no]!)
      const waiting = new Set(order)
      const expected: string[] = []
      let free = 0
      let onward = second
      for (const no of [first, 1 - first]) {
        const by = strangers[no]!
        await cancelBooking(test.deps, by, { bookingId: bookings[no]!.booking.id })
        free += taken[no]!
        for (const who of order) {
          const { seats, hours: when, below, change } = wishes[who]!
          const room = seats <= free && (!change || seats <= onward)
          const fits = when !== 'early' && below === 0 && room
          if (!waiting.has(who) || !fits || who === 4) continue
          waiting.delete(who)
          free -= seats
          onward -= change ? seats : 0
          expected.push(`${waiters[who]!.userId} ${seats}${change ? ' of two' : ''}`)
        }
        await runJob(eventOf(trip, by, taken[no]!), runs, killedAt)
        expect(await buyersOf(trip)).toEqual([...expected].sort())
      }
      const active = `select user_id from trip_alerts where status = 'active' and buys`
      const left = (await list.read(active)).map(({ user_id: id }) => id).sort()
      expect(left).toEqual([...waiting].map((no) => waiters[no]!.userId).sort())
      await cancelTrip(test.deps, other, { tripId: cars[1].tripId })
      await cancelTrip(test.deps, driver, { tripId: trip.tripId })
    }),
    { numRuns: HISTORIES },
  )
  await expectConsistent(test.deps)
})

it.each([false, true])(
  'buys once and always wherever the process is killed; with a change: %s',
  {
    timeout: LONG_MS,
  },
  async (change) => {
    const wish: Wish = { seats: 1, hours: 'all', below: 0, change }
    await killEach(test.deps.databaseUrl, async ({ db, name, bury }) => {
      await stopAll()
      const cars = await newCars(1, 1)
      const [trip] = cars
      const { booking } = await book(strangers[0]!, trip, 1)
      await waits(waiters[0]!, cars, wish)
      await waits(waiters[1]!, cars, wish)
      await cancelBooking(test.deps, strangers[0]!, { bookingId: booking.id })
      const event = eventOf(trip, strangers[0]!, 1)
      await matchTrip({ ...test.deps, db }, event).catch(() => undefined)
      await bury()
      await matchTrip(test.deps, event)
      const bought = `${waiters[0]!.userId} 1${change ? ' of two' : ''}`
      expect(await buyersOf(trip), name).toEqual([bought])
      await cancelTrip(test.deps, other, { tripId: cars[1].tripId })
      await cancelTrip(test.deps, driver, { tripId: trip.tripId })
    })
    await expectConsistent(test.deps)
  },
)
