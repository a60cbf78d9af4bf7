// Another car after a driver failed: the cases of the design, by number.
import { beforeAll, describe, expect, it } from 'vitest'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { type ConnectionsApp, openConnectionsApp } from '#test/connection-factories.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW } from '#test/deps.ts'
import { aFundedWallet, aVerifiedDriver, type TestUser } from '#test/factories.ts'
import { expectConsistent } from '#test/race/invariants.ts'
import {
  aTrip,
  BOGOTA,
  CALI,
  IBAGUE,
  type TestTrip,
  type TripOptions,
} from '#test/trip-factories.ts'

let test: ConnectionsApp
/** Each test has days of its own, so that it finds no trips of others. */
let days = 0

beforeAll(async () => {
  test = await openConnectionsApp()
})

const read = async (sql: string, values: unknown[] = []) =>
  (await asOwner(test.deps.databaseUrl, sql, values)).rows

const leaving = (at: Date, hours: number, more: TripOptions = {}) =>
  aTrip(test.deps, { departsAt: addMs(at, hours * HOUR_MS), stops: [BOGOTA, IBAGUE], ...more })

/** A trip at noon in Bogotá, and the hour 26 hours before it. */
async function aNoonTrip(more: TripOptions = {}) {
  days += 3
  const at = addMs(TEST_NOW, days * DAY_MS + 4 * HOUR_MS)
  test.clock.set(TEST_NOW)
  return { at, trip: await leaving(at, 0, more) }
}

async function scene(more: TripOptions = {}, body = {}) {
  const { at, trip } = await aNoonTrip(more)
  const ana = await test.aPassenger()
  const booking = await test.booked(ana, trip, { from: BOGOTA, to: IBAGUE, ...body })
  return { at, trip, ana, booking }
}

/** Options of a trip that also takes cash: its driver has what the commission needs. */
async function byCash(): Promise<TripOptions> {
  const driver = await aVerifiedDriver(test.deps)
  await aFundedWallet(test.deps, driver.userId, 100_000)
  return { driver, paymentModes: ['billetera', 'directo'] }
}

const hoursBefore = (at: Date, hours: number) => test.clock.set(addMs(at, -hours * HOUR_MS))

async function fails({ driver, tripId }: TestTrip) {
  expect((await test.call(driver, 'POST', `/trips/${tripId}/cancel`, {})).status).toBe(200)
  await test.runJobs()
  const failed = 'select name, last_error from jobs where last_error <> $1'
  expect(await read(failed, ['no text at night'])).toEqual([])
}

const shown = async (who: TestUser, { id }: { id: string }) =>
  (await test.call(who, 'GET', `/bookings/${id}/rescue`)).body.rescue
const take = (who: TestUser, { id }: { id: string }, body = {}) =>
  test.call(who, 'POST', `/bookings/${id}/rescue/take`, { key: crypto.randomUUID(), ...body })
const tripOf = (rescue: { kept: { parts: { tripId: string }[] } | null }) =>
  rescue.kept?.parts[0]?.tripId
const openKeeps = (who: TestUser) =>
  read(`select * from seat_keeps where passenger_id = $1 and status = 'open'`, [who.userId])

describe('a driver fails within 48 hours of the pick-up', () => {
  it('keeps the best car for twenty minutes, tells her, and books it in one press', async () => {
    const { at, trip, ana, booking } = await scene()
    const other = await leaving(at, 1)
    hoursBefore(at, 26)
    await fails(trip)
    const rescue = await shown(ana, booking)
    expect(rescue).toMatchObject({ status: 'offered', mayTake: true, missing: 0 })
    expect([tripOf(rescue), Date.parse(rescue.expiresAt)]).toEqual([
      other.tripId,
      test.clock.now().getTime() + 20 * MINUTE_MS,
    ])
    expect(await test.messages(ana)).toContain('rescue_offered')
    // The calls of a keep that a person made themselves do not end, extend or book it.
    const [kept] = await openKeeps(ana)
    for (const act of ['release', 'extend']) {
      const { body } = await test.call(ana, 'POST', `/keeps/${kept.id}/${act}`)
      expect(body.code).toBe('keep_not_found')
    }
    const own = { keepId: kept.id, from: BOGOTA, to: IBAGUE }
    expect((await test.book(ana, other, own)).body.code).toBe('keep_not_found')
    const key = crypto.randomUUID()
    const taken = await take(ana, booking, { expectedPrice: rescue.kept.price, key })
    expect([taken.status, taken.body.code]).toEqual([201, undefined])
    expect(taken.body.bookings[0]).toMatchObject({ status: 'confirmed' })
    expect(await shown(ana, booking)).toMatchObject({ status: 'taken', mayTake: false })
    const again = await take(ana, booking, { expectedPrice: rescue.kept.price, key })
    expect(again.body.bookings[0].id).toBe(taken.body.bookings[0].id)
    expect((await take(ana, booking)).body.code).toMatch(/rescue_ended|already_booked|overlap/)
    expect(await openKeeps(ana)).toEqual([])
    await expectConsistent(test.deps)
  })

  it('case 1: six days ahead returns the money, and keeps nothing', async () => {
    const { at, trip, ana, booking } = await scene()
    await leaving(at, 1)
    test.clock.set(addMs(at, -3 * DAY_MS))
    await fails(trip)
    expect(await shown(ana, booking)).toBeNull()
    expect(await test.available(ana)).toBe(500_000)
  })

  it('case 2: of four passengers the first two get two seats, and the others none', async () => {
    const { at, trip } = await aNoonTrip({ seats: 4 })
    const people = []
    for (const minute of [1, 2, 3, 4]) {
      test.clock.set(addMs(TEST_NOW, minute * MINUTE_MS))
      const who = await test.aPassenger()
      people.push({ who, booking: await test.booked(who, trip, { from: BOGOTA, to: IBAGUE }) })
    }
    await leaving(at, 1, { seats: 2 })
    hoursBefore(at, 26)
    await fails(trip)
    const got = []
    for (const { who, booking } of people) got.push((await shown(who, booking)).status)
    expect(got).toEqual(['offered', 'offered', 'none', 'none'])
    expect(await test.messages(people[3]?.who as TestUser)).toContain('rescue_none')
    await expectConsistent(test.deps)
  })

  it('case 3: a second after the keep it is expired, and the free car can be taken', async () => {
    const { at, trip, ana, booking } = await scene()
    await leaving(at, 1)
    hoursBefore(at, 26)
    await fails(trip)
    test.clock.advance(20 * MINUTE_MS + 1_000)
    await test.runJobs()
    expect(await shown(ana, booking)).toMatchObject({ status: 'expired', mayTake: true })
    expect(await openKeeps(ana)).toEqual([])
    expect(await test.messages(ana)).toContain('rescue_expired')
    const { at: late, trip: lost, ana: eva, booking: hers } = await scene()
    await leaving(late, 1)
    hoursBefore(late, 26)
    await fails(lost)
    test.clock.advance(3 * HOUR_MS)
    await test.runJobs()
    expect((await take(eva, hers)).body.code).toBe('rescue_ended')
    hoursBefore(at, 25.5)
    expect((await take(ana, booking)).status).toBe(201)
    await expectConsistent(test.deps)
  })

  it('case 4: a lower fare is what she pays, and the fund pays nothing', async () => {
    const { at, trip, ana, booking } = await scene()
    await leaving(at, 1, { seatPrice: booking.price - 2_000 })
    hoursBefore(at, 26)
    await fails(trip)
    const rescue = await shown(ana, booking)
    const { body } = await take(ana, booking)
    expect([rescue.cover, rescue.more, body.bookings[0].price]).toEqual([
      0,
      0,
      booking.price - 2_000,
    ])
    expect(await test.available(ana)).toBe(500_000 - rescue.kept.price)
  })

  it('case 6: who paid in cash is offered a car for cash, without a cover', async () => {
    const { at, trip, ana, booking } = await scene(await byCash(), { paymentMode: 'directo' })
    await leaving(at, 1, await byCash())
    hoursBefore(at, 26)
    await fails(trip)
    expect(await shown(ana, booking)).toMatchObject({ byWallet: false, cover: 0, missing: 0 })
    const { body } = await take(ana, booking)
    expect(body.bookings[0]).toMatchObject({ paymentMode: 'directo', status: 'confirmed' })
    expect(await test.available(ana)).toBe(500_000)
  })

  it('case 9: the other car fails too, and is replaced counted from the first fare', async () => {
    const { at, trip, ana, booking } = await scene()
    const other = await leaving(at, 1)
    hoursBefore(at, 26)
    await fails(trip)
    const { body } = await take(ana, booking)
    const third = await leaving(at, 2)
    await fails(other)
    const rescue = await shown(ana, body.bookings[0])
    expect([rescue.status, tripOf(rescue)]).toEqual(['offered', third.tripId])
    expect(rescue.fareBefore).toBe(booking.price)
    expect((await take(ana, body.bookings[0])).status).toBe(201)
    await expectConsistent(test.deps)
  })

  it('case 11: of two seats both are kept, or none', async () => {
    const { at, trip, ana, booking } = await scene({}, { seats: 2 })
    await leaving(at, 0.5, { seats: 1 })
    const wide = await leaving(at, 3, { seats: 2 })
    hoursBefore(at, 26)
    await fails(trip)
    expect(tripOf(await shown(ana, booking))).toBe(wide.tripId)
    expect(await openKeeps(ana)).toMatchObject([{ seats: 2 }])
  })

  it('case 12: a driver she blocked is not offered', async () => {
    const { at, trip, ana, booking } = await scene()
    const other = await leaving(at, 1)
    await test.call(ana, 'POST', '/blocks', { userId: other.driver.userId })
    hoursBefore(at, 26)
    await fails(trip)
    expect(await shown(ana, booking)).toMatchObject({ status: 'none', kept: null, others: [] })
  })

  it('case 16: a request that was never confirmed gets no rescue', async () => {
    const { at, trip, ana, booking } = await scene({ instant: false })
    await leaving(at, 1)
    hoursBefore(at, 26)
    await read(`update bookings set expires_at = $2 where id = $1`, [booking.id, at])
    await fails(trip)
    expect(await shown(ana, booking)).toBeNull()
  })

  it('more case 4: her own keep during a top-up stands beside the rescue', async () => {
    const { at, trip } = await aNoonTrip()
    const fare = trip.facts.priceCumulative.at(-1) ?? 0
    const poor = await test.aPassenger(fare)
    const booking = await test.booked(poor, trip, { from: BOGOTA, to: IBAGUE })
    await leaving(at, 1)
    const dear = await leaving(at, 30)
    hoursBefore(at, 26)
    const stops = { fromStopId: dear.stop(BOGOTA), toStopId: dear.stop(IBAGUE), seats: 1 }
    const kept = await test.call(poor, 'POST', `/trips/${dear.tripId}/keeps`, stops)
    expect(kept.status).toBe(201)
    await fails(trip)
    expect((await shown(poor, booking)).status).toBe('offered')
    expect(await openKeeps(poor)).toHaveLength(2)
    const mine = await test.call(poor, 'GET', '/keeps/mine')
    expect(mine.body.keep.id).toBe(kept.body.keep.id)
    await expectConsistent(test.deps)
  })

  it('more case 5 and case 8: a changed price withdraws the car and offers the next', async () => {
    const { at, trip, ana, booking } = await scene()
    const other = await leaving(at, 0.5)
    const next = await leaving(at, 4)
    hoursBefore(at, 26)
    await fails(trip)
    expect(tripOf(await shown(ana, booking))).toBe(other.tripId)
    const { expiresAt } = await shown(ana, booking)
    test.clock.advance(5 * MINUTE_MS)
    await test.edit(other, { departsAt: addMs(at, HOUR_MS).toISOString() })
    await test.runJobs()
    const rescue = await shown(ana, booking)
    expect(rescue).toMatchObject({ status: 'offered', expiresAt })
    expect(tripOf(rescue)).toBe(next.tripId)
    const told = await read(
      `select body from notifications where user_id = $1 and kind = 'rescue_offered'
       order by created_at`,
      [ana.userId],
    )
    expect(told).toHaveLength(2)
    expect(told[1].body).toContain('cambió')
    expect(await openKeeps(ana)).toHaveLength(1)
    await expectConsistent(test.deps)
  })

  it('more case 6: the failing driver publishes again, and is shown but never kept', async () => {
    const { at, trip, ana, booking } = await scene()
    hoursBefore(at, 26)
    await test.call(trip.driver, 'POST', `/trips/${trip.tripId}/cancel`, {})
    await leaving(at, 1, { driver: trip.driver })
    await test.runJobs()
    expect(await shown(ana, booking)).toMatchObject({
      status: 'none',
      kept: null,
      mayTake: false,
      others: [{ note: 'same_driver' }],
    })
    expect((await take(ana, booking)).body.code).toBe('rescue_ended')
  })

  it('at night keeps nothing for a pick-up after ten, and keeps at seven', async () => {
    const { at, trip, ana, booking } = await scene()
    await leaving(at, 1)
    hoursBefore(at, 13)
    await fails(trip)
    const rescue = await shown(ana, booking)
    expect(rescue).toMatchObject({ status: 'waiting', mayTake: false })
    expect(Date.parse(rescue.expiresAt)).toBe(addMs(at, -5 * HOUR_MS).getTime())
    expect(await test.messages(ana)).not.toContain('rescue_offered')
    hoursBefore(at, 5)
    await test.runJobs()
    expect(await shown(ana, booking)).toMatchObject({ status: 'offered', mayTake: true })
    expect(await test.available(ana)).toBe(500_000)
  })

  it('gives the seats back at once when she declines, and answers a repeat', async () => {
    const { at, trip, ana, booking } = await scene()
    await leaving(at, 1)
    hoursBefore(at, 26)
    await fails(trip)
    const path = `/bookings/${booking.id}/rescue/decline`
    for (const _ of [1, 2]) {
      expect((await test.call(ana, 'POST', path)).body.rescue.status).toBe('declined')
    }
    expect(await openKeeps(ana)).toEqual([])
    expect((await take(ana, booking)).body.code).toBe('rescue_ended')
    const eva = await test.aPassenger()
    const seen = await test.call(eva, 'GET', `/bookings/${booking.id}/rescue`)
    const codes = [seen, await test.call(eva, 'POST', path), await take(eva, booking)]
    expect(codes.map(({ body }) => body.code)).toEqual(Array(3).fill('booking_not_found'))
    await expectConsistent(test.deps)
  })

  it('case 14: who lacks the money reads how much, and takes it after a top-up', async () => {
    const { at, trip } = await aNoonTrip()
    const poor = await test.aPassenger(200_000)
    const booking = await test.booked(poor, trip, { from: BOGOTA, to: IBAGUE })
    await leaving(at, 1)
    hoursBefore(at, 26)
    await fails(trip)
    const spent = await test.booked(poor, await leaving(at, 60, { stops: [BOGOTA, CALI] }), {
      from: BOGOTA,
      to: CALI,
    })
    const { missing } = await shown(poor, booking)
    expect(missing).toBe(Math.max(0, booking.price - 200_000 + spent.price))
    if (missing > 0) {
      expect((await take(poor, booking)).body.code).toBe('insufficient_funds')
      await aFundedWallet(test.deps, poor.userId, missing)
    }
    expect((await take(poor, booking)).status).toBe(201)
    await expectConsistent(test.deps)
  })
})

describe('a trip with a change', () => {
  it('case 7: the second car fails, and another one leaves from the change', async () => {
    days += 3
    const departsAt = addMs(TEST_NOW, days * DAY_MS)
    const pair = await test.newPair({ departsAt }, { departsAt: addMs(departsAt, 6 * HOUR_MS) })
    const ana = await test.aPassenger()
    const { first, second } = await test.bookedBoth(ana, pair)
    test.clock.set(departsAt)
    await test.board(pair[0].driver, first)
    test.clock.set(addMs(departsAt, 5 * HOUR_MS))
    const soon = await aTrip(test.deps, {
      departsAt: addMs(departsAt, 5 * HOUR_MS + 20 * MINUTE_MS),
      stops: [IBAGUE, CALI],
    })
    await fails(pair[1])
    const rescue = await shown(ana, second)
    expect([rescue?.status, rescue && tripOf(rescue)]).toEqual(['offered', soon.tripId])
    expect((await take(ana, second)).status).toBe(201)
    await expectConsistent(test.deps)
  })

  it('the first car fails: one journey is kept, on the sum of both fares', async () => {
    days += 3
    const departsAt = addMs(TEST_NOW, days * DAY_MS)
    const pair = await test.newPair({ departsAt }, { departsAt: addMs(departsAt, 6 * HOUR_MS) })
    const ana = await test.aPassenger()
    const { first, second } = await test.bookedBoth(ana, pair)
    const whole = await aTrip(test.deps, {
      departsAt: addMs(departsAt, HOUR_MS),
      stops: [BOGOTA, CALI],
    })
    test.clock.set(addMs(departsAt, -26 * HOUR_MS))
    test.clock.set(addMs(departsAt, -24 * HOUR_MS))
    await fails(pair[0])
    const rescue = await shown(ana, first)
    expect([rescue?.status, rescue && tripOf(rescue)]).toEqual(['offered', whole.tripId])
    expect(rescue.fareBefore).toBe(first.price + second.price)
    expect(await shown(ana, second)).toBeNull()
    await expectConsistent(test.deps)
  })

  it('no direct car: keeps both parts of a journey with a change, and books both', async () => {
    days += 3
    const departsAt = addMs(TEST_NOW, days * DAY_MS)
    test.clock.set(TEST_NOW)
    const trip = await aTrip(test.deps, { departsAt, stops: [BOGOTA, CALI] })
    const ana = await test.aPassenger()
    const booking = await test.booked(ana, trip, { from: BOGOTA, to: CALI })
    const pair = await test.newPair({ departsAt })
    test.clock.set(addMs(departsAt, -24 * HOUR_MS))
    await fails(trip)
    const rescue = await shown(ana, booking)
    expect(rescue).toMatchObject({ status: 'offered' })
    expect(rescue.kept.parts.map(({ tripId }: { tripId: string }) => tripId)).toEqual(
      pair.map(({ tripId }) => tripId),
    )
    expect(await openKeeps(ana)).toHaveLength(2)
    const taken = await take(ana, booking, { expectedPrice: rescue.kept.price })
    expect([taken.status, taken.body.code]).toEqual([201, undefined])
    expect(taken.body.bookings).toHaveLength(2)
    expect(await openKeeps(ana)).toEqual([])
    await expectConsistent(test.deps)
  })
})
