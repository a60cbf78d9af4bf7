import { beforeAll, describe, expect, it } from 'vitest'
import { emailKey } from '#contract/email-address.ts'
import { verifyLedger } from '#server/modules/bank/ledger/index.ts'
import { findMismatches } from '#server/modules/office/books/index.ts'
import { loadPlaces, loadSafePoints } from '#server/modules/roads/places/index.ts'
import { loadFuelPrices } from '#server/modules/roads/pricing/index.ts'
import { findConnections } from '#server/modules/travel/connections/index.ts'
import { type Found, findTrips } from '#server/modules/travel/search/find-trips.ts'
import { addMs, bogotaDate, DAY_MS } from '#server/platform/clock.ts'
import type { Deps } from '#server/platform/deps.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { asOwner } from '#test/db.ts'
import { jobsOf, recurringJob } from '#test/run-jobs.ts'
import { demoAsk } from './demo-ask.ts'
import { demoToday } from './demo-today.ts'
import { lines } from './lines.ts'
import { carlos, newcomer } from './people.ts'
import { seedDemo } from './seed-demo.ts'

let test: TestApp

/**
 * Clock calls until the server is killed: some accounts, documents and portraits exist, but no
 * trip.
 */
const CALLS_BEFORE_THE_END = 700

/** Simulates a server that is killed during the start: its clock throws after this many calls. */
function killedAfter(calls: number): Deps {
  let left = calls
  const now = () => {
    left -= 1
    if (left < 0) throw new Error('killed')
    return test.clock.now()
  }
  return { ...test.deps, clock: { now } }
}

async function rows(statement: string): Promise<Record<string, number>[]> {
  return (await asOwner(test.deps.databaseUrl, statement)).rows
}

beforeAll(async () => {
  test = await openTestApp()
  await loadPlaces(test.deps)
  await loadFuelPrices(test.deps)
  await loadSafePoints(test.deps)
  await expect(seedDemo(killedAfter(CALLS_BEFORE_THE_END))).rejects.toThrow('killed')
  const [left] = await rows(`
    select (select count(*) from trips)::int as trips, (select count(*) from users)::int as users,
      (select count(*) from documents)::int as documents`)
  expect(left).toMatchObject({ trips: 0 })
  expect(left?.users).toBeGreaterThan(20)
  expect(left?.documents).toBeGreaterThan(20)
  const accounts = await seedDemo(test.deps)
  expect(accounts.length).toBeGreaterThan(3)
}, 120_000)

/** Both directions of every pair of stops of a line. */
const ways = lines.flatMap(({ stops }) =>
  stops.flatMap((from, row) =>
    stops.slice(row + 1).flatMap((to) => [
      { from, to },
      { from: to, to: from },
    ]),
  ),
)

async function searched(way: { from: string; to: string }, day: number): Promise<Found> {
  const date = bogotaDate(addMs(test.clock.now(), day * DAY_MS))
  return await findTrips(test.deps, null, { ...way, date })
}

describe('trips of the first start', () => {
  it('seeds six trips a day per route and direction, by rated drivers with a photo', async () => {
    const few: string[] = []
    for (const way of ways) {
      for (let day = 1; day <= 14; day += 1) {
        const { results } = await searched(way, day)
        const known = results.filter(({ driver }) => driver.photoUrl && driver.rating.average)
        const drivers = new Set(known.map(({ driver }) => driver.id))
        const hours = new Set(results.map(({ departsAt }) => departsAt))
        if (results.length < 6 || drivers.size < 4 || hours.size < 4) {
          few.push(`${way.from}-${way.to} ${day}: ${results.length}, ${drivers.size}`)
        }
      }
    }
    expect(few).toEqual([])
  })

  it('finds demonstration trips today, if it is morning, and on every nearby date', async () => {
    const empty: string[] = []
    for (const way of ways) {
      const { total, nearbyDates } = await searched(way, 0)
      if (total === 0 || nearbyDates.length < 3) empty.push(`${way.from}-${way.to}`)
    }
    expect(empty).toEqual([])
  })

  it('has a pair of places that are joined only with a change, on every day', async () => {
    const way = { from: '50001', to: '15001' }
    for (let day = 1; day <= 7; day += 1) {
      expect(await searched(way, day)).toMatchObject({ total: 0 })
      const date = bogotaDate(addMs(test.clock.now(), day * DAY_MS))
      const { connections } = await findConnections(test.deps, null, { ...way, date })
      expect(connections[0]).toMatchObject({ changeAt: { placeId: '11001' } })
    }
  })

  it('keeps another car for the printed passenger, whose driver cancelled', async () => {
    await jobsOf(test.deps).runJobs()
    const found = await rows(`
      select count(*)::int as kept from rescues where status in ('offered', 'waiting')`)
    expect(found[0]?.kept).toBeGreaterThan(0)
  })

  it('seeds trips with various prices, payment and booking modes, and for women only', async () => {
    const [kinds] = await rows(`
      select count(distinct seat_price)::int as prices,
        count(*) filter (where 'directo' = any (payment_modes))::int as direct,
        count(*) filter (where not instant)::int as asked,
        count(*) filter (where (preferences ->> 'womenOnly')::boolean)::int as women
      from trips where status = 'published'`)
    expect(kinds?.prices).toBeGreaterThan(30)
    expect(kinds?.direct).toBeGreaterThan(100)
    expect(kinds?.asked).toBeGreaterThan(100)
    expect(kinds?.women).toBeGreaterThan(20)
    const [sold] = await rows(
      `select count(*)::int as seats from bookings where status in ('requested', 'confirmed')`,
    )
    expect(sold?.seats).toBeGreaterThan(15)
  })
})

describe('rows that the demonstration writes without the use cases', () => {
  it('seeds trips that respect overlap, daily, weekly, price and document rules', async () => {
    const broken = await rows(`
      with drives as (select * from trips where status in ('published', 'completed'))
      select 'overlap' as rule, a.id from drives a join drives b on b.driver_id = a.driver_id
        and b.id <> a.id and b.departs_at < a.arrives_at and a.departs_at < b.arrives_at
      union all
      select 'week', a.id from drives a join drives b on b.driver_id = a.driver_id
        and b.departs_at >= a.departs_at and b.departs_at < a.departs_at + interval '7 days'
      group by a.id having count(*) > 11
      union all
      select 'day', (array_agg(id))[1] from drives
      group by driver_id, (departs_at at time zone 'America/Bogota')::date
      having count(*) > 4 or sum(arrives_at - departs_at) >= interval '14 hours'
      union all
      select 'price', id from drives
      where seat_price not between (quote -> 'seat' ->> 'min')::int
        and (quote -> 'seat' ->> 'max')::int
      union all
      select 'documents', t.id from drives t where (
        select count(distinct kind) from documents d
        where d.owner_id = t.driver_id and d.status = 'approved' and d.created_at < t.created_at
          or d.owner_id = t.driver_id and d.status = 'superseded') < 10
      union all
      select 'ride', a.id from bookings a join bookings b on b.passenger_id = a.passenger_id
        and b.id <> a.id and b.picks_up_at < a.drops_off_at and a.picks_up_at < b.drops_off_at
      where a.status = 'completed'`)
    expect(broken).toEqual([])
  })

  it('seeds demonstration rows that agree with ledger, events, seats and standings', async () => {
    expect(await findMismatches(test.deps)).toEqual([])
    const chain = await verifyLedger(test.deps)
    expect(chain.findings.filter((each) => !each.startsWith('UNCHAINED'))).toEqual([])
    const [before] = await rows('select sum(trips_driven)::int as driven from user_reputation')
    expect(before?.driven).toBeGreaterThan(300)
    await recurringJob('reputation.recount').run(test.deps)
    expect(await rows('select sum(trips_driven)::int as driven from user_reputation')).toEqual([
      before,
    ])
  })

  it('takes the commission of every past ride that was paid in cash', async () => {
    const [past] = await rows(`
      select count(*)::int as rides,
        count(*) filter (where t.amount = round(b.fare_pesos * 0.1))::int as paid
      from bookings b left join ledger_transfers t
        on t.pending_id = b.hold_id and t.kind = 'post' and t.code = 'commission'
          and t.happened_at in (b.closed_at, b.checked_in_at)
      where b.payment_mode = 'directo' and b.status = 'completed'`)
    expect(past?.rides).toBeGreaterThan(100)
    expect(past?.paid).toBe(past?.rides)
  })

  it('leaves no queued message about past demonstration trips', async () => {
    const [late] = await rows(`
      select count(*)::int as jobs from jobs
      where run_at < '${test.clock.now().toISOString()}' and dead_at is null`)
    expect(late?.jobs).toBe(0)
  })

  it('approves the new documents of the printed account without a signal of fraud', async () => {
    const [found] = await rows(`
      select count(*)::int as photos, count(distinct sha256)::int as different,
        count(*) filter (where status = 'approved')::int as approved
      from documents d join users u on u.id = d.owner_id
      where u.email_key in ('${emailKey(carlos.email)}', '${emailKey(newcomer.email)}')
        and file_deleted_at is null and status <> 'superseded'`)
    expect(found).toEqual({ photos: 22, different: 22, approved: 11 })
  })
})

describe('later start of the demonstration', () => {
  it('adds only missing trips on a later start, and none of a barred driver', async () => {
    const trips = () => rows(`select count(*)::int as trips from trips`)
    const people = () =>
      rows(`select count(*)::int as people, (select count(*) from documents)::int as documents,
        (select count(*) from ratings)::int as ratings from users`)
    const [before, others] = [await trips(), await people()]
    await seedDemo(test.deps)
    expect(await trips()).toEqual(before)
    // A driver who drives every day, in both directions.
    const [barred] = (
      await asOwner(
        test.deps.databaseUrl,
        `insert into user_standing (user_id, expelled, sanctioned_at)
         select driver_id, true, now() from trips group by driver_id
         order by count(*) desc, driver_id limit 1 returning user_id as id`,
      )
    ).rows
    test.clock.advance(7 * DAY_MS)
    await seedDemo(test.deps)
    const [after] = await trips()
    const aDay = 2 * lines.reduce((sum, { hours }) => sum + hours.length, 0)
    expect(after?.trips).toBeGreaterThan(Number(before[0]?.trips) + 7 * aDay - 14)
    expect(after?.trips).toBeLessThan(Number(before[0]?.trips) + 7 * aDay)
    const last = addMs(test.clock.now(), 8 * DAY_MS).toISOString()
    expect(
      await rows(`select count(*)::int as trips from trips
        where driver_id = '${barred.id}' and departs_at > '${last}'`),
    ).toEqual([{ trips: 0 }])
    expect(await people()).toEqual(others)
  })

  it('opens no case about a demonstration driver after six days and two weeks more', async () => {
    const noteSignals = recurringJob('conduct.signals')
    for (let day = 0; day < 6; day += 1) {
      test.clock.advance(DAY_MS)
      await demoToday(test.deps)
      await demoAsk(test.deps)
    }
    for (let week = 0; week < 2; week += 1) {
      await noteSignals.run(test.deps)
      test.clock.advance(7 * DAY_MS)
    }
    const signals = `select reason from conduct_cases where kind = 'signal' and reason <> 'strikes'`
    expect(await rows(signals)).toEqual([])
  })
})
