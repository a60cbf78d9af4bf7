// Amendment 8: the family's link to a trip with one change of car is one link for both parts.
import { beforeAll, expect, it } from 'vitest'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { type ConnectionsApp, openConnectionsApp } from '#test/connection-factories.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW } from '#test/deps.ts'
import { aUser } from '#test/factories.ts'
import { expectConsistent } from '#test/race/invariants.ts'
import { CALI, IBAGUE } from '#test/trip-factories.ts'
import { forgetEndedTrips, readPosition } from './share-position.ts'

let test: ConnectionsApp

beforeAll(async () => {
  test = await openConnectionsApp()
})

async function shared({ gap }: { gap?: number } = {}) {
  test.clock.set(TEST_NOW)
  const pair = await test.newPair({}, {}, gap)
  const ana = await test.aPassenger()
  const booked = await test.bookedBoth(ana, pair)
  const path = `/bookings/${booked.second.id}/shares`
  const made = await test.call(ana, 'POST', path, { name: 'Mamá' })
  expect(made.status).toBe(201)
  const { token } = made.body
  const follow = async () => (await test.call(ana, 'POST', '/shares/follow', { token })).body.trip
  return { pair, ana, booked, follow }
}

it('amendment 8: one link shows both cars, and "llegó" only after the second', async () => {
  const { pair, ana, booked, follow } = await shared()
  const [one, two] = pair
  const before = await follow()
  expect([before.from.name, before.to.name, before.state]).toEqual(['Bogotá', 'Cali', 'waiting'])
  expect(before.change).toMatchObject({ name: 'Ibagué', isThere: false })
  expect(before.change.leavesAt).toBe(two.facts.departsAt.toISOString())

  test.clock.set(one.facts.departsAt)
  await test.board(one.driver, booked.first)
  expect(await follow()).toMatchObject({ state: 'on_the_way', to: { name: 'Cali' } })

  await test.arrived(pair, one.facts.arrivesAt)
  test.clock.set(addMs(one.facts.arrivesAt, MINUTE_MS))
  const changing = await follow()
  expect(changing).toMatchObject({ state: 'waiting', over: false, change: { isThere: true } })
  expect(changing.from.name).toBe('Ibagué')

  test.clock.set(two.facts.departsAt)
  await test.board(two.driver, booked.second)
  expect(await follow()).toMatchObject({ state: 'on_the_way', change: null })
  test.clock.set(two.facts.arrivesAt)
  await test.call(ana, 'POST', `/trips/${two.tripId}/arrival-word`, { arrived: true })
  expect(await follow()).toMatchObject({ state: 'arrived', to: { name: 'Cali' }, bySelf: true })
  await expectConsistent(test.deps)
})

it('amendment 8: lists the link under both cars and shows the position of either', async () => {
  const { pair, ana, booked, follow } = await shared()
  for (const { id } of [booked.first, booked.second]) {
    const { body } = await test.call(ana, 'GET', `/bookings/${id}/shares`)
    expect(body.shares.map(({ name }: { name: string }) => name)).toEqual(['Mamá'])
  }
  for (const [no, { tripId }] of pair.entries()) {
    const place = { lat: 4 + no, lng: -75, accuracyMeters: 20 }
    expect((await test.call(ana, 'PUT', `/trips/${tripId}/position`, place)).status).toBe(200)
    expect((await follow()).position.lat).toBe(4 + no)
  }
})

it('ends with the first car when the second one does not go', async () => {
  const { pair, booked, follow } = await shared()
  test.clock.set(pair[0].facts.departsAt)
  await test.board(pair[0].driver, booked.first)
  await test.call(pair[1].driver, 'POST', `/trips/${pair[1].tripId}/cancel`, {})
  await test.runJobs()
  expect(await follow()).toMatchObject({
    state: 'on_the_way',
    to: { name: 'Ibagué' },
    change: null,
  })
})

it('keeps showing the first car, without news, until she is in the second one', async () => {
  const { pair, ana, booked, follow } = await shared()
  const [one, two] = pair
  const car = 'select v.plate from trips t join vehicles v on v.id = t.vehicle_id where t.id = $1'
  const [plate] = (await asOwner(test.deps.databaseUrl, car, [one.tripId])).rows
  for (const { driver, tripId, facts } of pair) {
    test.clock.set(facts.departsAt)
    await test.call(driver, 'POST', `/trips/${tripId}/journey/start`, {})
    if (tripId === one.tripId) await test.board(driver, booked.first)
  }
  test.clock.set(addMs(one.facts.arrivesAt, 23 * HOUR_MS))
  expect(await follow()).toMatchObject({ state: 'on_the_way', over: false, car: plate })
  test.clock.set(addMs(one.facts.arrivesAt, DAY_MS + 6 * MINUTE_MS))
  expect(await follow()).toMatchObject({
    ...{ state: 'no_news', over: false, car: plate },
    change: { isThere: false },
  })
  await test.call(ana, 'POST', `/trips/${two.tripId}/arrival-word`, { arrived: true })
  expect(await follow()).toMatchObject({ state: 'arrived', to: { name: 'Cali' }, bySelf: true })
})

it('counts the press of the first driver as her arrival at the change for hours', async () => {
  const { pair, follow } = await shared({ gap: 4 * 60 })
  const [one, two] = pair
  test.clock.set(one.facts.departsAt)
  await test.arrived(pair, one.facts.arrivesAt)
  test.clock.set(addMs(two.facts.departsAt, -MINUTE_MS))
  expect(await follow()).toMatchObject({ state: 'waiting', over: false, change: { isThere: true } })
})

it('keeps a position in the second car as evidence about it until the link ends', async () => {
  const { pair, ana, booked, follow } = await shared()
  const [one, two] = pair
  const send = async (lat: number) => {
    const place = { lat, lng: -75, accuracyMeters: 20 }
    expect((await test.call(ana, 'PUT', `/trips/${two.tripId}/position`, place)).status).toBe(200)
  }
  const kept = async () => {
    const found = []
    for (const { tripId } of pair) {
      const position = await readPosition(test.deps, { userId: ana.userId, tripId })
      found.push(position?.lat ?? null)
    }
    return found
  }
  test.clock.set(one.facts.departsAt)
  await test.board(one.driver, booked.first)
  await send(4.5)
  await test.arrived(pair, one.facts.arrivesAt)
  test.clock.set(two.facts.departsAt)
  await test.board(two.driver, booked.second)
  await send(3.5)
  await forgetEndedTrips(test.deps)
  expect(await kept()).toEqual([4.5, 3.5])
  expect((await follow()).position.lat).toBe(3.5)
  const { body } = await test.call(ana, 'GET', `/bookings/${booked.second.id}/shares`)
  for (const { id } of body.shares) await test.call(ana, 'DELETE', `/shares/${id}`)
  expect(await kept()).toEqual([null, null])
})

it('takes her position after an older booking of the same second car was cancelled', async () => {
  test.clock.set(TEST_NOW)
  const pair = await test.newPair()
  const ana = await test.aPassenger()
  const alone = await test.booked(ana, pair[1], { from: IBAGUE, to: CALI })
  expect((await test.call(ana, 'POST', `/bookings/${alone.id}/cancel`, {})).status).toBe(200)
  test.clock.advance(MINUTE_MS)
  const booked = await test.bookedBoth(ana, pair)
  await test.call(ana, 'POST', `/bookings/${booked.first.id}/shares`, { name: 'Mamá' })
  const place = { lat: 4, lng: -75, accuracyMeters: 20 }
  const sent = await test.call(ana, 'PUT', `/trips/${pair[1].tripId}/position`, place)
  expect([sent.status, sent.body.code]).toEqual([200, undefined])
})

it('shows the team her newest position in an emergency of either car', async () => {
  const { pair, ana, booked } = await shared()
  test.clock.set(pair[0].facts.departsAt)
  await test.board(pair[0].driver, booked.first)
  await test.arrived(pair, pair[0].facts.arrivesAt)
  test.clock.set(addMs(pair[0].facts.arrivesAt, MINUTE_MS))
  const place = { lat: 4.2, lng: -75, accuracyMeters: 20 }
  await test.call(ana, 'PUT', `/trips/${pair[1].tripId}/position`, place)
  const team = await aUser(test.deps, { roles: ['support'] })
  const id = newId()
  const pressedAt = test.clock.now().toISOString()
  const of = { tripId: pair[0].tripId, bookingId: booked.first.id }
  const body = { ...of, id, kind: 'emergency', pressedAt }
  expect((await test.call(ana, 'POST', '/incidents', body)).status).toBe(201)
  const taken = await test.call(team, 'POST', `/admin/incidents/${id}/take`, {})
  expect(taken.body.incident.positions).toMatchObject([{ lat: 4.2 }])
})

it('takes an emergency pressed on the page of either car for the one that she is in', async () => {
  const { pair, ana, booked } = await shared()
  const [one, two] = pair
  const press = async (booking: { id: string }, { tripId }: { tripId: string }) => {
    const pressedAt = test.clock.now().toISOString()
    const body = { id: newId(), tripId, bookingId: booking.id, kind: 'emergency', pressedAt }
    return (await test.call(ana, 'POST', '/incidents', body)).body.incident.tripId
  }
  test.clock.set(one.facts.departsAt)
  await test.board(one.driver, booked.first)
  // Late: by the plan she is in the second car already.
  test.clock.set(addMs(two.facts.departsAt, MINUTE_MS))
  expect(await press(booked.second, two)).toBe(one.tripId)
  await test.board(two.driver, booked.second)
  expect(await press(booked.first, one)).toBe(two.tripId)
})
