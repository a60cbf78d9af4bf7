import { beforeAll, describe, expect, it } from 'vitest'
import { advanceDue } from '#server/modules/travel/bookings/index.ts'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { type ConnectionsApp, openConnectionsApp, type Pair } from '#test/connection-factories.ts'
import { asOwner } from '#test/db.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import { expectConsistent } from '#test/race/invariants.ts'

let test: ConnectionsApp

beforeAll(async () => {
  test = await openConnectionsApp()
})

/** A passenger with both parts booked. */
async function scene(gap?: number) {
  const pair = await test.newPair({}, {}, gap)
  const ana = await test.aPassenger()
  const booked = await test.bookedBoth(ana, pair)
  const sum = booked.first.price + booked.second.price
  return { pair, ana, booked, sum, before: 500_000 }
}

const states = async (ana: TestUser, booked: { first: { id: string }; second: { id: string } }) =>
  (await test.show(ana, booked)).map(({ state }) => state)
const _cancelTrip = async (trip: Pair[number]) =>
  expect(
    (await test.call(trip.driver, 'POST', `/trips/${trip.tripId}/cancel`, {})).status,
  ).toBeLessThan(300)

it('charges no absence at the second car when the first driver fails after the claim', async () => {
  const { pair, ana, booked, before } = await scene()
  test.toPickUp(booked.second, 31 * MINUTE_MS)
  expect((await test.act(pair[1].driver, booked.second, 'no-show')).status).toBe(200)
  expect((await test.act(pair[0].driver, booked.first, 'cancel')).status).toBe(200)
  await test.runJobs()
  expect(await states(ana, booked)).toEqual(['cancelled_by_driver', 'cancelled_by_passenger'])
  expect(await test.messages(ana)).toContain('part_released')
  expect(await test.messages(pair[1].driver)).toContain('passenger_released')
  test.clock.advance(3 * DAY_MS)
  await test.runJobs()
  expect(await test.available(ana)).toBe(before)
  await expectConsistent(test.deps)
})

describe('when the first car is late', () => {
  async function aboard(gap?: number) {
    const known = await scene(gap)
    test.toPickUp(known.booked.first, 0)
    await test.board(known.pair[0].driver, known.booked.first)
    return known
  }

  it('releases the missed seat after ten minutes when the recorded arrival agrees', async () => {
    const { pair, ana, booked, before } = await aboard()
    const pickUp = pair[1].facts.departsAt
    await test.arrived(pair, addMs(pickUp, -5 * MINUTE_MS))
    test.clock.set(addMs(pickUp, -4 * MINUTE_MS))
    const [, ahead] = await test.show(ana, booked)
    expect(ahead.connection).toMatchObject({ maySayMissed: true })
    expect((await test.missed(ana, booked.id)).status).toBe(200)
    expect((await test.missed(ana, booked.id)).status).toBe(200)
    expect(await states(ana, booked)).toEqual(['arrived', 'change_missed'])
    await test.runJobs()
    expect(await test.messages(pair[1].driver)).toContain('change_missed')
    test.clock.advance(11 * MINUTE_MS)
    await test.runJobs()
    expect((await states(ana, booked))[1]).toBe('cancelled_by_passenger')
    expect(await test.available(ana)).toBe(before - booked.first.price)
    await expectConsistent(test.deps)
  })

  it('amendment 2: takes it back by one press, and boards whose ticket is scanned', async () => {
    const { pair, ana, booked } = await aboard()
    test.clock.set(addMs(pair[1].facts.departsAt, MINUTE_MS))
    await test.missed(ana, booked.id)
    await test.missed(ana, booked.id, { undo: true })
    expect((await states(ana, booked))[1]).toBe('confirmed')
    await test.missed(ana, booked.id)
    await test.board(pair[1].driver, booked.second)
    test.clock.advance(DAY_MS)
    await test.runJobs()
    const [, second] = await test.show(ana, booked)
    expect(second.charged).toBe(second.price)
    await expectConsistent(test.deps)
  })

  it('becomes a dispute when the arrival does not agree, without a mark', async () => {
    const { pair, ana, booked } = await aboard()
    const pickUp = pair[1].facts.departsAt
    await test.arrived(pair, addMs(pickUp, -HOUR_MS))
    test.clock.set(addMs(pickUp, 20 * MINUTE_MS))
    await test.missed(ana, booked.id)
    const [, said] = await test.show(ana, booked)
    expect([said.state, said.connection.brokenAt]).toEqual(['change_missed', null])
    expect((await test.act(pair[1].driver, booked.second, 'no-show')).status).toBe(409)
    test.clock.set(addMs(pair[1].facts.arrivesAt, MINUTE_MS))
    await test.runJobs()
    const [, disputed] = await test.show(ana, booked)
    expect([disputed.state, disputed.objection.ofChange]).toEqual(['driver_absent', true])
    expect(await test.messages(pair[1].driver)).toContain('change_objected')
    const team = await aUser(test.deps, { roles: ['support'] })
    const { items } = (await test.call(team, 'GET', '/admin/disputes')).body
    const ofBooking = (each: { bookingId: string }) => each.bookingId === booked.second.id
    expect(items.find(ofBooking).change).toEqual({
      ...{ bookingId: booked.first.id, driver: expect.stringMatching(/./) },
      plannedAt: pair[0].facts.arrivesAt.toISOString(),
      arrivedAt: addMs(pickUp, -HOUR_MS).toISOString(),
    })
    await expectConsistent(test.deps)
  })

  it('opens no dispute when she took it back before the job of the dispute ran', async () => {
    const { pair, ana, booked } = await aboard()
    const pickUp = pair[1].facts.departsAt
    await test.arrived(pair, addMs(pickUp, -HOUR_MS))
    test.clock.set(addMs(pickUp, 20 * MINUTE_MS))
    await test.missed(ana, booked.id)
    test.clock.set(addMs(pair[1].facts.arrivesAt, MINUTE_MS))
    await advanceDue(test.deps)
    expect((await test.missed(ana, booked.id, { undo: true })).status).toBe(200)
    await test.runJobs()
    const [, second] = await test.show(ana, booked)
    expect([second.state, second.objection.openedAt]).toEqual(['confirmed', null])
    expect(await test.messages(pair[1].driver)).not.toContain('objection_opened')
  })

  it('refuses to have missed a car before boarding the first one', async () => {
    const { pair, ana, booked } = await scene()
    test.clock.set(addMs(pair[1].facts.departsAt, MINUTE_MS))
    expect((await test.missed(ana, booked.id)).body.code).toBe('change_not_missed')
  })

  it('case 17: refuses a no-show for 30 minutes while no arrival is recorded', async () => {
    // The first driver has no network: neither boarding nor arrival is known.
    for (const { pair, booked } of [await aboard(), await scene()]) {
      test.clock.set(addMs(pair[1].facts.departsAt, 20 * MINUTE_MS))
      const claim = () => test.act(pair[1].driver, booked.second, 'no-show')
      const refused = (await claim()).body
      expect(refused.code).toBe('connection_pending')
      expect(refused.error).toContain('espera 30 minutos')
      test.clock.set(addMs(pair[1].facts.departsAt, 31 * MINUTE_MS))
      expect((await claim()).status).toBe(200)
    }
  })

  it('case 17: counts a doubtful arrival from its plan', async () => {
    const { pair, booked } = await aboard()
    await arrivedInDoubt(pair, -HOUR_MS)
    test.clock.set(addMs(pair[1].facts.departsAt, 20 * MINUTE_MS))
    expect((await test.act(pair[1].driver, booked.second, 'no-show')).status).toBe(200)
  })

  it('pays a no-show as usual when she arrived in time and does not board', async () => {
    const { pair, booked } = await aboard()
    await test.arrived(pair, addMs(pair[1].facts.departsAt, -HOUR_MS))
    test.clock.set(addMs(pair[1].facts.departsAt, 20 * MINUTE_MS))
    expect((await test.act(pair[1].driver, booked.second, 'no-show')).status).toBe(200)
  })

  /** Records an arrival that came too early to be true. */
  async function arrivedInDoubt(pair: Pair, ms: number) {
    await test.arrived(pair, addMs(pair[1].facts.departsAt, ms))
    const doubt = 'update journey_arrivals set counts_at = $2 where trip_id = $1'
    const values = [pair[0].tripId, pair[0].facts.arrivesAt]
    await asOwner(test.deps.databaseUrl, doubt, values)
  }

  async function here(byKm: number) {
    const find = 'select lat, lng from safe_points where id = $1'
    const { rows } = await asOwner(test.deps.databaseUrl, find, [test.pointId])
    return { position: { lat: rows[0].lat + byKm / 111, lng: rows[0].lng } }
  }

  it.each([
    ['a position at the point', 1, true],
    ['a position 3 km away', 3, false],
    ['no position', null, false],
  ])('releases the seat by %s when the arrival is in doubt: %s', async (_name, km, agrees) => {
    const { pair, ana, booked } = await aboard()
    await arrivedInDoubt(pair, -HOUR_MS)
    test.clock.set(addMs(pair[1].facts.departsAt, MINUTE_MS))
    await test.missed(ana, booked.id, km === null ? {} : await here(km))
    const [, said] = await test.show(ana, booked)
    expect([said.state, said.connection.brokenAt !== null]).toEqual(['change_missed', agrees])
    const find = 'select details::text from booking_events where booking_id = $1'
    const { rows } = await asOwner(test.deps.databaseUrl, find, [booked.second.id])
    expect(rows.map(({ details }) => details).join()).not.toMatch(/lat|position/)
  })

  it('releases the seat by a press at the point after an early one without proof', async () => {
    const { pair, ana, booked } = await aboard()
    test.clock.set(addMs(pair[1].facts.departsAt, -5 * MINUTE_MS))
    await test.missed(ana, booked.id, await here(3))
    test.clock.advance(4 * MINUTE_MS)
    for (const [km, agrees] of [
      [3, false],
      [0, true],
    ] as const) {
      const answer = await test.missed(ana, booked.id, await here(km))
      expect([answer.status, answer.body.code]).toEqual([200, undefined])
      const [, said] = await test.show(ana, booked)
      expect([said.state, said.connection.brokenAt !== null]).toEqual(['change_missed', agrees])
    }
    test.clock.advance(11 * MINUTE_MS)
    await test.runJobs()
    expect((await states(ana, booked))[1]).toBe('cancelled_by_passenger')
    await expectConsistent(test.deps)
  })

  it('does not let a position contradict a believed arrival', async () => {
    const { pair, ana, booked } = await aboard()
    await test.arrived(pair, addMs(pair[1].facts.departsAt, -HOUR_MS))
    test.clock.set(addMs(pair[1].facts.departsAt, MINUTE_MS))
    await test.missed(ana, booked.id, await here(0))
    const [, said] = await test.show(ana, booked)
    expect(said.connection.brokenAt).toBeNull()
  })

  it("case 22: 'No alcanzó el cambio' is a tag of the first driver only", async () => {
    const { pair, ana, booked } = await scene()
    for (const [part, trip] of [booked.first, booked.second].map(
      (each, no) => [each, pair[no]] as const,
    )) {
      test.clock.set((trip as Pair[number]).facts.departsAt)
      await test.board((trip as Pair[number]).driver, part)
    }
    test.clock.set(addMs(pair[1].facts.arrivesAt, HOUR_MS))
    const rate = (part: { id: string }) =>
      test.call(ana, 'POST', `/bookings/${part.id}/rating`, { stars: 2, tags: ['missed_change'] })
    expect((await rate(booked.second)).body.code).toBe('rating_tag_unknown')
    expect((await rate(booked.first)).body.code).toBeUndefined()
  })
})
