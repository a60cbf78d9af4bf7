// Amendments 1 and 16 of trips with one change and stops on the road: a point leaves Cupo's list.
import { beforeAll, describe, expect, it } from 'vitest'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { derivedId, newId } from '#server/platform/ids.ts'
import { type ConnectionsApp, openConnectionsApp } from '#test/connection-factories.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW } from '#test/deps.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import { expectConsistent } from '#test/race/invariants.ts'
import { BOGOTA, CALI, IBAGUE } from '#test/trip-factories.ts'
import { replacePoint } from './replace-point.ts'

const SALITRE = derivedId('safe-point', 'bogota-terminal-salitre')

let test: ConnectionsApp
let moderator: TestUser

const run = async (statement: string, values: unknown[]) =>
  (await asOwner(test.deps.databaseUrl, statement, values)).rows

beforeAll(async () => {
  test = await openConnectionsApp()
  moderator = await aUser(test.deps, { roles: ['support'] })
})

async function decide(pointId: string, what: 'hide' | 'vet', body: Record<string, unknown>) {
  const path = `/admin/safe-points/${pointId}/${what}`
  const answer = await test.call(moderator, 'POST', path, body)
  expect([answer.status, answer.body.code]).toEqual([200, undefined])
  await test.runJobs()
}

const hide = (pointId: string) => decide(pointId, 'hide', { reason: 'Cerró el mes pasado.' })

/** A vetted point 1 km from the place per `no`. */
async function aPoint(placeId: string, no: number, hours: string | null = '24 horas') {
  const id = newId()
  await run(
    `insert into safe_points (id, place_id, name, kind, lat, lng, approximate, address, hours,
       status, created_at)
     select $1, id, $3, 'terminal', lat + $4, lng, false, 'Calle 1', $5, 'vetted', now()
     from places where id = $2`,
    [id, placeId, `Parador ${no}`, no / 100, hours],
  )
  return id
}

const told = async (user: TestUser): Promise<string[]> =>
  (
    await run("select body from notifications where user_id = $1 and kind = 'point_replaced'", [
      user.userId,
    ])
  ).map(({ body }) => body)

const show = async (who: TestUser, { id }: { id: string }) =>
  (await test.call(who, 'GET', `/bookings/${id}`)).body.booking

describe('amendment 1: the point of a change of car leaves the list', () => {
  it('gives both parts the nearest point and lets the passenger leave both free', async () => {
    const [old, next] = [await aPoint(IBAGUE, 20), await aPoint(IBAGUE, 21)]
    const pair = await test.newPair({ points: { [IBAGUE]: old } })
    const ana = await test.aPassenger()
    const booked = await test.bookedBoth(ana, pair, { changePointId: old })
    test.clock.set(addMs(pair[0].facts.departsAt, -3 * HOUR_MS))
    await hide(old)
    const [first, second] = await test.show(ana, booked)
    expect([first.to.point.id, second.from.point.id]).toEqual([next, next])
    expect([first.meetingMoved, second.meetingMoved]).toEqual([true, true])
    expect(first.refundIfCancelledNow).toBe(first.price)
    expect(second.refundIfCancelledNow).toBe(second.price)
    const [said, ...again] = await told(ana)
    expect(again).toEqual([])
    expect(said).toMatch(
      /Parador 20 ya no está .* Parador 21, Calle 1.*cualquiera de los dos carros/,
    )
    for (const { driver } of pair)
      expect(await told(driver)).toEqual([expect.stringContaining('Parador 21')])
    const left = await test.cancelBoth(ana, booked.id)
    expect(left.body.bookings.map(({ charged }: { charged: number }) => charged)).toEqual([0, 0])
    await test.runJobs()
    await expectConsistent(test.deps)
  })

  it('moves nothing again when the job runs twice', async () => {
    const old = await aPoint(IBAGUE, 3)
    const pair = await test.newPair()
    const ana = await test.aPassenger()
    const booked = await test.bookedBoth(ana, pair, { changePointId: old })
    await hide(old)
    test.clock.advance(6 * MINUTE_MS)
    await test.runJobs()
    const find = `select count(*)::int as n from booking_events
       where booking_id = any ($1) and event = 'meeting_changed'`
    expect(await run(find, [[booked.first.id, booked.second.id]])).toEqual([{ n: 2 }])
    expect(await told(pair[0].driver)).toHaveLength(1)
  })

  it('tells the driver also of a booking that only the second run finds', async () => {
    const old = await aPoint(IBAGUE, 5)
    const pair = await test.newPair()
    const [ana, eva] = [await test.aPassenger(), await test.aPassenger()]
    await test.bookedBoth(ana, pair, { changePointId: old })
    await hide(old)
    expect(await told(pair[0].driver)).toHaveLength(1)
    const late = await test.bookedBoth(eva, pair)
    await run('update bookings set to_point_id = $2 where id = $1', [late.first.id, old])
    test.clock.advance(6 * MINUTE_MS)
    await test.runJobs()
    expect([(await told(eva)).length, (await told(pair[0].driver)).length]).toEqual([1, 2])
  })

  it('moves the bookings of other trips when one trip fails, and then fails itself', async () => {
    const old = await aPoint(BOGOTA, 930)
    const trips = [await test.newTrip(), await test.newTrip()]
    const booked: { ana: TestUser; booking: { id: string } }[] = []
    for (const trip of trips) {
      const ana = await test.aPassenger()
      const booking = await test.booked(ana, trip, { from: BOGOTA, to: CALI })
      await run('update bookings set from_point_id = $2 where id = $1', [booking.id, old])
      booked.push({ ana, booking })
    }
    await run("update safe_points set status = 'hidden' where id = $1", [old])
    const points = async () => {
      const found = []
      for (const { ana, booking } of booked) found.push((await show(ana, booking)).from.point.id)
      return found
    }
    await run(
      `alter table bookings add constraint stuck check (
         id <> '${booked[0]?.booking.id}' or from_point_id = '${old}')`,
      [],
    )
    const job = () => replacePoint(test.deps, { safePointId: old, causeId: newId() })
    await expect(job()).rejects.toThrow('stuck')
    await run('alter table bookings drop constraint stuck', [])
    expect((await points()).filter((id) => id === old)).toEqual([old])
    await job()
    expect((await points()).filter((id) => id === old)).toEqual([])
  })

  it('moves changes of car at night when a correction makes a terminal another kind', async () => {
    const [old, next] = [await aPoint(IBAGUE, 80), await aPoint(IBAGUE, 81)]
    const departsAt = addMs(TEST_NOW, 7 * DAY_MS + 12 * HOUR_MS)
    const pair = await test.newPair({ departsAt })
    const ana = await test.aPassenger()
    const booked = await test.bookedBoth(ana, pair, { changePointId: old })
    await decide(old, 'vet', { kind: 'service_station' })
    const [first, second] = await test.show(ana, booked)
    expect([first.to.point.id, second.from.point.id]).toEqual([next, next])
    expect(await told(ana)).toHaveLength(1)
  })

  it('proposes a point that is open from the arrival to the departure', async () => {
    const [old, closed, open] = [
      await aPoint(IBAGUE, 40),
      await aPoint(IBAGUE, 41, '11 p. m. a 11:30 p. m.'),
      await aPoint(IBAGUE, 42),
    ]
    const pair = await test.newPair()
    const ana = await test.aPassenger()
    const booked = await test.bookedBoth(ana, pair, { changePointId: old })
    await hide(old)
    const [first] = await test.show(ana, booked)
    expect(first.to.point.id).not.toBe(closed)
    expect(first.to.point.id).toBe(open)
  })

  it('also replaces a listed point that is closed at the hour of the change', async () => {
    const [old, next] = [await aPoint(IBAGUE, 60), await aPoint(IBAGUE, 61)]
    const pair = await test.newPair({}, { points: { [IBAGUE]: old } })
    const ana = await test.aPassenger()
    const eva = await test.aPassenger()
    const booked = await test.bookedBoth(ana, pair, { changePointId: old })
    const alone = await test.booked(eva, pair[1], { from: IBAGUE, to: CALI })
    await decide(old, 'vet', { hours: '3 a. m. a 5:10 a. m.' })
    const [first, second] = await test.show(ana, booked)
    expect([first.to.point.id, second.from.point.id]).toEqual([next, next])
    expect((await told(ana))[0]).toContain('está cerrado a la hora del cambio de carro')
    // Who only gets on there meets as before.
    const other = await show(eva, alone)
    expect([other.from.point.id, other.meetingMoved]).toEqual([old, false])
    expect(await told(eva)).toEqual([])
  })

  it('leaves the point to both people of each car where the town has no other', async () => {
    const hidden = await run(
      `update safe_points set status = 'hidden' where place_id = $1 and status = 'vetted'
       returning id`,
      [IBAGUE],
    )
    const old = await aPoint(IBAGUE, 70)
    const pair = await test.newPair()
    const ana = await test.aPassenger()
    const booked = await test.bookedBoth(ana, pair, { changePointId: old })
    await hide(old)
    const [first, second] = await test.show(ana, booked)
    expect([first.to.point, second.from.point]).toEqual([null, null])
    expect((await told(ana))[0]).toContain('acuerden uno en el chat')
    await run(`update safe_points set status = 'vetted' where id = any ($1)`, [
      hidden.map(({ id }) => id),
    ])
  })
})

describe('amendment 16: the point under an extra stop leaves the list', () => {
  it('keeps the booking, tells both, and sells the place by request', async () => {
    const trip = await test.newTrip({
      stops: [BOGOTA, IBAGUE],
      seats: 4,
      roadStops: 'at_once',
      extraMax: 2,
    })
    const road = trip.facts.places[1]?.placeId ?? ''
    await run(`update safe_points set status = 'hidden' where place_id = $1`, [road])
    const old = await aPoint(road, 1)
    const ana = await test.aPassenger()
    const part = { from: road, to: IBAGUE }
    const { body } = await test.book(ana, trip, part)
    expect([body.booking.status, body.booking.from.point.id]).toEqual(['confirmed', old])
    await hide(old)
    const after = await show(ana, body.booking)
    expect([after.status, after.from.point]).toEqual(['confirmed', null])
    expect(await told(ana)).toEqual([expect.stringContaining('acuerden uno en el chat')])
    expect(await told(trip.driver)).toHaveLength(1)
    const later = await test.book(await test.aPassenger(), trip, part)
    expect(later.body.booking.status).toBe('requested')
    await expectConsistent(test.deps)
  })
})

describe('the meeting point of an ordinary booking leaves the list', () => {
  it("ends the driver's choice and tells who meets there, and the driver once", async () => {
    const old = await aPoint(BOGOTA, 900)
    const trip = await test.newTrip({ points: { [BOGOTA]: old } })
    const [ana, eva] = [await test.aPassenger(), await test.aPassenger()]
    const booked = await test.booked(ana, trip, { from: BOGOTA, to: CALI })
    await test.booked(eva, trip, { from: IBAGUE, to: CALI })
    test.clock.set(addMs(trip.facts.departsAt, -HOUR_MS))
    await hide(old)
    const after = await show(ana, booked)
    expect(after.from.point).not.toBeNull()
    expect(after.from.point.id).not.toBe(old)
    expect(after).toMatchObject({ meetingMoved: true, refundIfCancelledNow: booked.price })
    expect([(await told(ana)).length, (await told(trip.driver)).length]).toEqual([1, 1])
    expect(await told(eva)).toEqual([])
    // Both can still choose another one, although the driver had chosen for everybody.
    const chosen = await test.call(ana, 'POST', `/bookings/${booked.id}/meeting`, {
      fromPointId: SALITRE,
      toPointId: null,
    })
    expect(chosen.status).toBe(200)
    await expectConsistent(test.deps)
  })

  it('tells a driver without bookings to choose another one', async () => {
    const old = await aPoint(BOGOTA, 905)
    const trip = await test.newTrip({ points: { [BOGOTA]: old } })
    await hide(old)
    expect(await told(trip.driver)).toEqual([expect.stringContaining('elige otro punto')])
    const { body } = await test.call(trip.driver, 'GET', `/trips/${trip.tripId}`)
    expect(body.trip.stops[0].point).toBeNull()
  })

  it('changes nothing of trips that are over or of boardings that were', async () => {
    const old = await aPoint(BOGOTA, 910)
    const trip = await test.newTrip({ points: { [BOGOTA]: old } })
    const ana = await test.aPassenger()
    const booked = await test.booked(ana, trip, { from: BOGOTA, to: CALI })
    test.toPickUp(booked, 0)
    await test.board(trip.driver, booked)
    await hide(old)
    expect((await show(ana, booked)).from.point.id).toBe(old)
    expect([...(await told(ana)), ...(await told(trip.driver))]).toEqual([])
  })
})

it('counts against nobody, and is rated by nobody, when a list lost the point', async () => {
  const old = await aPoint(BOGOTA, 30)
  await aPoint(BOGOTA, 31)
  const trip = await test.newTrip({ points: { [BOGOTA]: old } })
  const ana = await test.aPassenger()
  const booked = await test.booked(ana, trip, { from: BOGOTA, to: IBAGUE })
  await hide(old)
  const left = await test.act(ana, booked, 'cancel')
  expect(left.body.booking).toMatchObject({ refunded: booked.price })
  for (const who of [ana, trip.driver]) {
    const rated = await test.call(who, 'POST', `/bookings/${booked.id}/rating`, { stars: 1 })
    expect(rated.body.code).toBe('rating_too_early')
  }
  await test.runJobs()
  const find = 'select agreed, cancelled from user_reputation where user_id = any($1)'
  const none = { agreed: 1, cancelled: 0 }
  expect(await run(find, [[ana.userId, trip.driver.userId]])).toEqual([none, none])
})
