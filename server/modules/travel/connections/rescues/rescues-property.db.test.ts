// Random histories after drivers failed: whatever drivers, passengers and time do in any order, the
// invariants below hold.
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { addMs, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { FUNDS } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW } from '#test/deps.ts'
import type { TestUser } from '#test/factories.ts'
import { type FundApp, openFundApp } from '#test/fund-factories.ts'
import { HISTORIES, LONG_MS } from '#test/property-budget.ts'
import { expectConsistent } from '#test/race/invariants.ts'
import { aTrip, BOGOTA, IBAGUE, type TestTrip } from '#test/trip-factories.ts'

const FUND = 50_000_000

let test: FundApp

beforeAll(async () => {
  test = await openFundApp()
  await test.settle('open', FUND)
})

/** Price of a seat in the first car. */
const CHEAP_PESOS = 28_000

type World = { trips: TestTrip[]; people: { who: TestUser; bookingId: string }[] }

const read = async (sql: string, values: unknown[] = []) =>
  (await asOwner(test.deps.databaseUrl, sql, values)).rows

/** Each step may be refused; it must not break an invariant. */
const steps = {
  async fails({ trips }: World, n: number) {
    const trip = trips[n % trips.length] as TestTrip
    await test.call(trip.driver, 'POST', `/trips/${trip.tripId}/cancel`, {})
  },
  async moves({ trips }: World, n: number) {
    const trip = trips[n % trips.length] as TestTrip
    const departsAt = addMs(trip.facts.departsAt, (n - 50) * MINUTE_MS).toISOString()
    await test.call(trip.driver, 'PATCH', `/trips/${trip.tripId}`, { departsAt })
  },
  /** Both press at the same moment, with keys of their own. */
  async take({ people }: World, n: number) {
    const each = people.filter((_, at) => n % 3 === 2 || at === n % 2)
    const failed = await Promise.all(each.map(({ who }) => rescuesOf(who)))
    await Promise.all(
      each.flatMap(({ who }, at) =>
        (failed[at] ?? []).flatMap((id) =>
          Array.from({ length: 1 + (n % 2) }, () =>
            test.call(who, 'POST', `/bookings/${id}/rescue/take`, { key: crypto.randomUUID() }),
          ),
        ),
      ),
    )
  },
  /** Drivers by request who were asked say yes or no at the same moment. */
  async answer({ trips }: World, n: number) {
    const asks = await read('select booking_id as id, driver_id from rescue_asks')
    await Promise.all(
      asks.flatMap(({ id, driver_id }) => {
        const who = trips.find(({ driver }) => driver.userId === driver_id)?.driver
        const body = { agrees: n % 3 > 0 }
        return who ? [test.call(who, 'POST', `/bookings/${id}/rescue/ask`, body)] : []
      }),
    )
  },
  async limit({ people }: World, n: number) {
    const who = people[n % 2]?.who as TestUser
    for (const id of await rescuesOf(who)) {
      await test.call(who, 'PUT', `/bookings/${id}/rescue/limit`, { upTo: n * 1_000 })
    }
  },
  async decline({ people }: World, n: number) {
    const who = people[n % 2]?.who as TestUser
    for (const id of await rescuesOf(who)) {
      await test.call(who, 'POST', `/bookings/${id}/rescue/decline`)
    }
  },
  /** Gives up what was taken. */
  async leaves({ people }: World, n: number) {
    const who = people[n % 2]?.who as TestUser
    for (const id of await rescuesOf(who)) {
      const find = 'select unnest(new_booking_ids) as id from rescues where booking_id = $1'
      for (const taken of await read(find, [id])) await test.act(who, taken, 'cancel')
    }
  },
  async waits(_: World, n: number) {
    test.clock.advance(n * MINUTE_MS)
    await test.runRecurring('rescues.follow-due', 'seat-keeps.expire-due')
  },
}

const rescuesOf = async ({ userId }: TestUser): Promise<string[]> =>
  (await read('select booking_id as id from rescues where person_id = $1', [userId])).map(
    ({ id }) => id,
  )

/** `byRequest`: how many of the other drivers must answer. */
async function aWorld(byRequest: number): Promise<World> {
  test.clock.set(TEST_NOW)
  await read(`update trips set status = 'cancelled' where status = 'published'`).catch(() => [])
  const trips: TestTrip[] = []
  for (const [no, hours] of [29, 30, 31, 32].entries()) {
    trips.push(
      await aTrip(test.deps, {
        departsAt: addMs(TEST_NOW, hours * HOUR_MS),
        stops: [BOGOTA, IBAGUE],
        seats: 2,
        // The others are dearer, so that the fund pays a difference.
        seatPrice: CHEAP_PESOS + (no === 0 ? 0 : 4_000),
        instant: no === 0 || no > byRequest,
      }),
    )
  }
  const people = []
  for (const _ of [1, 2]) {
    const who = await test.aPassenger()
    const { id } = await test.booked(who, trips[0] as TestTrip, { from: BOGOTA, to: IBAGUE })
    people.push({ who, bookingId: id as string })
  }
  // Of a seat that was booked just before, the fund pays nothing.
  test.clock.advance(3 * HOUR_MS)
  return { trips, people }
}

async function check({ people }: World): Promise<void> {
  for (const { who } of people) {
    const [{ open, fares }] = await read(
      `select count(*) filter (where status in ('requested', 'confirmed'))::int as open,
         coalesce(sum(coalesce(charged_pesos, fare_pesos)), 0)::int as fares
       from bookings where passenger_id = $1`,
      [who.userId],
    )
    // Either the money or a seat, and never two seats at one time.
    expect(open).toBeLessThanOrEqual(1)
    const [{ covered }] = await read(
      `select coalesce(sum(cover_pesos - fund_returned(r)), 0)::int as covered
       from rescues r where person_id = $1`,
      [who.userId],
    )
    expect(await test.available(who)).toBe(FUNDS - fares + covered)
    // A cover stays only in a fare.
    if (fares === 0) expect(covered).toBe(0)
    expect(covered).toBeLessThanOrEqual(2 * 30_000)
  }
  const bad = await read(
    `select r.booking_id, r.status from rescues r join bookings f on f.id = r.booking_id
    where r.person_id = any ($1) and (exists (select from bookings n
        where n.id = any (r.new_booking_ids) and n.driver_id = f.driver_id)
      or 20 * 60 < (select sum(extract(epoch from least(closed_at, expires_at) - created_at))
        from seat_keeps k where k.rescue_of = r.booking_id)
      or 1 < (select count(*) from seat_keeps k where k.rescue_of = r.booking_id
        and k.status = 'used')
      or 3 < (select count(*) from rescue_asks a where a.booking_id = r.booking_id)
      or r.status = 'asked' and exists (select from seat_keeps k
        where k.rescue_of = r.booking_id and k.status = 'open')
      or exists (select from rescue_asks a where a.booking_id = r.booking_id and a.agrees
        and not exists (select from seat_keeps k
          where k.rescue_of = r.booking_id and k.trip_id = a.trip_id))
      or cardinality(r.new_booking_ids) > 1)`,
    [people.map(({ who }) => who.userId)],
  )
  expect(bad).toEqual([])
}

const names = Object.keys(steps) as (keyof typeof steps)[]
const step = fc.record({
  name: fc.constantFrom(...names),
  n: fc.integer({ min: 0, max: 99 }),
  runs: fc.boolean(),
})

const histories = fc.array(step, { minLength: 1, maxLength: 8 })
const run = (name: keyof typeof steps, n: number) => ({ name, n, runs: true })

it('in random histories nobody pays twice, nothing is kept longer, seats add up', {
  timeout: LONG_MS,
}, async () => {
  const seen = new Set<string>()
  const note = async () => {
    for (const { status } of await read('select distinct status from rescues')) seen.add(status)
  }
  await fc.assert(
    fc.asyncProperty(histories, fc.nat(3), async (history, byRequest) => {
      const world = await aWorld(byRequest)
      await steps.fails(world, 0)
      await test.runJobs()
      await note()
      for (const { name, n, runs } of [...history]) {
        await steps[name](world, n)
        if (runs) await test.runJobs()
        await check(world)
      }
      await test.runJobs()
      await check(world)
      await note()
    }),
    {
      numRuns: HISTORIES,
      examples: [
        [[run('answer', 1), run('take', 2)], 3],
        [[run('take', 2), run('leaves', 2)], 0],
      ],
    },
  )
  const [{ covered }] = await read(
    'select sum(cover_pesos - fund_returned(r))::int as covered from rescues r',
  )
  expect(await test.balance()).toBe(FUND - covered)
  await expectConsistent(test.deps)
  expect((await read('select from rescues where cover_pesos > 0')).length).toBeGreaterThan(0)
  expect([...seen]).toEqual(expect.arrayContaining(['asked', 'taken']))
})
