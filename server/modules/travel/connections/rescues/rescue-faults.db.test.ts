// Another car after a driver failed: what else happened with the passenger or the kept car.
import { beforeAll, describe, expect, it } from 'vitest'
import { askProvedClosing } from '#server/modules/office/privacy/ask-closing.ts'
import { keepForRescue } from '#server/modules/travel/bookings/index.ts'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { newId } from '#server/platform/ids.ts'
import { type ConnectionsApp, openConnectionsApp } from '#test/connection-factories.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW } from '#test/deps.ts'
import { aFundedWallet, aVerifiedDriver, type TestUser } from '#test/factories.ts'
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
const way = { from: BOGOTA, to: IBAGUE }

/** Noon in Bogotá of the test's own day; the clock is back at the start. */
function noon(): Date {
  days += 3
  test.clock.set(TEST_NOW)
  return addMs(TEST_NOW, days * DAY_MS + 4 * HOUR_MS)
}

const leaving = (at: Date, hours: number, more: TripOptions = {}) =>
  aTrip(test.deps, { departsAt: addMs(at, hours * HOUR_MS), stops: [BOGOTA, IBAGUE], ...more })

async function scene() {
  const at = noon()
  const trip = await leaving(at, 0)
  const ana = await test.aPassenger(1_000_000)
  return { at, trip, ana, booking: await test.booked(ana, trip, way) }
}

const hoursBefore = (at: Date, hours: number) => test.clock.set(addMs(at, -hours * HOUR_MS))

async function fails({ driver, tripId }: TestTrip) {
  expect((await test.call(driver, 'POST', `/trips/${tripId}/cancel`, {})).status).toBe(200)
  await test.runJobs()
}

const shown = async (who: TestUser, { id }: { id: string }) =>
  (await test.call(who, 'GET', `/bookings/${id}/rescue`)).body.rescue
const take = (who: TestUser, { id }: { id: string }) =>
  test.call(who, 'POST', `/bookings/${id}/rescue/take`, { key: crypto.randomUUID() })
const partsOf = (rescue: { kept: { parts: { tripId: string }[] } | null }) =>
  rescue.kept?.parts.map(({ tripId }) => tripId)
const aboutRescues = async (who: TestUser) =>
  (await test.messages(who)).filter((kind) => kind.startsWith('rescue_'))

/** A booked trip with a change, and cars to the change and of the whole way beside it. */
async function changed() {
  const departsAt = noon()
  const pair = await test.newPair({ departsAt })
  const ana = await test.aPassenger(1_000_000)
  const booked = await test.bookedBoth(ana, pair)
  const near = await leaving(departsAt, 1)
  const whole = await aTrip(test.deps, {
    departsAt: addMs(departsAt, HOUR_MS),
    stops: [BOGOTA, CALI],
  })
  hoursBefore(departsAt, 24)
  return { departsAt, pair, ana, near, whole, ...booked }
}

describe('the first car of a trip with a change fails after the second part ended', () => {
  it('second part has another car: searches to the change, on the first fare', async () => {
    const { pair, ana, near, first, second } = await changed()
    const other = await aTrip(test.deps, {
      departsAt: addMs(pair[1].facts.departsAt, HOUR_MS),
      stops: [IBAGUE, CALI],
    })
    await fails(pair[1])
    expect(partsOf(await shown(ana, second))).toEqual([other.tripId])
    expect((await take(ana, second)).status).toBe(201)
    await fails(pair[0])
    const rescue = await shown(ana, first)
    expect([partsOf(rescue), rescue.fareBefore]).toEqual([[near.tripId], first.price])
  })

  it('second part left by choice: searches to the change, on the first fare', async () => {
    const { pair, ana, near, first, second } = await changed()
    expect((await test.act(ana, second, 'cancel')).status).toBe(200)
    await fails(pair[0])
    const rescue = await shown(ana, first)
    expect([partsOf(rescue), rescue.fareBefore]).toEqual([[near.tripId], first.price])
  })
})

it('both drivers fail: a car of the second one is shown, and never kept', async () => {
  const departsAt = noon()
  const pair = await test.newPair({ departsAt })
  const ana = await test.aPassenger(1_000_000)
  const { first } = await test.bookedBoth(ana, pair)
  hoursBefore(departsAt, 24)
  await fails(pair[1])
  const { driver } = pair[1]
  const at = addMs(departsAt, HOUR_MS)
  await aTrip(test.deps, { driver, departsAt: at, stops: [BOGOTA, CALI] })
  await test.runJobs()
  await fails(pair[0])
  const { kept, others } = await shown(ana, first)
  expect([kept, others]).toMatchObject([null, [{ note: 'same_driver' }]])
})

it('second part of a car with a change fails: counts from the fare of that part', async () => {
  const departsAt = noon()
  const trip = await aTrip(test.deps, { departsAt, stops: [BOGOTA, CALI] })
  const ana = await test.aPassenger(1_000_000)
  const booking = await test.booked(ana, trip, { from: BOGOTA, to: CALI })
  const pair = await test.newPair({ departsAt })
  hoursBefore(departsAt, 24)
  await fails(trip)
  const { bookings } = (await take(ana, booking)).body
  await fails(pair[1])
  expect((await shown(ana, bookings[1])).fareBefore).toBe(bookings[1].price)
})

describe('somebody in another car and the passenger blocked each other', () => {
  async function blocked(ana: TestUser, trip: TestTrip) {
    const eva = await test.aPassenger(1_000_000)
    await test.booked(eva, trip, way)
    await test.call(ana, 'POST', '/blocks', { userId: eva.userId })
  }

  it('direct car: is not kept, and the next is', async () => {
    const { at, trip, ana, booking } = await scene()
    await blocked(ana, await leaving(at, 1))
    const next = await leaving(at, 2)
    hoursBefore(at, 26)
    await fails(trip)
    expect(partsOf(await shown(ana, booking))).toEqual([next.tripId])
    expect((await take(ana, booking)).status).toBe(201)
  })

  it('car of a journey with a change: keeps nothing', async () => {
    const departsAt = noon()
    const trip = await aTrip(test.deps, { departsAt, stops: [BOGOTA, CALI] })
    const ana = await test.aPassenger(1_000_000)
    const booking = await test.booked(ana, trip, { from: BOGOTA, to: CALI })
    await blocked(ana, (await test.newPair({ departsAt }))[0])
    hoursBefore(departsAt, 24)
    await fails(trip)
    expect((await shown(ana, booking)).status).toBe('none')
  })
})

it('two trips with a change are open: keeps no third', async () => {
  const departsAt = noon()
  const trip = await aTrip(test.deps, { departsAt, stops: [BOGOTA, CALI] })
  const ana = await test.aPassenger(2_000_000)
  const booking = await test.booked(ana, trip, { from: BOGOTA, to: CALI })
  await test.newPair({ departsAt })
  for (const day of [40, 42]) {
    await test.bookedBoth(ana, await test.newPair({ departsAt: addMs(departsAt, day * DAY_MS) }))
  }
  hoursBefore(departsAt, 24)
  await fails(trip)
  expect((await shown(ana, booking)).status).toBe('none')
})

it('kept car changes at night: waits, and keeps the next at seven', async () => {
  const { at, trip, ana, booking } = await scene()
  const other = await leaving(at, 0.5)
  const next = await leaving(at, 4)
  test.clock.set(addMs(at, -15 * HOUR_MS - 5 * MINUTE_MS))
  await fails(trip)
  expect(partsOf(await shown(ana, booking))).toEqual([other.tripId])
  test.clock.advance(10 * MINUTE_MS)
  await test.edit(other, { departsAt: addMs(at, HOUR_MS).toISOString() })
  await test.runJobs()
  expect(await shown(ana, booking)).toMatchObject({ status: 'waiting', kept: null })
  expect(await aboutRescues(ana)).toEqual(['rescue_offered', 'rescue_waits'])
  const told = "select body from notifications where user_id = $1 and kind = 'rescue_waits'"
  expect((await read(told, [ana.userId]))[0].body).toContain('7:00')
  hoursBefore(at, 5)
  await test.runJobs()
  const rescue = await shown(ana, booking)
  expect([rescue.status, partsOf(rescue)]).toEqual(['offered', [next.tripId]])
  // Ten of the twenty minutes went by in the evening.
  expect(Date.parse(rescue.expiresAt)).toBe(addMs(at, -5 * HOUR_MS + 10 * MINUTE_MS).getTime())
  expect(await aboutRescues(ana)).toEqual(['rescue_offered', 'rescue_waits', 'rescue_offered'])
})

it('tells the driver who receives her that she comes from a failed trip', async () => {
  const { at, trip, ana, booking } = await scene()
  const other = await leaving(at, 1)
  const eva = await test.aPassenger(1_000_000)
  await test.booked(eva, other, way)
  hoursBefore(at, 26)
  await fails(trip)
  const [{ id }] = (await take(ana, booking)).body.bookings
  const { driver, tripId } = other
  const rows = async () => {
    const { body } = await test.call(driver, 'GET', `/trips/${tripId}/bookings`)
    const { stops } = (await test.call(driver, 'GET', `/trips/${tripId}/run-sheet`)).body.sheet
    const sheet = stops.flatMap(({ getsOn }: { getsOn: unknown[] }) => getsOn)
    const of = (each: { id?: string; bookingId?: string }[]) =>
      each
        .filter((row) => (row as { rescued: boolean }).rescued)
        .map((row) => row.id ?? row.bookingId)
    return [of(body.bookings), of(sheet)]
  }
  expect(await rows()).toEqual([[id], [id]])
  expect((await test.call(ana, 'GET', `/bookings/${id}`)).body.booking.rescued).toBe(false)
  test.clock.set(other.facts.departsAt)
  await test.board(driver, { id })
  expect(await rows()).toEqual([[], []])
})

it('already travels at that time: keeps nothing, and tells nothing', async () => {
  const { at, trip, ana, booking } = await scene()
  const [other, own] = [await leaving(at, 1), await leaving(at, 0.5)]
  hoursBefore(at, 26)
  await test.call(trip.driver, 'POST', `/trips/${trip.tripId}/cancel`, {})
  await test.booked(ana, own, way)
  await test.runJobs()
  expect(await shown(ana, booking)).toMatchObject({ status: 'declined', kept: null })
  expect(await aboutRescues(ana)).toEqual([])
  expect((await test.call(ana, 'GET', `/trips/${other.tripId}`)).status).toBe(200)
})

describe('a rescue whose step came late', () => {
  it('seven hours after the pick-up: the offer expires', async () => {
    const { at, trip, ana, booking } = await scene()
    await leaving(at, 1)
    hoursBefore(at, 26)
    await fails(trip)
    hoursBefore(at, -7)
    await test.runRecurring('rescues.follow-due')
    const find = 'select status from rescues where booking_id = $1'
    expect(await read(find, [booking.id])).toEqual([{ status: 'expired' }])
    expect((await shown(ana, booking)).mayTake).toBe(false)
  })

  it('account is closing: the offer ends as declined, and tells nothing more', async () => {
    const { at, trip, ana, booking } = await scene()
    await leaving(at, 1)
    hoursBefore(at, 26)
    await fails(trip)
    const now = test.clock.now()
    await read(
      'insert into account_closings (id, user_id, asked_at, due_at) values ($1, $2, $3, $4)',
      [newId(), ana.userId, now, addMs(now, 15 * DAY_MS)],
    )
    test.clock.advance(21 * MINUTE_MS)
    await test.runRecurring('rescues.follow-due')
    expect((await shown(ana, booking)).status).toBe('declined')
    expect(await aboutRescues(ana)).toEqual(['rescue_offered'])
  })

  it('three hours after the keep, no step ran: the car cannot be taken', async () => {
    const { at, trip, ana, booking } = await scene()
    await leaving(at, 1)
    hoursBefore(at, 26)
    await fails(trip)
    test.clock.advance(3 * HOUR_MS)
    expect((await take(ana, booking)).body.code).toBe('rescue_ended')
  })

  it('asks to close the account: the kept seat is given back at once', async () => {
    const { at, trip, ana, booking } = await scene()
    await leaving(at, 1)
    hoursBefore(at, 26)
    await fails(trip)
    await askProvedClosing(test.deps, ana)
    expect((await shown(ana, booking)).status).toBe('declined')
    const open = `select 1 from seat_keeps where rescue_of = $1 and status = 'open'`
    expect(await read(open, [booking.id])).toEqual([])
  })
})

it('paid in cash: keeps no car whose driver lacks the commission, but the next', async () => {
  const byCash = async (pesos: number): Promise<TripOptions> => {
    const driver = await aVerifiedDriver(test.deps)
    await aFundedWallet(test.deps, driver.userId, pesos)
    return { driver, paymentModes: ['billetera', 'directo'] }
  }
  const inCash = { ...way, paymentMode: 'directo' }
  const at = noon()
  const trip = await leaving(at, 0, await byCash(100_000))
  const [ana, eva] = [await test.aPassenger(0), await test.aPassenger(0)]
  const booking = await test.booked(ana, trip, inCash)
  const poor = await leaving(at, 1, await byCash(10_000))
  const next = await leaving(at, 2, await byCash(100_000))
  await test.booked(eva, poor, { ...inCash, seats: 2 })
  expect(await test.available(poor.driver)).toBeLessThan(booking.price / 10)
  hoursBefore(at, 26)
  await fails(trip)
  expect(partsOf(await shown(ana, booking))).toEqual([next.tripId])
  expect((await take(ana, booking)).status).toBe(201)
})

it('orders cars by the price that a person sees: the same one, then the nearer hour', async () => {
  const { at, trip, ana, booking } = await scene()
  // A part between no two stops of the driver costs whole hundreds.
  const onTheWay: TripOptions = { stops: [BOGOTA, CALI], roadStops: 'at_once' }
  const cars = [await leaving(at, 1, onTheWay), await leaving(at, 2, onTheWay)]
  for (const [no, { tripId }] of cars.entries()) {
    const price = booking.price + (no === 0 ? 90 : 10)
    await read(
      `update trips t set price_cumulative[array_position(c.place_ids, $2)] = $3
       from corridors c where c.id = t.corridor_id and t.id = $1`,
      [tripId, IBAGUE, price],
    )
  }
  hoursBefore(at, 26)
  await fails(trip)
  const { kept, others } = await shown(ana, booking)
  const offered = [kept, ...others].map(({ price, parts: [part] }) => [part.tripId, price])
  expect(offered).toEqual(cars.map(({ tripId }) => [tripId, booking.price]))
})

describe('a passenger who may not book now', () => {
  const sanction = ({ userId }: TestUser, kind: 'paused' | 'suspended') =>
    read(
      `insert into sanction_events (id, sanction_id, user_id, kind, at, ends_at, reason, cause)
       values ($1, $1, $2, $3, $4, $5, 'Por la prueba.', 'prueba')`,
      [newId(), userId, kind, test.clock.now(), kind === 'paused' ? null : addMs(TEST_NOW, 1)],
    )

  it('is kept no seat while the team has paused the account', async () => {
    const { at, trip, ana, booking } = await scene()
    await leaving(at, 1)
    hoursBefore(at, 26)
    await sanction(ana, 'paused')
    await fails(trip)
    expect(await read('select from seat_keeps where passenger_id = $1', [ana.userId])).toEqual([])
    expect(await aboutRescues(ana)).toEqual([])
    expect(await shown(ana, booking)).toBeNull()
  })

  it('is kept a seat once the suspension is over', async () => {
    const { at, trip, ana, booking } = await scene()
    await leaving(at, 1)
    await sanction(ana, 'suspended')
    hoursBefore(at, 26)
    await fails(trip)
    expect(await shown(ana, booking)).toMatchObject({ status: 'offered' })
  })
})

it('keeps no seat of the first car when the second one has none left', async () => {
  const {
    at,
    ana: { userId: passengerId },
    booking,
  } = await scene()
  const trips = [await leaving(at, 1), await leaving(at, 2)]
  const [free, full] = trips.toSorted((a, b) => (a.tripId < b.tripId ? -1 : 1))
  const parts = [free, full].map((trip, no) => ({
    ...{ tripId: trip?.tripId ?? '', fromSeq: 0, toSeq: 1, seats: no === 0 ? 1 : 9 },
    revision: trip?.facts.revision ?? 0,
  }))
  const left = () => read('select seats_left from trip_seats where trip_id = $1', [free?.tripId])
  const before = await left()
  const now = test.clock.now()
  const keep = { rescueOf: booking.id, passengerId, parts, now, until: addMs(now, HOUR_MS) }
  expect(await inTransaction(test.deps.db, (tx) => keepForRescue(tx, keep))).toBeUndefined()
  expect(await left()).toEqual(before)
})

it('says before a cancellation for how many passengers another car goes', async () => {
  const { at, trip } = await scene()
  hoursBefore(at, 3)
  const preview = async () =>
    (await test.call(trip.driver, 'GET', `/trips/${trip.tripId}/cancel-preview`)).body.preview
  expect(await preview()).toMatchObject({ bookings: 1, withOther: 0 })
  await leaving(at, 1)
  expect(await preview()).toMatchObject({ bookings: 1, withOther: 1 })
})
