import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { loadSafePoints } from '#server/modules/roads/places/index.ts'
import { addMs, HOUR_MS } from '#server/platform/clock.ts'
import { derivedId } from '#server/platform/ids.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import type { TestUser } from '#test/factories.ts'
import { expectConsistent } from '#test/race/invariants.ts'
import { BOGOTA, CALI, GIRARDOT, IBAGUE, type TestTrip } from '#test/trip-factories.ts'

const SALITRE = derivedId('safe-point', 'bogota-terminal-salitre')
const IBAGUE_TERMINAL = derivedId('safe-point', 'ibague-terminal')

let test: BookingsApp
let trip: TestTrip
let ana: TestUser

beforeAll(async () => {
  test = await openBookingsApp()
  await loadSafePoints(test.deps)
})
beforeEach(async () => {
  trip = await test.newTrip({ points: { [BOGOTA]: SALITRE } })
  ana = await test.aPassenger()
})

type Stop = { placeId: string; safePointId?: string }
const stop = (placeId: string, safePointId?: string): Stop => {
  return { placeId, ...(safePointId ? { safePointId } : {}) }
}

const edit = (...stops: Stop[]) =>
  test.call(trip.driver, 'PATCH', `/trips/${trip.tripId}`, { stops })

/** Stops of the trip as everybody sees them. */
async function shown(): Promise<[string, string | null][]> {
  const { body } = await test.call(ana, 'GET', `/trips/${trip.tripId}`)
  type Seen = { placeId: string; point: { id: string } | null }
  return body.trip.stops.map(({ placeId, point }: Seen) => [placeId, point?.id ?? null])
}

const booking = async (id: string) => (await test.call(ana, 'GET', `/bookings/${id}`)).body.booking

async function toldTo(user: TestUser): Promise<string[]> {
  const ask = 'select kind from notifications where user_id = $1 order by created_at, id'
  return (await asOwner(test.deps.databaseUrl, ask, [user.userId])).rows.map(({ kind }) => kind)
}

describe('stops of a trip without bookings', () => {
  it('adds and removes stops of a trip without bookings, with the same seat price', async () => {
    const off = trip.facts.places.find(({ seq }) => !trip.facts.declaredSeqs.includes(seq))
    const added = off?.placeId ?? ''
    const before = trip.facts.places.map(({ placeId }) => placeId)
    const ids = [BOGOTA, added, IBAGUE, CALI]
    ids.sort((a, b) => before.indexOf(a) - before.indexOf(b))
    const { status, body } = await edit(...ids.map((id) => stop(id)))
    expect([status, body.code]).toEqual([200, undefined])
    expect(await shown()).toEqual(ids.map((id) => [id, null]))
    const prices = body.trip.legs.map(({ price }: { price: number }) => price)
    expect(prices).toHaveLength(3)
    expect(prices.reduce((a: number, b: number) => a + b)).toBe(trip.facts.seatPrice)
    await expectConsistent(test.deps)
  })

  it('change their meeting points, and an unlisted one can stay', async () => {
    const unlist = `update safe_points set status = $2 where id = $1`
    await asOwner(test.deps.databaseUrl, unlist, [SALITRE, 'hidden'])
    const { status } = await edit(
      stop(BOGOTA, SALITRE),
      stop(GIRARDOT),
      stop(IBAGUE, IBAGUE_TERMINAL),
      stop(CALI),
    )
    await asOwner(test.deps.databaseUrl, unlist, [SALITRE, 'vetted'])
    expect(status).toBe(200)
    expect(await shown()).toEqual([
      [BOGOTA, SALITRE],
      [GIRARDOT, null],
      [IBAGUE, IBAGUE_TERMINAL],
      [CALI, null],
    ])
  })

  it.each([
    ['a place that is not on the way', ['05001'], 'route_stops_invalid'],
    ['stops in another order', [IBAGUE, GIRARDOT], 'route_stops_invalid'],
  ])('refuse %s', async (_name, between, code) => {
    const { body } = await edit(stop(BOGOTA), ...between.map((id) => stop(id)), stop(CALI))
    expect(body.code).toBe(code)
    expect(body.fields.stops).toEqual(body.error)
  })

  it('keep the first and the last place, and take points of their own place only', async () => {
    expect((await edit(stop(GIRARDOT), stop(CALI))).body.code).toBe('route_stops_invalid')
    const { body } = await edit(stop(BOGOTA, IBAGUE_TERMINAL), stop(CALI))
    expect(body.code).toBe('safe_point_not_found')
    expect((await shown())[0]).toEqual([BOGOTA, SALITRE])
  })
})

describe('stops of a booked trip', () => {
  it('refuse the removal of a stop that somebody booked, and allow that of another', async () => {
    await test.booked(ana, trip)
    const { body } = await edit(stop(BOGOTA, SALITRE), stop(GIRARDOT), stop(CALI))
    expect(body).toMatchObject({ code: 'trip_has_bookings' })
    expect(body.error).toContain('Ibagué')
    expect((await edit(stop(BOGOTA, SALITRE), stop(IBAGUE), stop(CALI))).status).toBe(200)
    expect(await shown()).toEqual([
      [BOGOTA, SALITRE],
      [IBAGUE, null],
      [CALI, null],
    ])
    await expectConsistent(test.deps)
  })

  it('tell who meets elsewhere, who then leaves with all the money on the last day', async () => {
    const { id, price } = await test.booked(ana, trip)
    const eva = await test.aPassenger()
    await test.booked(eva, trip, { from: BOGOTA, to: GIRARDOT })
    test.clock.set(addMs(trip.facts.departsAt, -10 * HOUR_MS))
    expect((await booking(id)).refundIfCancelledNow).toBe(Math.ceil(price / 2))
    const { status } = await edit(
      stop(BOGOTA, SALITRE),
      stop(GIRARDOT),
      stop(IBAGUE, IBAGUE_TERMINAL),
      stop(CALI),
    )
    expect(status).toBe(200)
    const after = await booking(id)
    const free = { meetingMoved: true, refundIfCancelledNow: price, fullRefundUntil: after.from.at }
    expect(after).toMatchObject(free)
    expect(await toldTo(ana)).toContain('trip_point_changed')
    expect(await toldTo(eva)).not.toContain('trip_point_changed')
    const marks = `select count(*)::int as n from driver_marks where driver_id = $1`
    const { rows } = await asOwner(test.deps.databaseUrl, marks, [trip.driver.userId])
    expect(rows[0].n).toBe(0)
    await test.act(ana, after, 'cancel')
    await expectConsistent(test.deps)
  })

  it('keep booked meeting points in the last two hours and with somebody aboard', async () => {
    const { id } = await test.booked(ana, trip, { from: BOGOTA })
    test.clock.set(addMs(trip.facts.departsAt, -2 * HOUR_MS + 1))
    const without = [stop(BOGOTA), stop(GIRARDOT), stop(IBAGUE), stop(CALI)]
    expect((await edit(...without)).body.code).toBe('trip_change_too_late')
    // A point that nobody uses can still change.
    const unused = [stop(BOGOTA, SALITRE), stop(GIRARDOT), stop(IBAGUE, IBAGUE_TERMINAL)]
    expect((await edit(...unused, stop(CALI))).status).toBe(200)
    await test.board(trip.driver, { id })
    const { body } = await edit(...without)
    expect(body.error).toContain('a bordo')
  })

  it('say before the change which places people booked', async () => {
    await test.booked(ana, trip)
    const path = `/trips/${trip.tripId}/change-preview`
    const asked = { departsAt: trip.facts.departsAt.toISOString() }
    const { body } = await test.call(trip.driver, 'POST', path, asked)
    expect(body.preview.bookedStops).toEqual([
      { placeId: IBAGUE, people: 1 },
      { placeId: CALI, people: 1 },
    ])
  })
})
