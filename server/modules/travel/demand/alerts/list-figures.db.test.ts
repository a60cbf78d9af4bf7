import { beforeAll, expect, it } from 'vitest'
import { findMismatches } from '#server/modules/office/books/index.ts'
import { countDays } from '#server/modules/office/statistics/count-days.ts'
import { addMs, bogotaDate, DAY_MS, daysAfter } from '#server/platform/clock.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { TEST_NOW } from '#test/deps.ts'
import { listSteps } from '#test/list-factories.ts'
import { BOGOTA, CALI, type TestTrip } from '#test/trip-factories.ts'

let test: BookingsApp
let list: ReturnType<typeof listSteps>
let trip: TestTrip
let bought: string

beforeAll(async () => {
  test = await openBookingsApp()
  list = listSteps(test)
  const [ana, poor, eva] = [await test.aPassenger(), await list.aWaiter(0), await list.aWaiter()]
  trip = await test.newTrip({ seats: 1 })
  const booking = await test.booked(ana, trip, { from: BOGOTA, to: CALI })
  await test.runJobs()
  for (const who of [poor, eva]) await list.waits(who, trip)
  await test.act(ana, booking, 'cancel')
  await test.runJobs()
  const other = await test.newTrip({ seats: 1, departsAt: addMs(TEST_NOW, 7 * DAY_MS + 1) })
  await test.booked(await test.aPassenger(), other, { from: BOGOTA, to: CALI })
  const later =
    "update bookings set created_at = created_at + interval '1 minute' where trip_id = $1"
  await list.read(later, [other.tripId])
  const [row] = await list.read('select id from bookings where list_id is not null')
  bought = row.id
})

it('counts what lists bought, missed turns, jumps and seats sold again', async () => {
  const first = bogotaDate(TEST_NOW)
  const span = { first, last: daysAfter(first, 8) }
  const figures = await countDays(test.deps.db, 'events', span)
  const sum = (metric: string) =>
    figures.filter((each) => each.metric === metric).reduce((all, { value }) => all + value, 0)
  const names = [
    'list_bought',
    'list_passed_over',
    'list_jumped',
    'seats_given_back',
    'seats_resold',
  ]
  expect(names.map(sum)).toEqual([1, 1, 1, 1, 1])
})

const found = async () => (await findMismatches(test.deps)).filter(({ check }) => check === 'lists')

it.each([
  ['above its price', 'update trip_alerts set max_price = 100 where buys'],
  ['outside its hours', 'update trip_alerts set latest_minute = 1, max_price = 900000 where buys'],
  [
    'on another day',
    `update trip_alerts set latest_minute = 1440, since = '2027-01-01', until = '2027-01-01'
     where buys`,
  ],
])('reports a booking that a list made %s', async (_what, fault) => {
  expect(await found()).toEqual([])
  await list.read(fault)
  expect(await found()).toEqual([{ check: 'lists', subjects: [`booking ${bought}`] }])
  await list.read(`update trip_alerts set max_price = 900000, latest_minute = 1440,
    since = '${bogotaDate(trip.facts.departsAt)}', until = '${bogotaDate(trip.facts.departsAt)}'
    where buys`)
})

it('counts a seat as sold again that somebody took a week after it was given back', async () => {
  const departsAt = addMs(TEST_NOW, 12 * DAY_MS)
  const [longer, ana] = [await test.newTrip({ seats: 1, departsAt }), await test.aPassenger()]
  const booking = await test.booked(ana, longer)
  await test.act(ana, booking, 'cancel')
  test.clock.set(addMs(TEST_NOW, 7 * DAY_MS))
  await test.runRecurring('statistics.count')
  await test.booked(await test.aPassenger(), longer)
  test.clock.set(addMs(departsAt, 2 * DAY_MS))
  await test.runRecurring('statistics.count')
  const kept = await list.read(
    `select metric, sum(value)::int as value from daily_statistics
     where metric in ('seats_given_back', 'seats_resold') group by 1 order by 1`,
  )
  expect(kept).toEqual([
    { metric: 'seats_given_back', value: 2 },
    { metric: 'seats_resold', value: 2 },
  ])
})
