import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { addMs, bogotaDate, DAY_MS, daysAfter, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW } from '#test/deps.ts'
import { aFundedWallet, aUser, type TestUser } from '#test/factories.ts'
import { openRatingsApp, type RatingsApp } from '#test/rating-factories.ts'
import { supportSteps } from '#test/support-steps.ts'
import { BOGOTA, CALI } from '#test/trip-factories.ts'
import { countDays } from './count-days.ts'
import { keepCounted } from './keep-counted.ts'
import { EVENT_METRICS, PEOPLE_METRICS } from './metrics.ts'
import { listFiguresOf } from './statistics.queries.ts'

let test: RatingsApp
let finance: TestUser
let helper: TestUser
const today = bogotaDate(TEST_NOW)

beforeAll(async () => {
  test = await openRatingsApp()
  finance = await aUser(test.deps, { roles: ['passenger', 'finance'] })
  helper = await aUser(test.deps, { roles: ['passenger', 'support'] })
})

const dashboard = async (who: TestUser = finance, days = '7') => {
  // Figures are cached for a minute.
  test.clock.advance(2 * MINUTE_MS)
  const { status, body } = await test.call(who, 'GET', `/admin/dashboard?days=${days}`)
  expect([status, body.code]).toEqual([200, undefined])
  return body
}

const search = (from: string, to: string, more = '') =>
  test.app.inject(`/api/trips/search?from=${from}&to=${to}&date=${today}${more}`)

/** Reads the money in all wallets from the ledger. */
async function moneyInWallets() {
  const { rows } = await sql<{ free: number; held: number }>`
    select sum(credits_posted - debits_posted - debits_pending)::int8 as free,
      sum(debits_pending)::int8 as held
    from ledger_accounts where kind = 'wallet'`.execute(test.deps.db)
  return rows[0]
}

async function stored(metrics: readonly string[], last: string) {
  return await listFiguresOf(test.deps.db, { metrics, first: '2026-01-01', last })
}

describe('the dashboard', () => {
  it('shows the events of today on the dashboard before any job has run', async () => {
    const trip = await test.newTrip({ departsAt: addMs(TEST_NOW, 5 * HOUR_MS) })
    await test.booked(await test.aPassenger(), trip)
    await search('41001', '08001')
    await search('41001', '08001', '&page=2')
    await search('41001', '08001', '&filtros=pets')
    const { trips, money, funnel, corridors, demand } = await dashboard()
    expect(trips.current).toMatchObject({ published: 1, seatsOffered: 3, seatsSold: 1 })
    expect(trips.before.published).toBe(0)
    expect(trips.byDay).toHaveLength(7)
    expect(trips.byDay[6]).toMatchObject({ date: today, published: 1, seatsOffered: 3 })
    expect(money.current).toMatchObject({
      ...{ credited: 1, pesos: 500_000, declined: 0, fares: 0, commission: 0, payouts: 0 },
    })
    expect(money.now).toMatchObject({ ...(await moneyInWallets()), owed: 0 })
    expect(money.now.held).toBeGreaterThan(0)
    expect(funnel.current).toMatchObject({ signedUp: 4, toppedUp: 1, tookPart: 2, travelled: 0 })
    expect(corridors).toMatchObject([
      { from: { placeId: BOGOTA }, to: { placeId: CALI }, seatsOffered: 3, seatsSold: 1 },
    ])
    expect(demand).toMatchObject([
      { from: { placeId: '41001' }, to: { placeId: '08001' }, missedSearches: 1, alerts: 0 },
    ])
  })

  it('shows the fares and commission of today, and that the bank covers the float', async () => {
    const before = (await dashboard()).money
    const trip = await test.newTrip({ departsAt: addMs(TEST_NOW, 3 * HOUR_MS) })
    const booking = await test.booked(await test.aPassenger(), trip)
    test.toPickUp(booking, 0)
    await test.board(trip.driver, booking)
    const { current, now } = (await dashboard()).money
    const fares = current.fares - before.current.fares
    const commission = current.commission - before.current.commission
    expect([fares, commission]).toEqual([booking.price, booking.price / 10])
    expect(now.float).toBe(now.free + now.held)
    expect(now.inBank).toBe(now.float + current.commission)
    test.clock.set(TEST_NOW)
  })

  it('hides money on the dashboard from people who do not work with it', async () => {
    expect((await dashboard(helper)).money).toBeNull()
    const stranger = await aUser(test.deps)
    expect((await test.call(stranger, 'GET', '/admin/dashboard')).body.code).toBe('forbidden')
  })

  it('compares who was asked to publish again with who was not, after their week', async () => {
    const trip = await test.newTrip({ departsAt: addMs(TEST_NOW, 9 * HOUR_MS) })
    const asked = (userId: string, kind: string, daysAgo: number) =>
      asOwner(
        test.deps.databaseUrl,
        `insert into publish_nudges (driver_id, week, trip_id, kind, at)
         values ($1, ($2::timestamptz)::date, $3, $4, $2::timestamptz)`,
        [userId, addMs(TEST_NOW, -daysAgo * DAY_MS + HOUR_MS), trip.tripId, kind],
      )
    await asked(trip.driver.userId, 'told', 7)
    await asked(helper.userId, 'told', 7)
    await asked(finance.userId, 'control', 7)
    await asked((await aUser(test.deps)).userId, 'papers', 7)
    await asked((await aUser(test.deps)).userId, 'told', 5)
    expect((await dashboard(helper, '30')).nudges).toEqual({
      ...{ told: 2, toldPublished: 1 },
      ...{ control: 1, controlPublished: 0 },
    })
  })

  it('measures support answers in office hours, and safety answers at any hour', async () => {
    const desk = supportSteps(test)
    // Friday at 19:00: one office hour is left, and Saturday opens at 9.
    test.clock.set(new Date('2026-11-21T00:00:00.000Z'))
    const person = await aUser(test.deps)
    const money = await desk.opened(person)
    const danger = await desk.opened(person, { kind: 'safety' })
    test.clock.set(new Date('2026-11-21T15:00:00.000Z'))
    await desk.answer(helper, money)
    await desk.answer(helper, danger)
    const { times } = await dashboard()
    expect(times.support.current).toEqual({ answered: 1, medianMinutes: 120, p90Minutes: 120 })
    expect(times.safety.current).toEqual({ answered: 1, medianMinutes: 900, p90Minutes: 900 })
    expect(times.verification.current).toMatchObject({ answered: 0, medianMinutes: null })
  })

  it('counts a declined top-up on the dashboard', async () => {
    const before = (await dashboard()).money.current
    const person = await aUser(test.deps)
    await test.call(person, 'POST', '/payments/create', { amount: 50_000 })
    await sql`update payments set last_attempt_status = 'DECLINED'
      where user_id = ${person.userId}`.execute(test.deps.db)
    const after = (await dashboard()).money.current
    expect(after).toEqual({ ...before, declined: before.declined + 1 })
  })
})

describe('the table of statistics', () => {
  it('stores statistics equal to a recount, also for days that changed late', async () => {
    const journey = await test.aJourney()
    await aFundedWallet(test.deps, journey.passenger.userId, 30_000)
    test.clock.set(addMs(journey.dropsOffAt, 2 * DAY_MS))
    await test.runRecurring('bookings.advance-due')
    test.clock.advance(45 * DAY_MS)
    for (let run = 0; run < 3; run += 1) {
      await keepCounted(test.deps)
    }
    const yesterday = bogotaDate(addMs(test.clock.now(), -DAY_MS))
    const all = { first: daysAfter(today, -1), last: yesterday }
    const order = (figures: readonly object[]) => figures.map((one) => JSON.stringify(one)).sort()
    const plain = ({ day, metric, key, value }: Record<string, unknown>) => ({
      day,
      metric,
      key,
      value,
    })
    const events = await countDays(test.deps.db, 'events', all)
    expect(events.some(({ metric }) => metric === 'trips_completed')).toBe(true)
    expect(order((await stored(EVENT_METRICS, yesterday)).map(plain))).toEqual(
      order(events.map(plain)),
    )
    const people = await countDays(test.deps.db, 'people', all)
    expect(people.find(({ metric }) => metric === 'people_travelled')?.value).toBeGreaterThan(1)
    expect(order((await stored(PEOPLE_METRICS, yesterday)).map(plain))).toEqual(
      order(people.map(plain)),
    )
  })

  it('includes the money of all days before the period', async () => {
    const { money, countingFrom } = await dashboard()
    expect(countingFrom).toBeNull()
    expect(money.now).toMatchObject({ ...(await moneyInWallets()), owed: 0 })
    expect(money.byDay[0].free).toBe(money.now.free)
  })

  it('reports the first day as missing while the job has never run', async () => {
    const { db } = test.deps
    const progress = await db.selectFrom('statistics_progress').selectAll().execute()
    await db.deleteFrom('statistics_progress').execute()
    const { countingFrom } = await dashboard()
    await db.insertInto('statistics_progress').values(progress).execute()
    const [first] = progress
    expect(countingFrom).toBe(first && bogotaDate(addMs(new Date(first.first_day), 12 * HOUR_MS)))
  })

  it('reports the first missing day on the dashboard when the job has not run', async () => {
    test.clock.advance(10 * DAY_MS)
    const { countingFrom } = await dashboard()
    expect(countingFrom).toBe(bogotaDate(addMs(test.clock.now(), -10 * DAY_MS)))
    await keepCounted(test.deps)
    expect((await dashboard()).countingFrom).toBeNull()
  })

  it('recounts days that can still change', async () => {
    const day = bogotaDate(addMs(test.clock.now(), -2 * DAY_MS))
    const published = async () =>
      (await stored(['trips_published'], day)).find((one) => one.day === day)?.value ?? 0
    const before = await published()
    const later = 'update trips set created_at = $1 where id = (select id from trips limit 1)'
    await asOwner(test.deps.databaseUrl, later, [addMs(test.clock.now(), -2 * DAY_MS)])
    await keepCounted(test.deps)
    expect(await published()).toBe(before + 1)
  })
})
