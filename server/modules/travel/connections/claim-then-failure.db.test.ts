// The second driver claims an absence, and the first driver fails or is reviewed afterwards.
import { beforeAll, describe, expect, it } from 'vitest'
import { followPart } from '#server/modules/travel/bookings/settle/follow-part.ts'
import { addMs, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { type ConnectionsApp, openConnectionsApp } from '#test/connection-factories.ts'
import { TEST_NOW } from '#test/deps.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import { expectConsistent } from '#test/race/invariants.ts'
import { aTrip, CALI, GIRARDOT, IBAGUE } from '#test/trip-factories.ts'
import { followRescue } from './rescues/follow-rescue.ts'

let test: ConnectionsApp
let team: TestUser
/** Each test has days of its own, so that it finds no trips of others. */
let days = 10

beforeAll(async () => {
  test = await openConnectionsApp()
  team = await aUser(test.deps, { roles: ['passenger', 'admin'] })
})

const text = 'El primer conductor todavía no ha llegado, sigo esperando.'

/** Booked Girardot → Ibagué → Cali, and other cars to both towns; the second driver claims. */
async function claimed() {
  days += 3
  test.clock.set(TEST_NOW)
  const departsAt = addMs(TEST_NOW, days * DAY_MS)
  const pair = await test.newPair({ departsAt, stops: [GIRARDOT, IBAGUE] }, {}, 75)
  const [one, two] = pair
  const ana = await test.aPassenger(1_000_000)
  const parts = [
    { tripId: one.tripId, fromStopId: one.stop(GIRARDOT), toStopId: one.stop(IBAGUE) },
    { tripId: two.tripId, fromStopId: two.stop(IBAGUE), toStopId: two.stop(CALI) },
  ]
  const body = { parts, changePointId: test.pointId }
  const made = await test.call(ana, 'POST', '/connections', body)
  expect([made.status, made.body.code]).toEqual([201, undefined])
  const [first, second] = made.body.bookings
  const leaves = (hours: number) => addMs(two.facts.departsAt, hours * HOUR_MS)
  const whole = await aTrip(test.deps, { departsAt: leaves(1.5), stops: [GIRARDOT, CALI] })
  await aTrip(test.deps, { departsAt: leaves(1.6), stops: [GIRARDOT, IBAGUE] })
  test.clock.set(leaves(31 / 60))
  expect((await test.act(two.driver, second, 'no-show')).status).toBe(200)
  return { one, two, ana, first, second, whole }
}

type Scene = Awaited<ReturnType<typeof claimed>>

const states = async ({ ana, first, second }: Scene) =>
  (await test.show(ana, { first, second })).map(({ state }) => state)
const dispute = ({ ana }: Scene, booking: { id: string }) =>
  test.act(ana, booking, 'dispute', { statement: text })

/** The rescue of the first part: its trips and the fare that it is counted from. */
async function rescueOf({ ana, first }: Scene) {
  const { rescue } = (await test.call(ana, 'GET', `/bookings/${first.id}/rescue`)).body
  const trips = rescue?.kept?.parts.map((part: { tripId: string }) => part.tripId)
  return rescue && [trips, rescue.fareBefore]
}

const toTheEnd = ({ whole, first, second }: Scene) => [[whole.tripId], first.price + second.price]

describe('the first driver fails after the claim', () => {
  it('job of the rescue runs first: waits, and goes to the end once the seat is free', async () => {
    const scene = await claimed()
    const bookingId = scene.first.id
    expect((await test.act(scene.one.driver, scene.first, 'cancel')).status).toBe(200)
    await followRescue(test.deps, { bookingId })
    expect(await rescueOf(scene)).toBeNull()
    await followPart(test.deps, { bookingId })
    await test.runJobs()
    expect(await states(scene)).toEqual(['cancelled_by_driver', 'cancelled_by_passenger'])
    expect(await rescueOf(scene)).toEqual(toTheEnd(scene))
  })

  it('job of the second part runs first: the rescue goes to the end', async () => {
    const scene = await claimed()
    const bookingId = scene.first.id
    expect((await test.act(scene.one.driver, scene.first, 'cancel')).status).toBe(200)
    await followPart(test.deps, { bookingId })
    await followRescue(test.deps, { bookingId })
    expect(await rescueOf(scene)).toEqual(toTheEnd(scene))
  })

  it('she objected to the claim: the rescue goes to the end while the team decides', async () => {
    const scene = await claimed()
    expect((await dispute(scene, scene.second)).status).toBe(200)
    expect((await test.act(scene.one.driver, scene.first, 'cancel')).status).toBe(200)
    await test.runJobs()
    expect(await states(scene)).toEqual(['cancelled_by_driver', 'no_show_disputed'])
    expect(await rescueOf(scene)).toEqual(toTheEnd(scene))
  })

  it('she objects between both jobs: the rescue is searched once more, to the end', async () => {
    const scene = await claimed()
    const bookingId = scene.first.id
    expect((await test.act(scene.one.driver, scene.first, 'cancel')).status).toBe(200)
    await followRescue(test.deps, { bookingId })
    expect((await dispute(scene, scene.second)).status).toBe(200)
    await followPart(test.deps, { bookingId })
    await test.runJobs()
    expect(await rescueOf(scene)).toEqual(toTheEnd(scene))
  })
})

describe('the team decides if the first driver came', () => {
  /** The scene a day later, while the team has not decided. */
  async function undecided() {
    const scene = await claimed()
    expect((await dispute(scene, scene.first)).status).toBe(200)
    test.clock.advance(25 * HOUR_MS)
    await test.runJobs()
    await test.runRecurring('bookings.advance-due')
    return scene
  }

  async function decides(scene: Scene, outcome: 'passenger' | 'driver') {
    const path = `/admin/disputes/${scene.first.id}/resolve`
    const asked = { outcome, note: 'Se escuchó a las dos partes.' }
    expect((await test.call(team, 'POST', path, asked)).status).toBe(200)
    await test.runRecurring('bookings.advance-due')
    await test.runJobs()
    await expectConsistent(test.deps)
  }

  it('a day after the claim: the second car is not charged', async () => {
    expect(await states(await undecided())).toEqual(['driver_absent', 'no_show_claimed'])
  })

  it('decided for her: the second seat is released, and nothing is charged', async () => {
    const scene = await undecided()
    await decides(scene, 'passenger')
    expect(await states(scene)).toEqual(['decided_for_passenger', 'cancelled_by_passenger'])
    expect(await test.available(scene.ana)).toBe(1_000_000)
  })

  it('decided against her: the claim is closed, and both are charged', async () => {
    const scene = await undecided()
    await decides(scene, 'driver')
    expect(await states(scene)).toEqual(['completed_upheld', 'no_show'])
    const { price } = scene.first
    expect(await test.available(scene.ana)).toBe(1_000_000 - price - scene.second.price)
  })
})
