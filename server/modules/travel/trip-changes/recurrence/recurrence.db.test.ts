import { beforeEach, describe, expect, it } from 'vitest'
import { SeriesView as SeriesSchema, type SeriesView } from '#contract/recurrence.ts'
import { quoteTrip } from '#server/modules/roads/pricing/index.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { newId } from '#server/platform/ids.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { asOwner } from '#test/db.ts'
import { aVerifiedDriver, freshToken, type TestDriver, type TestUser } from '#test/factories.ts'
import { aRoadNetwork, aTrip, BOGOTA, GIRARDOT } from '#test/trip-factories.ts'
import { generateDue, retryRefused } from './generate-trips.ts'
import { stopSeries } from './pause-series.ts'
import { redecideDay } from './recurrence.queries.ts'
import { listSeries } from './show-series.ts'

// The clock of the tests starts on Friday, 20 November 2026, 8:00 in Bogotá.
const MONDAY = '2026-11-23T06:00:00-05:00'
const DAILY = [1, 2, 3, 4, 5, 6, 7]
let test: TestApp
let driver: TestDriver

beforeEach(async () => {
  test ??= await openTestApp()
  await aRoadNetwork(test.deps)
  test.clock.set(new Date('2026-11-20T08:00:00-05:00'))
  driver = await aVerifiedDriver(test.deps)
})

async function tripBody(changes: Record<string, unknown> = {}) {
  const request = { stops: [BOGOTA, GIRARDOT], departsAt: new Date(MONDAY), seats: 3 }
  const { quote } = await quoteTrip(test.deps, request)
  return {
    vehicleId: driver.vehicleId,
    stops: request.stops.map((placeId) => ({ placeId })),
    departsAt: MONDAY,
    seats: 3,
    seatPrice: quote.seat.recommended,
    ...changes,
  }
}

async function call(user: TestUser, path: string, payload?: unknown, key?: string) {
  const answer = await test.app.inject({
    method: payload === undefined ? 'GET' : 'POST',
    url: `/api${path}`,
    headers: {
      authorization: `Bearer ${user.token}`,
      ...(key ? { 'idempotency-key': key } : {}),
    },
    ...(payload === undefined ? {} : { payload: payload as object }),
  })
  return { status: answer.statusCode, body: answer.json() }
}

async function create(payload: object, key?: string): Promise<SeriesView> {
  const { body } = await call(driver, '/trip-series', payload, key)
  return SeriesSchema.parse(body.series)
}

async function mine(): Promise<SeriesView[]> {
  return (await call(driver, '/trip-series')).body.series
}

async function departures(): Promise<string[]> {
  const { rows } = await asOwner(
    test.deps.databaseUrl,
    'select departs_at from trips where driver_id = $1 order by departs_at',
    [driver.userId],
  )
  return rows.map((row: { departs_at: Date }) => row.departs_at.toISOString())
}

describe('a trip that repeats every week', () => {
  it('publishes a weekly series on its weekdays, thirty days ahead', async () => {
    const series = await create({ trip: await tripBody(), weekdays: [3, 1] })
    expect(series).toMatchObject({ status: 'active', time: '06:00', weekdays: [1, 3] })
    expect(series.stops).toEqual(['Bogotá', 'Girardot'])
    const dates = series.days.map((day) => day.date)
    expect(dates[0]).toBe('2026-11-23')
    expect(dates.at(-1)).toBe('2026-12-16')
    expect(dates).toHaveLength(8)
    expect(series.days.every((day) => day.tripId && !day.skipped)).toBe(true)
    expect(await departures()).toEqual(
      dates.map((date) => new Date(`${date}T06:00:00-05:00`).toISOString()),
    )
  })

  it('publishes each further day of a series once with several parallel workers', async () => {
    await create({ trip: await tripBody(), weekdays: [1] })
    expect(await departures()).toHaveLength(4)
    test.clock.advance(7 * DAY_MS)
    await Promise.all([1, 2, 3].map(() => generateDue(test.deps)))
    await generateDue(test.deps)
    const after = await departures()
    expect(after).toHaveLength(5)
    expect(after.at(-1)).toBe(new Date('2026-12-21T06:00:00-05:00').toISOString())
  })

  it('publishes the other days when asked, although the first day overlaps a trip', async () => {
    const other = { driver, stops: [BOGOTA, GIRARDOT], departsAt: new Date(MONDAY), seats: 3 }
    await aTrip(test.deps, other)
    const payload = { trip: await tripBody(), weekdays: [1] }
    const refused = await call(driver, '/trip-series', payload)
    expect(refused.body).toMatchObject({
      code: 'trip_overlaps',
      details: { kind: 'trip', route: 'Bogotá → Girardot' },
    })
    const key = newId()
    const series = await create({ ...payload, skipOverlaps: true }, key)
    expect(series.days.map((day) => day.skipped?.code ?? null)).toEqual([
      'trip_overlaps',
      null,
      null,
      null,
    ])
    expect(series.days[0]?.skipped?.reason).toContain('Bogotá → Girardot')
    expect((await create({ ...payload, skipOverlaps: true }, key)).id).toBe(series.id)
    expect(await departures()).toHaveLength(4)
  })

  it('makes no series when every day until its last one overlaps a trip', async () => {
    for (const week of [0, 1, 2, 3]) {
      const departsAt = addMs(new Date(MONDAY), week * 7 * DAY_MS)
      await aTrip(test.deps, { driver, stops: [BOGOTA, GIRARDOT], departsAt })
    }
    const until = { weekdays: [1], until: '2026-12-14', skipOverlaps: true }
    const answer = await call(driver, '/trip-series', { trip: await tripBody(), ...until })
    expect(answer.body.code).toBe('trip_overlaps')
    expect(await mine()).toEqual([])
  })

  it('skips a day of a series that the rules refuse, and shows the reason', async () => {
    const departsAt = addMs(new Date(MONDAY), 7 * DAY_MS)
    await aTrip(test.deps, { driver, stops: [BOGOTA, GIRARDOT], departsAt, seats: 3 })
    await create({ trip: await tripBody(), weekdays: [1] })
    const [series] = await mine()
    expect(series?.days.map((day) => day.skipped?.code ?? null)).toEqual([
      null,
      'trip_overlaps',
      null,
      null,
    ])
    expect(series?.days[1]?.skipped?.reason).toMatch(/se cruza/)
    await generateDue(test.deps)
    expect(await departures()).toHaveLength(4)
  })

  it('skips the days of a series on which a document is no longer valid', async () => {
    await asOwner(
      test.deps.databaseUrl,
      `update documents set expires_on = '2026-11-30' where owner_id = $1 and kind = 'soat'`,
      [driver.userId],
    )
    const { days } = await create({ trip: await tripBody(), weekdays: [1] })
    expect(days.map((day) => day.skipped?.code ?? 'ok')).toEqual([
      'ok',
      'ok',
      'documents_not_valid_on_date',
      'documents_not_valid_on_date',
    ])
    expect(days[2]?.skipped?.reason).toMatch(/SOAT/)
  })

  it('tries a refused day of a series again, once a day, until it is allowed', async () => {
    const setExpiry = (on: string) =>
      asOwner(
        test.deps.databaseUrl,
        `update documents set expires_on = $2 where owner_id = $1 and kind = 'soat'`,
        [driver.userId, on],
      )
    await setExpiry('2026-11-30')
    await create({ trip: await tripBody(), weekdays: [1] })
    expect(await departures()).toHaveLength(2)
    test.clock.advance(DAY_MS - 1)
    await setExpiry('2026-12-10')
    await retryRefused(test.deps)
    expect(await departures()).toHaveLength(2)
    test.clock.advance(1)
    await Promise.all([1, 2, 3].map(() => retryRefused(test.deps)))
    const skipped = async () => {
      const [series] = await listSeries(test.deps, driver)
      return series?.days.map((day) => day.skipped?.code ?? 'ok')
    }
    expect(await skipped()).toEqual(['ok', 'ok', 'ok', 'documents_not_valid_on_date'])
    expect(await departures()).toHaveLength(3)
    await setExpiry('2027-11-30')
    await retryRefused(test.deps)
    expect(await departures()).toHaveLength(3)
    test.clock.advance(DAY_MS)
    await retryRefused(test.deps)
    await retryRefused(test.deps)
    expect(await skipped()).toEqual(['ok', 'ok', 'ok', 'ok'])
    expect(await departures()).toHaveLength(4)
  })

  it('does not retry days that the driver cancelled or stopped, nor days in the past', async () => {
    const busy = addMs(new Date(MONDAY), 7 * DAY_MS)
    const request = { driver, stops: [BOGOTA, GIRARDOT], departsAt: busy, seats: 3 }
    const { tripId } = await aTrip(test.deps, request)
    const { id, days } = await create({ trip: await tripBody(), weekdays: [1] })
    const cancel = (trip: string | null) => call(driver, `/trips/${trip}/cancel`, {})
    await cancel(days[0]?.tripId ?? null)
    test.clock.advance(DAY_MS)
    await retryRefused(test.deps)
    const [series] = await listSeries(test.deps, driver)
    expect(series?.days.map((day) => day.tripId)).toEqual(days.map((day) => day.tripId))
    await stopSeries(test.deps, driver, { seriesId: id })
    await asOwner(test.deps.databaseUrl, `update trips set status = 'cancelled' where id = $1`, [
      tripId,
    ])
    test.clock.advance(DAY_MS)
    await retryRefused(test.deps)
    const again = (await listSeries(test.deps, driver))[0]
    expect(again?.days.map((day) => day.skipped?.code ?? 'ok')).toContain('trip_overlaps')
    await asOwner(test.deps.databaseUrl, `update trip_series set status = 'active' where id = $1`, [
      id,
    ])
    test.clock.set(addMs(busy, 1))
    await retryRefused(test.deps)
    expect(await departures()).toHaveLength(4)
    const [gone] = await listSeries(test.deps, driver)
    expect(gone?.days[0]?.skipped?.code).toBe('trip_overlaps')
    // A slower worker that was refused writes after the worker that published.
    const late = { tripId: null, refusedCode: 'trip_overlaps', refusedReason: 'Se cruza.' }
    const { date, tripId: published } = days[2] ?? { date: '', tripId: null }
    await inTransaction(test.deps.db, (tx) =>
      redecideDay(tx, { seriesId: id, date, ...late }, test.clock.now()),
    )
    const [kept] = await listSeries(test.deps, driver)
    expect(kept?.days.find((day) => day.date === date)?.tripId).toBe(published)
  })

  it('repeats the return trip of a series, too', async () => {
    const returnTrip = { departsAt: '2026-11-23T17:00:00-05:00', seatPrice: 0 }
    const { seatPrice } = await tripBody()
    const trip = await tripBody({ returnTrip: { ...returnTrip, seatPrice } })
    const series = await create({ trip, weekdays: [1], until: '2026-11-30' })
    expect(series).toMatchObject({ withReturn: true, until: '2026-11-30' })
    expect(await departures()).toEqual(
      ['23T06', '23T17', '30T06', '30T17'].map((at) =>
        new Date(`2026-11-${at}:00:00-05:00`).toISOString(),
      ),
    )
  })

  it('publishes no day after the last day of a series', async () => {
    await create({ trip: await tripBody(), weekdays: DAILY, until: '2026-11-25' })
    expect(await departures()).toHaveLength(3)
    test.clock.advance(6 * DAY_MS)
    await generateDue(test.deps)
    expect(await departures()).toHaveLength(3)
    // The driver's session has expired by now, so the test calls the function.
    const [series] = await listSeries(test.deps, driver)
    expect(series?.status).toBe('ended')
  })
})

describe('creating a weekly series', () => {
  it('returns the same series for a repeated key and publishes nothing twice', async () => {
    const payload = { trip: await tripBody(), weekdays: [1] }
    const key = newId()
    const made = await Promise.all([1, 2, 3].map(() => create(payload, key)))
    expect(new Set(made.map((series) => series.id)).size).toBe(1)
    expect(await departures()).toHaveLength(4)
    const other = await call(driver, '/trip-series', { ...payload, weekdays: [1, 2] }, key)
    expect(other.body.code).toBe('idempotency_mismatch')
    expect(await departures()).toHaveLength(4)
  })

  it('creates no series when the first day is refused', async () => {
    const trip = await tripBody({ seatPrice: 900_000 })
    const { body } = await call(driver, '/trip-series', { trip, weekdays: [1] })
    expect(body.code).toBe('price_above_ceiling')
    expect(await mine()).toEqual([])
    expect(await departures()).toEqual([])
  })

  it.each([
    [{ weekdays: [2] }, 'weekdays'],
    [{ weekdays: [1], until: '2026-11-22' }, 'until'],
  ])('refuses days without the first departure: %j', async (changes, field) => {
    const { status, body } = await call(driver, '/trip-series', {
      trip: await tripBody(),
      ...changes,
    })
    expect(status).toBe(400)
    expect(Object.keys(body.fields)).toEqual([field])
    expect(await departures()).toEqual([])
  })

  it.each([[[]], [[0]], [[8]], [[1, 1]], [[1.5]], ['1']])(
    'refuses the weekdays %j',
    async (days) => {
      const payload = { trip: await tripBody(), weekdays: days }
      expect((await call(driver, '/trip-series', payload)).body.code).toBe('invalid_request')
    },
  )
})

describe('stopping a weekly series', () => {
  it('keeps the published trips of a stopped series and publishes no more', async () => {
    const { id } = await create({ trip: await tripBody(), weekdays: [1] })
    for (const _ of [1, 2]) {
      const { body } = await call(driver, `/trip-series/${id}/stop`, {})
      expect(body.series.status).toBe('stopped')
    }
    test.clock.advance(14 * DAY_MS)
    await generateDue(test.deps)
    expect(await departures()).toHaveLength(4)
  })

  it('allows only its driver to stop a series', async () => {
    const { id } = await create({ trip: await tripBody(), weekdays: [1] })
    const stranger = await aVerifiedDriver(test.deps)
    for (const seriesId of [id, newId()]) {
      const { body } = await call(stranger, `/trip-series/${seriesId}/stop`, {})
      expect(body.code).toBe('series_not_found')
    }
    expect((await mine())[0]?.status).toBe('active')
  })
})

describe('a paused series', () => {
  /** The person with a session that the advanced clock has not ended. */
  const now = async (user: TestUser) => ({ ...user, token: await freshToken(test.deps, user) })
  const act = async (series: SeriesView, verb: string, as: TestUser = driver) =>
    call(await now(as), `/trip-series/${series.id}/${verb}`, {})
  const pausesOf = async () =>
    (await call(await now(driver), '/trips/mine')).body.trips.map(
      (trip: { paused: string }) => trip.paused,
    )

  it('sells none of its trips and publishes no days until its driver resumes it', async () => {
    const returnTrip = { departsAt: '2026-11-23T16:00:00-05:00', seatPrice: 0 }
    const trip = await tripBody()
    returnTrip.seatPrice = trip.seatPrice
    const series = await create({ trip: { ...trip, returnTrip }, weekdays: [1] })
    const { body } = await act(series, 'pause')
    expect(body.series).toMatchObject({ id: series.id, status: 'paused' })
    expect(await pausesOf()).toEqual(Array.from({ length: 8 }, () => 'driver'))
    test.clock.advance(7 * DAY_MS)
    await generateDue(test.deps)
    expect(await departures()).toHaveLength(8)
    const resumed = (await act(series, 'resume')).body.series as SeriesView
    expect(resumed.status).toBe('active')
    expect(resumed.days).toHaveLength(4)
    expect(resumed.days.every((day) => day.returnTripId !== null)).toBe(true)
    // The trips of the day that has passed stay as they were.
    expect((await pausesOf()).filter(Boolean)).toHaveLength(2)
  })

  it('pauses a day whose publication was under way during the pause', async () => {
    const series = await create({ trip: await tripBody(), weekdays: [1] })
    test.clock.advance(7 * DAY_MS)
    await Promise.all([generateDue(test.deps), act(series, 'pause')])
    await generateDue(test.deps)
    const [view] = (await call(await now(driver), '/trip-series')).body.series as SeriesView[]
    const coming = view?.days.flatMap((day) => day.tripId ?? []) ?? []
    const { rows } = await asOwner(
      test.deps.databaseUrl,
      'select trip_id from trip_seats where trip_id = any ($1::uuid[]) and open',
      [coming],
    )
    expect(coming.length).toBeGreaterThan(2)
    expect(rows).toEqual([])
  })

  it('hides a series from another driver, and does not resume a stopped one', async () => {
    const series = await create({ trip: await tripBody(), weekdays: [1] })
    const other = await aVerifiedDriver(test.deps)
    expect((await act(series, 'pause', other)).body.code).toBe('series_not_found')
    await act(series, 'stop')
    expect((await act(series, 'resume')).body.code).toBe('series_stopped')
  })
})

describe('a stored series that this release cannot read', () => {
  it.each([
    ['a key that moved', `template - 'instant' || '{"isInstant": true}'`],
    ['a value of another type', `template || '{"seats": "3"}'`],
  ])('publishes nothing, and tells its driver once: %s', async (_what, template) => {
    const series = await create({ trip: await tripBody(), weekdays: [1] }, newId())
    const sql = async (text: string) =>
      (await asOwner(test.deps.databaseUrl, text, [driver.userId])).rows
    await sql(`update trip_series set template = ${template} where driver_id = $1`)
    for (const weeks of [1, 2]) {
      test.clock.advance(weeks * 7 * DAY_MS)
      await generateDue(test.deps)
    }
    const [shown] = await listSeries(test.deps, driver)
    expect(await sql('select id from trips where driver_id = $1')).toHaveLength(4)
    expect(shown).toMatchObject({ id: series.id, status: 'active', stops: [] })
    expect(shown?.days.at(-1)?.skipped?.reason).toMatch(/ya no podemos leerlo/)
    const told = await sql(
      `select body from notifications where user_id = $1 and kind = 'trip_unreadable'`,
    )
    expect(told).toEqual([{ body: expect.stringMatching(/Se repite: lunes, 6:00/) }])
    expect((await stopSeries(test.deps, driver, { seriesId: series.id })).status).toBe('stopped')
  })
})
