import { beforeAll, expect, it } from 'vitest'
import { withdrawPassenger } from '#server/modules/travel/bookings/index.ts'
import { pauseTrip } from '#server/modules/travel/trip-changes/index.ts'
import { addMs, bogotaDate, DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { TEST_NOW } from '#test/deps.ts'
import { listSteps, matchTrip } from '#test/list-factories.ts'
import { BOGOTA, CALI, IBAGUE, type TestTrip } from '#test/trip-factories.ts'

let test: BookingsApp
let list: ReturnType<typeof listSteps>
let trip: TestTrip

beforeAll(async () => {
  test = await openBookingsApp()
  list = listSteps(test)
  trip = await test.newTrip()
})

const codeOf = async (answer: ReturnType<typeof list.asks>) => {
  const { status, body } = await answer
  return body.code ?? status
}

it('12. refuses a second list of one person for the same way and day', async () => {
  const eva = await list.aWaiter()
  await list.waits(eva, trip)
  expect(await codeOf(list.asks(eva, trip))).toBe('list_exists')
})

it('takes the place of an alert that only tells, at the end of the order', async () => {
  const [eva, leo] = [await list.aWaiter(), await list.aWaiter()]
  const day = bogotaDate(trip.facts.departsAt)
  const told = { from: IBAGUE, to: CALI, since: day, until: day }
  expect((await test.call(eva, 'POST', '/alerts', told)).body.alert.list).toBeNull()
  await list.waits(leo, trip, { from: IBAGUE })
  await list.waits(eva, trip, { from: IBAGUE })
  const [active, before] = await list.listsOf(eva)
  expect(active.list).toMatchObject({ place: 2, of: 2 })
  expect(before).toMatchObject({ status: 'stopped', list: null })
})

it('counts as neighbours only lists with a day and an hour in common', async () => {
  const [one, two, three] = [await list.aWaiter(), await list.aWaiter(), await list.aWaiter()]
  const way = { from: CALI, to: IBAGUE }
  await list.waits(one, trip, { ...way, list: { latestMinute: 600 } })
  await list.waits(two, trip, { ...way, list: { earliestMinute: 600 } })
  await list.waits(three, trip, way)
  const places = await Promise.all([one, two, three].map((who) => list.listsOf(who)))
  expect(places.map(([each]) => [each.list.place, each.list.of])).toEqual([
    [1, 2],
    [1, 2],
    [3, 3],
  ])
})

it('records the consent with the version of its text', async () => {
  const eva = await list.aWaiter()
  await list.waits(eva, trip, { from: CALI, to: BOGOTA })
  const find =
    "select version, given from consents where user_id = $1 and purpose = 'list_purchase'"
  expect(await list.read(find, [eva.userId])).toEqual([{ version: '2026-11-29', given: true }])
})

it('stops the lists of a person who takes that consent back', async () => {
  const eva = await list.aWaiter()
  await list.waits(eva, trip)
  const answer = { purpose: 'list_purchase', given: false }
  expect((await test.call(eva, 'POST', '/me/consents', answer)).status).toBeLessThan(300)
  expect((await list.listsOf(eva))[0].status).toBe('stopped')
})

it('refuses to turn a list on again without the consent, until a new list gives it', async () => {
  const eva = await list.aWaiter()
  const alertId = await list.waits(eva, trip, { from: IBAGUE })
  const answer = { purpose: 'list_purchase', given: false }
  await test.call(eva, 'POST', '/me/consents', answer)
  const resumes = async () =>
    (await test.call(eva, 'POST', `/alerts/${alertId}/resume`)).body.code ?? 'resumed'
  expect(await resumes()).toBe('alert_over')
  expect((await list.listsOf(eva))[0].status).toBe('stopped')
  await list.waits(eva, trip, { from: CALI, to: IBAGUE })
  expect(await resumes()).toBe('resumed')
})

it('refuses a list for two days when one of them has a list, and the other an alert', async () => {
  const eva = await list.aWaiter()
  const [one, two] = [20, 21].map((days) => bogotaDate(addMs(TEST_NOW, days * DAY_MS)))
  await list.waits(eva, trip, { since: one, until: one })
  test.clock.advance(MINUTE_MS)
  const told = { from: BOGOTA, to: CALI, since: two, until: two }
  expect((await test.call(eva, 'POST', '/alerts', told)).status).toBe(200)
  expect(await codeOf(list.asks(eva, trip, { since: one, until: two }))).toBe('list_exists')
})

it('refuses a fourth list, a list without a maximum, and hours in the wrong order', async () => {
  const eva = await list.aWaiter()
  const on = (days: number) => {
    const day = bogotaDate(addMs(TEST_NOW, days * DAY_MS))
    return { since: day, until: day }
  }
  for (const days of [1, 2, 3]) await list.waits(eva, trip, on(days))
  expect(await codeOf(list.asks(eva, trip, on(4)))).toBe('list_limit')
  const leo = await list.aWaiter()
  expect(await codeOf(list.asks(leo, trip, { maxPrice: undefined }))).toBe('invalid_request')
  const wrong = { list: { earliestMinute: 600, latestMinute: 600 } }
  expect(await codeOf(list.asks(leo, trip, wrong))).toBe('invalid_request')
})

it('asks for a proved phone and identity, or one completed trip', async () => {
  const eva = await test.aPassenger()
  expect(await codeOf(list.asks(eva, trip))).toBe('list_needs_identity')
  const other = await test.newTrip()
  const booking = await test.booked(eva, other)
  await list.read(
    `update bookings set status = 'completed', checked_in_at = now(), checked_in_by = 'ticket',
       closed_at = now() where id = $1`,
    [booking.id],
  )
  expect(await codeOf(list.asks(eva, trip))).toBe(200)
})

it('refuses lists for 30 days to whom left two bought seats at no cost', async () => {
  const eva = await list.aWaiter()
  for (const ahead of [9, 10]) {
    const full = await test.newTrip({ seats: 1, departsAt: addMs(TEST_NOW, ahead * DAY_MS) })
    const ana = await test.aPassenger()
    const taken = await test.booked(ana, full, { from: BOGOTA, to: CALI })
    await test.runJobs()
    await list.waits(eva, full)
    await test.act(ana, taken, 'cancel')
    await test.runJobs()
    const [{ id }] = await list.read(
      'select id from bookings where passenger_id = $1 and trip_id = $2',
      [eva.userId, full.tripId],
    )
    test.clock.advance(10 * MINUTE_MS)
    expect((await test.act(eva, { id }, 'cancel')).status).toBe(200)
    await test.runJobs()
  }
  expect(await codeOf(list.asks(eva, trip))).toBe('lists_paused')
  expect(await test.available(eva)).toBe(500_000)
})

it('allows lists to whom left two bought seats that Cupo paused or took back', async () => {
  const eva = await list.aWaiter()
  for (const ahead of [17, 18]) {
    const free = await test.newTrip({ seats: 2, departsAt: addMs(TEST_NOW, ahead * DAY_MS) })
    await test.runJobs()
    await list.waits(eva, free)
    await matchTrip(test.deps, { tripId: free.tripId, cause: 'test' })
    const [{ id }] = await list.read(
      'select id from bookings where passenger_id = $1 and trip_id = $2',
      [eva.userId, free.tripId],
    )
    if (ahead === 17) {
      await pauseTrip(test.deps, { tripId: free.tripId, cause: 'conduct', lacking: [] })
      expect((await test.act(eva, { id }, 'cancel')).status).toBe(200)
    } else {
      expect(await withdrawPassenger(test.deps, { bookingId: id, rule: 'untold' })).toBe(true)
    }
    await test.runJobs()
  }
  expect(await codeOf(list.asks(eva, trip))).toBe(200)
})

it.each([
  ['refuses lists also to whom gave back single seats of two purchases at no cost', 14, 0],
  ['allows lists to whom gave back seats because their drivers moved the hour', 21, HOUR_MS],
])('%s', async (_name, first, byMs) => {
  const eva = await list.aWaiter()
  for (const ahead of [first, first + 1]) {
    const departsAt = addMs(TEST_NOW, ahead * DAY_MS)
    const free = await test.newTrip({ seats: 2, departsAt })
    await test.runJobs()
    await list.waits(eva, free, { seats: 2 })
    await matchTrip(test.deps, { tripId: free.tripId, cause: 'test' })
    const [{ id }] = await list.read(
      'select id from bookings where passenger_id = $1 and trip_id = $2',
      [eva.userId, free.tripId],
    )
    if (byMs) await test.edit(free, { departsAt: addMs(departsAt, byMs).toISOString() })
    const back = { seats: 1, key: crypto.randomUUID() }
    expect((await test.act(eva, { id }, 'give-back', back)).status).toBe(200)
    await test.runJobs()
  }
  expect(await codeOf(list.asks(eva, trip))).toBe(byMs ? 200 : 'lists_paused')
})

it('counts one purchase once whose seats went back one after the other', async () => {
  const eva = await list.aWaiter()
  const free = await test.newTrip({ seats: 2, departsAt: addMs(TEST_NOW, 18 * DAY_MS) })
  await test.runJobs()
  await list.waits(eva, free, { seats: 2 })
  await matchTrip(test.deps, { tripId: free.tripId, cause: 'test' })
  const [booking] = await list.read(
    'select id from bookings where passenger_id = $1 and trip_id = $2',
    [eva.userId, free.tripId],
  )
  const back = { seats: 1, key: crypto.randomUUID() }
  expect((await test.act(eva, booking, 'give-back', back)).status).toBe(200)
  expect((await test.act(eva, booking, 'cancel')).status).toBe(200)
  expect(await codeOf(list.asks(eva, trip))).toBe(200)
})

it('does not turn on again a list that has bought', async () => {
  const eva = await list.aWaiter()
  const full = await test.newTrip({ seats: 1, departsAt: addMs(TEST_NOW, 12 * DAY_MS) })
  const ana = await test.aPassenger()
  const taken = await test.booked(ana, full, { from: BOGOTA, to: CALI })
  await test.runJobs()
  const alertId = await list.waits(eva, full)
  await test.act(ana, taken, 'cancel')
  await test.runJobs()
  const { body } = await test.call(eva, 'POST', `/alerts/${alertId}/resume`)
  expect(body.code).toBe('alert_over')
})

it('refuses a list for cars that would refuse each of its purchases', async () => {
  const eva = await list.aWaiter()
  const way = { from: CALI, to: BOGOTA }
  const forWomen = { ...way, list: { womenOnly: true } }
  const forVerified = { ...way, list: { verifiedOnly: true } }
  expect(await codeOf(list.asks(eva, trip, forWomen))).toBe('women_only')
  await list.saysWoman(eva)
  for (const asked of [forWomen, forVerified]) {
    const { body } = await list.asks(eva, trip, { ...asked, seats: 2 })
    expect(body.details?.fields ?? body.fields).toMatchObject({ seats: expect.any(String) })
  }
  const id = await list.waits(eva, trip, forWomen)
  await test.call(eva, 'POST', `/alerts/${id}/stop`)
  await list.read('update users set identity_verified_at = null where id = $1', [eva.userId])
  await test.booked(eva, await test.newTrip())
  await list.read(`update bookings set status = 'completed' where passenger_id = $1`, [eva.userId])
  const resumed = await test.call(eva, 'POST', `/alerts/${id}/resume`)
  expect(resumed.body.code).toBe('women_only')
  expect((await list.listsOf(eva))[0].can.resume).toBe(false)
  const other = { from: IBAGUE, to: BOGOTA, list: { verifiedOnly: true } }
  expect(await codeOf(list.asks(eva, trip, other))).toBe('verified_only')
})
