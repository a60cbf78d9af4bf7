import { beforeAll, expect, it } from 'vitest'
import { markDriver } from '#server/modules/people/standing/index.ts'
import { cancelTrip } from '#server/modules/travel/bookings/index.ts'
import { cancelPaused } from '#server/modules/travel/trip-changes/index.ts'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { newId } from '#server/platform/ids.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW } from '#test/deps.ts'
import { aVerifiedDriver, type TestDriver, type TestUser } from '#test/factories.ts'
import { aTrip, BOGOTA, GIRARDOT } from '#test/trip-factories.ts'
import { antiPirate } from './anti-pirate.ts'
import { ladder } from './ladder.ts'
import { noteSignals } from './note-signals.ts'

let test: BookingsApp
/** Id of an ordinary trip that the tests copy. */
let template: string

beforeAll(async () => {
  test = await openBookingsApp()
  template = (await aTrip(test.deps, { stops: [BOGOTA, GIRARDOT], seats: 2 })).tripId
})

/** Inserts trips as rows, because publishing would refuse this many trips. */
async function drives(driver: TestDriver, departures: Date[], minutes = 120): Promise<string[]> {
  const ids = departures.map(() => newId())
  for (const [index, id] of ids.entries()) {
    const departsAt = departures[index] ?? TEST_NOW
    await asOwner(
      test.deps.databaseUrl,
      `insert into trips select (jsonb_populate_record(t, jsonb_build_object('id', $2::uuid,
         'departs_at', $3::timestamptz, 'arrives_at', $4::timestamptz, 'status', 'completed',
         'driver_id', $5::uuid, 'vehicle_id', $6::uuid))).*
       from trips t where t.id = $1`,
      [
        template,
        id,
        departsAt,
        addMs(departsAt, minutes * MINUTE_MS),
        driver.userId,
        driver.vehicleId,
      ],
    )
  }
  return ids
}

async function signalsOf({ userId }: TestDriver): Promise<[string, unknown][]> {
  await noteSignals(test.deps)
  await noteSignals(test.deps)
  const found = test.deps.db.selectFrom('conduct_cases').select(['reason', 'facts'])
  const rows = await found.where('user_id', '=', userId).orderBy('reason').execute()
  return rows.map(({ reason, facts }) => [reason, (facts as { counted: number }).counted])
}

const daysAgo = (days: number, hours = 0) => addMs(TEST_NOW, -days * DAY_MS - hours * HOUR_MS)

it('opens one case for too many trips in a week, and none for a daily commute', async () => {
  const [commuter, business] = [await aVerifiedDriver(test.deps), await aVerifiedDriver(test.deps)]
  const twice = [1, 2, 3, 4, 5].flatMap((day) => [daysAgo(day), daysAgo(day, 4)])
  await drives(commuter, twice)
  await drives(business, [...twice, daysAgo(6), daysAgo(6, 4)])
  expect(twice.length).toBeLessThan(antiPirate.tripsInWeek)
  expect(await signalsOf(commuter)).toEqual([])
  expect(await signalsOf(business)).toEqual([['frequency', 12]])
  // A rule opens a case but never sanctions a person.
  const { rows } = await asOwner(
    test.deps.databaseUrl,
    'select count(*)::int as n from sanction_events',
  )
  expect(rows).toEqual([{ n: 0 }])
})

it('opens a case when a driver drives 14 hours in a day', async () => {
  const driver = await aVerifiedDriver(test.deps)
  const morning = new Date('2026-11-18T10:00:00Z')
  await drives(driver, [morning], 13 * 60)
  expect(await signalsOf(driver)).toEqual([])
  await drives(driver, [morning], 60)
  expect(await signalsOf(driver)).toEqual([['long_day', 14 * 60]])
})

it('opens a case about each account when too many trips come from one browser', async () => {
  const people = [await aVerifiedDriver(test.deps), await aVerifiedDriver(test.deps)]
  const other = await aVerifiedDriver(test.deps)
  const days = [1, 2, 3, 4, 5, 6].map((day) => daysAgo(day))
  for (const driver of [...people, other]) await drives(driver, days)
  const { databaseUrl } = test.deps
  const seen = `insert into user_devices values ($1, decode(repeat($2, 32), 'hex'), $3, $3)`
  for (const { userId } of people) await asOwner(databaseUrl, seen, [userId, 'ab', TEST_NOW])
  await asOwner(databaseUrl, seen, [other.userId, 'cd', TEST_NOW])
  for (const driver of people) expect(await signalsOf(driver)).toEqual([['device_frequency', 12]])
  expect(await signalsOf(other)).toEqual([])
})

it('opens a case about each driver when three drivers use one car', async () => {
  const drivers = [1, 2, 3].map(() => aVerifiedDriver(test.deps))
  const people = await Promise.all(drivers)
  await asOwner(test.deps.databaseUrl, `update vehicles set plate = 'ZZZ999' where id = any ($1)`, [
    people.map(({ vehicleId }) => vehicleId),
  ])
  for (const [index, driver] of people.entries()) await drives(driver, [daysAgo(10 + index)])
  for (const driver of people) expect(await signalsOf(driver)).toEqual([['shared_plate', 3]])
})

it('does not treat equal pseudonymous plates of closed accounts as one car', async () => {
  const people = await Promise.all([1, 2, 3].map(() => aVerifiedDriver(test.deps)))
  await asOwner(test.deps.databaseUrl, `update vehicles set plate = 'XXX000' where id = any ($1)`, [
    people.map(({ vehicleId }) => vehicleId),
  ])
  for (const [index, driver] of people.entries()) await drives(driver, [daysAgo(10 + index)])
  await asOwner(
    test.deps.databaseUrl,
    `insert into account_closings (id, user_id, asked_at, due_at, started_at, erased_at)
     select gen_random_uuid(), person, $2::timestamptz - interval '15 days', $2, $2, $2
     from unnest($1::uuid[]) as person`,
    [people.map(({ userId }) => userId), TEST_NOW],
  )
  for (const driver of people) expect(await signalsOf(driver)).toEqual([])
})

it('opens a case after five trips with fares above their cost', async () => {
  const driver = await aVerifiedDriver(test.deps)
  const trips = await drives(
    driver,
    [8, 9, 10, 11, 12].map((day) => daysAgo(day)),
  )
  const booking = await test.booked(await test.aPassenger(), await test.newTrip())
  const earn = (tripId: string) =>
    asOwner(
      test.deps.databaseUrl,
      `insert into bookings select (jsonb_populate_record(b, jsonb_build_object(
         'id', $2::uuid, 'trip_id', $3::uuid, 'driver_id', $4::uuid, 'status', 'completed',
         'fare_pesos', 900000, 'code', $5::text, 'hold_id', null, 'closed_at', b.created_at))).*
       from bookings b where b.id = $1`,
      [booking.id, newId(), tripId, driver.userId, String(100_000 + trips.indexOf(tripId))],
    )
  for (const tripId of trips.slice(1)) await earn(tripId)
  expect(await signalsOf(driver)).toEqual([])
  await earn(trips[0] ?? '')
  expect(await signalsOf(driver)).toEqual([['earnings', 5]])
})

it('opens a case when the weighted marks of a driver reach the limit of strikes', async () => {
  const driver = await aVerifiedDriver(test.deps)
  const mark = (kind: 'late' | 'did_not_come', now: Date) =>
    inTransaction(test.deps.db, (tx) =>
      markDriver(tx, { driverId: driver.userId, kind, causeId: newId(), now }),
    )
  await mark('late', daysAgo(1))
  await mark('did_not_come', daysAgo(2))
  await mark('did_not_come', daysAgo(ladder.strikeDays + 1))
  expect(await signalsOf(driver)).toEqual([])
  await mark('late', daysAgo(3))
  expect(await signalsOf(driver)).toEqual([['strikes', 4]])
})

it.each(['booking', 'late'] as const)(
  'opens a case of a driver who fails a passenger twice: %s',
  async (how) => {
    const driver = await aVerifiedDriver(test.deps)
    const [ana, eva] = [await test.aPassenger(), await test.aPassenger()]
    const way = { from: BOGOTA, to: GIRARDOT }
    async function failed(who: TestUser, days: number, verb: 'trip' | 'team' | typeof how) {
      const trip = await test.newTrip({ driver, departsAt: addMs(TEST_NOW, days * DAY_MS) })
      const { id } = await test.booked(who, trip, way)
      const now = test.clock.now()
      if (verb === 'late') test.clock.set(addMs(trip.facts.departsAt, 31 * MINUTE_MS))
      if (verb === 'late') expect((await test.act(who, { id }, 'cancel')).status).toBe(200)
      test.clock.set(now)
      if (verb === 'booking') await test.act(driver, { id }, 'cancel')
      const input = {
        tripId: trip.tripId,
        ...(verb === 'team' && { byTeam: { note: async () => {} } }),
      }
      if (verb === 'trip' || verb === 'team') await cancelTrip(test.deps, driver, input)
      await asOwner(
        test.deps.databaseUrl,
        'update bookings set closed_at = closed_at + $2 * $3::interval where id = $1',
        [id, days, '1 day'],
      )
      return id as string
    }
    const first = await failed(ana, 3, 'trip')
    await failed(eva, 4, 'booking')
    await failed(ana, 5, 'team')
    test.clock.advance(6 * MINUTE_MS)
    expect(await signalsOf(driver)).toEqual([])
    const last = await failed(ana, 6, how)
    test.clock.advance(7 * MINUTE_MS)
    expect(await signalsOf(driver)).toEqual([['fails_again', 2]])
    const cases = test.deps.db.selectFrom('conduct_cases').select('facts')
    const [found] = await cases.where('user_id', '=', driver.userId).execute()
    expect(found?.facts).toMatchObject({ before: first, last, limit: 2 })
  },
)

it('fails one passenger both ways on one day: opens no case, and one on another day', async () => {
  const driver = await aVerifiedDriver(test.deps)
  const ana = await test.aPassenger()
  const ids: string[] = []
  async function fails(days: number, closedAgo: number) {
    const trip = await test.newTrip({ driver, departsAt: addMs(TEST_NOW, days * DAY_MS) })
    const { id } = await test.booked(ana, trip, { from: BOGOTA, to: GIRARDOT })
    await cancelTrip(test.deps, driver, { tripId: trip.tripId })
    const close = 'update bookings set closed_at = $2 where id = $1'
    await asOwner(test.deps.databaseUrl, close, [id, daysAgo(0, closedAgo)])
    ids.push(id)
  }
  await fails(3, 2)
  await fails(4, 1)
  expect(await signalsOf(driver)).toEqual([])
  await fails(5, 26)
  expect(await signalsOf(driver)).toEqual([['fails_again', 2]])
  const cases = test.deps.db.selectFrom('conduct_cases').select('facts')
  const [found] = await cases.where('user_id', '=', driver.userId).execute()
  expect(found?.facts).toMatchObject({ before: ids[2], last: ids[1] })
})

it.each(['conduct', 'team'] as const)(
  'a pause for %s cancels two trips of one passenger: opens no case, and she reads who did it',
  async (cause) => {
    const driver = await aVerifiedDriver(test.deps)
    const ana = await test.aPassenger()
    for (const days of [3, 4]) {
      const trip = await test.newTrip({ driver, departsAt: addMs(TEST_NOW, days * DAY_MS) })
      const { id } = await test.booked(ana, trip, { from: BOGOTA, to: GIRARDOT })
      await cancelPaused(test.deps, {
        trip: { id: trip.tripId, driverId: driver.userId },
        cause,
      })
      const close = 'update bookings set closed_at = closed_at - $2 * $3::interval where id = $1'
      await asOwner(test.deps.databaseUrl, close, [id, days, '1 day'])
    }
    expect(await signalsOf(driver)).toEqual([])
    await test.runJobs()
    const told = test.deps.db.selectFrom('notifications').select('body')
    const read = await told
      .where('user_id', '=', ana.userId)
      .where('kind', '=', 'trip_cancelled')
      .execute()
    for (const { body } of read) expect(body).toContain('Lo canceló el equipo de Cupo')
    expect(read).toHaveLength(2)
  },
)

it('forgets a failure after 90 days', async () => {
  const driver = await aVerifiedDriver(test.deps)
  const ana = await test.aPassenger()
  for (const days of [3, 4]) {
    const trip = await test.newTrip({ driver, departsAt: addMs(TEST_NOW, days * DAY_MS) })
    await test.booked(ana, trip, { from: BOGOTA, to: GIRARDOT })
    await cancelTrip(test.deps, driver, { tripId: trip.tripId })
  }
  await asOwner(
    test.deps.databaseUrl,
    `update bookings set closed_at = closed_at - interval '91 days'
     where id = (select id from bookings where driver_id = $1 limit 1)`,
    [driver.userId],
  )
  expect(await signalsOf(driver)).toEqual([])
})
