import { beforeAll, expect, it } from 'vitest'
import { quoteTrip } from '#server/modules/roads/pricing/index.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { aVerifiedDriver, freshToken, type TestDriver } from '#test/factories.ts'
import { BOGOTA, GIRARDOT } from '#test/trip-factories.ts'
import { createSeries } from './create-series.ts'
import { stopSeries } from './pause-series.ts'
import { listSeries } from './show-series.ts'

// The clock of the tests starts on Friday, 20 November 2026, 8:00 in Bogotá.
const MONDAY = '2026-11-23T06:00:00-05:00'
const TUESDAY = new Date('2026-11-24T09:00:00-05:00')
const WEDNESDAY = '2026-11-25T16:00:00-05:00'

let test: BookingsApp

beforeAll(async () => {
  test = await openBookingsApp()
})

async function aSeries(driver: TestDriver, back?: string, skipOverlaps = false) {
  const request = { stops: [BOGOTA, GIRARDOT], departsAt: new Date(MONDAY), seats: 3 }
  const { seat } = (await quoteTrip(test.deps, request)).quote
  const trip = {
    vehicleId: driver.vehicleId,
    stops: request.stops.map((placeId) => ({ placeId })),
    ...{ departsAt: MONDAY, seats: 3, seatPrice: seat.recommended },
    ...(back && { returnTrip: { departsAt: back, seatPrice: seat.recommended } }),
  }
  const weekly = { trip, weekdays: [1], skipOverlaps, idempotencyKey: undefined }
  return await createSeries(test.deps, driver, weekly)
}

/** Departures and own pauses of the driver's trips until Friday. */
async function thisWeek({ userId }: TestDriver) {
  const find = `select to_char(t.departs_at at time zone 'America/Bogota', 'DD') || ' ' ||
      case when s.open then 'sold' else 'paused' end as line
    from trips t join trip_seats s on s.trip_id = t.id
    where t.driver_id = $1 and t.departs_at < '2026-11-27' order by t.departs_at`
  return (await asOwner(test.deps.databaseUrl, find, [userId])).rows.map(({ line }) => line)
}

it.each(['return', 'move'] as const)(
  'pauses and resumes what leaves two days after its day of the series: %s',
  async (why) => {
    test.clock.set(new Date('2026-11-20T08:00:00-05:00'))
    const driver = await aVerifiedDriver(test.deps)
    const series = await aSeries(driver, why === 'return' ? WEDNESDAY : undefined)
    const call = async (method: 'POST' | 'PATCH', url: string, payload: object) => {
      const authorization = `Bearer ${await freshToken(test.deps, driver)}`
      const answer = await test.app.inject({ method, url, payload, headers: { authorization } })
      expect(answer.statusCode).toBe(200)
    }
    if (why === 'move') {
      const find = `select trip_id from trip_series_days where series_id = $1 and date = $2`
      const { rows } = await asOwner(test.deps.databaseUrl, find, [series.id, '2026-11-23'])
      await call('PATCH', `/api/trips/${rows[0].trip_id}`, { departsAt: WEDNESDAY })
    }
    test.clock.set(TUESDAY)
    const left = why === 'return' ? ['23 sold'] : []
    await call('POST', `/api/trip-series/${series.id}/pause`, {})
    expect(await thisWeek(driver)).toEqual([...left, '25 paused'])
    await call('POST', `/api/trip-series/${series.id}/resume`, {})
    expect(await thisWeek(driver)).toEqual([...left, '25 sold'])
  },
)

it('starts a series after the last trip of a stopped one, whose trips take every day', async () => {
  test.clock.set(new Date('2026-11-20T08:00:00-05:00'))
  const driver = await aVerifiedDriver(test.deps)
  const { id: seriesId } = await aSeries(driver)
  await stopSeries(test.deps, driver, { seriesId })
  await expect(aSeries(driver)).rejects.toMatchObject({ code: 'trip_overlaps' })
  const { id } = await aSeries(driver, undefined, true)
  const made = (await listSeries(test.deps, driver)).find((series) => series.id === id)
  expect(made?.days.map(({ date, tripId }) => [date, tripId !== null])).toEqual([
    ['2026-11-23', false],
    ['2026-11-30', false],
    ['2026-12-07', false],
    ['2026-12-14', false],
    ['2026-12-21', true],
  ])
})
