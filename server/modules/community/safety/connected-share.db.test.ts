// Amendment 8: the family's link to a trip with one change of car is one link for both parts.
import { beforeAll, expect, it } from 'vitest'
import { addMs, MINUTE_MS } from '#server/platform/clock.ts'
import { type ConnectionsApp, openConnectionsApp } from '#test/connection-factories.ts'
import { expectConsistent } from '#test/race/invariants.ts'

let test: ConnectionsApp

beforeAll(async () => {
  test = await openConnectionsApp()
})

async function shared() {
  const pair = await test.newPair()
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
