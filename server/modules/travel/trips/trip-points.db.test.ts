import { beforeAll, describe, expect, it } from 'vitest'
import { loadSafePoints } from '#server/modules/roads/places/index.ts'
import { generateDue } from '#server/modules/travel/trip-changes/recurrence/generate-trips.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { derivedId, newId } from '#server/platform/ids.ts'
import { type BookingsApp, FUNDS, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW } from '#test/deps.ts'
import { aUser, aVerifiedDriver, type TestDriver } from '#test/factories.ts'
import { BOGOTA, CALI, GIRARDOT, IBAGUE } from '#test/trip-factories.ts'

const SALITRE = derivedId('safe-point', 'bogota-terminal-salitre')
const IBAGUE_TERMINAL = derivedId('safe-point', 'ibague-terminal')

let test: BookingsApp
let driver: TestDriver

beforeAll(async () => {
  test = await openBookingsApp()
  await loadSafePoints(test.deps)
  driver = await aVerifiedDriver(test.deps)
})

const at = (days: number) => addMs(TEST_NOW, days * DAY_MS).toISOString()

/** Returns the recommended seat price for the stops and the departure. */
async function seatPrice(stops: string[], departsAt: string): Promise<number> {
  const { body } = await test.call(driver, 'POST', '/trips/quote', { stops, departsAt, seats: 3 })
  return body.seat.recommended
}

async function aBody(stops: object[], more: object = {}) {
  const ids = stops.map((stop) => (stop as { placeId: string }).placeId)
  const departsAt = at(5)
  const price = await seatPrice(ids, departsAt)
  return { vehicleId: driver.vehicleId, stops, departsAt, seats: 3, seatPrice: price, ...more }
}

type Stop = { placeId: string; point: { id: string; listed: boolean } | null }
const chosen = (trip: { stops: Stop[] }) =>
  trip.stops.map(({ placeId, point }) => [placeId, point?.id ?? null])

function hide(pointId: string, status = 'hidden') {
  const sql = 'update safe_points set status = $2 where id = $1'
  return asOwner(test.deps.databaseUrl, sql, [pointId, status])
}

describe('meeting points of a trip', () => {
  it('shows the meeting points of a trip and its return to everybody', async () => {
    const stops = [
      { placeId: BOGOTA, safePointId: SALITRE },
      { placeId: GIRARDOT },
      { placeId: IBAGUE, safePointId: IBAGUE_TERMINAL },
    ]
    const back = [IBAGUE, GIRARDOT, BOGOTA]
    const returnTrip = { departsAt: at(7), seatPrice: await seatPrice(back, at(7)) }
    const body = await aBody(stops, { returnTrip })
    const answer = await test.call(driver, 'POST', '/trips', body)
    expect(answer.status).toBe(201)
    expect(chosen(answer.body.trip)).toEqual([
      [BOGOTA, SALITRE],
      [GIRARDOT, null],
      [IBAGUE, IBAGUE_TERMINAL],
    ])
    expect(chosen(answer.body.returnTrip)).toEqual(chosen(answer.body.trip).toReversed())
    const { body: shown } = await test.call(
      await aUser(test.deps),
      'GET',
      `/trips/${answer.body.trip.id}`,
    )
    expect(shown.trip.stops[0].point).toMatchObject({
      name: expect.stringContaining('Salitre'),
      kind: 'terminal',
      approximate: true,
      listed: true,
    })
  })

  it('refuses unknown meeting points, points of another place and unlisted ones', async () => {
    const count = async () => {
      const { rows } = await asOwner(
        test.deps.databaseUrl,
        'select count(*)::int as n from trips where driver_id = $1',
        [driver.userId],
      )
      return rows[0].n
    }
    const before = await count()
    const proposed = derivedId('safe-point', 'cali-unicentro')
    await hide(proposed, 'proposed')
    const bad = [derivedId('safe-point', 'nada'), SALITRE, proposed]
    for (const safePointId of bad) {
      const stops = [{ placeId: BOGOTA }, { placeId: CALI, safePointId }]
      const refused = await aBody(stops, { departsAt: at(12) })
      const { status, body } = await test.call(driver, 'POST', '/trips', refused)
      expect([status, body.code]).toEqual([404, 'safe_point_not_found'])
      expect(Object.keys(body.fields)).toEqual(['stops.1.safePointId'])
    }
    expect(await count()).toBe(before)
  })

  it('keeps points on the trip and its bookings after they are taken off the list', async () => {
    const point = derivedId('safe-point', 'bogota-portal-80')
    const trip = await test.newTrip({ points: { [BOGOTA]: point } })
    const booking = await test.booked(await test.aPassenger(), trip, { from: BOGOTA, to: IBAGUE })
    expect(booking.from.point).toMatchObject({ id: point, listed: true })
    expect(booking.to.point).toBeNull()
    await hide(point)
    const { body } = await test.call(trip.driver, 'GET', `/trips/${trip.tripId}`)
    expect(body.trip.stops[0].point).toMatchObject({ id: point, listed: false })
  })

  it('repeats meeting points weekly, without those taken off the list', async () => {
    const point = derivedId('safe-point', 'bogota-centro-mayor')
    const stops = [{ placeId: BOGOTA, safePointId: point }, { placeId: GIRARDOT }]
    const weekly = await aVerifiedDriver(test.deps)
    const trip = { ...(await aBody(stops)), vehicleId: weekly.vehicleId }
    const answer = await test.call(weekly, 'POST', '/trip-series', { trip, weekdays: [3] })
    expect(answer.status).toBe(201)
    await hide(point)
    test.clock.set(addMs(TEST_NOW, 10 * DAY_MS))
    await generateDue(test.deps)
    const { rows } = await asOwner(
      test.deps.databaseUrl,
      `select (select safe_point_id from trip_stop_points p where p.trip_id = t.id) as point
       from trips t where driver_id = $1 order by departs_at`,
      [weekly.userId],
    )
    const points = rows.map((row: { point: string | null }) => row.point)
    expect(points.length).toBeGreaterThanOrEqual(5)
    expect(points.slice(0, 4)).toEqual([point, point, point, point])
    expect(points.at(-1)).toBeNull()
    test.clock.set(TEST_NOW)
  })
})

describe('meeting points of a passenger', () => {
  const PORTAL_NORTE = derivedId('safe-point', 'bogota-portal-norte')
  const MULTICENTRO = derivedId('safe-point', 'ibague-multicentro')
  const part = { from: BOGOTA, to: IBAGUE }

  it("applies a passenger's points to one booking, where the driver chose none", async () => {
    const trip = await test.newTrip()
    const [ana, luis] = [await test.aPassenger(), await test.aPassenger()]
    const points = { fromPointId: PORTAL_NORTE, toPointId: MULTICENTRO }
    const mine = await test.booked(ana, trip, { ...part, ...points })
    expect(mine.from.point).toMatchObject({ id: PORTAL_NORTE, listed: true })
    expect(mine.to.point).toMatchObject({ id: MULTICENTRO })
    const other = await test.booked(luis, trip, part)
    expect([other.from.point, other.to.point]).toEqual([null, null])
    const { body } = await test.call(trip.driver, 'GET', `/bookings/${mine.id}`)
    expect(body.booking.from.point.id).toBe(PORTAL_NORTE)
    const shown = await test.call(luis, 'GET', `/trips/${trip.tripId}`)
    expect(JSON.stringify(shown.body)).not.toContain(PORTAL_NORTE)
  })

  it("allows a passenger's meeting point at an undeclared stop", async () => {
    const trip = await test.newTrip()
    const toPointId = derivedId('safe-point', 'melgar-terminal')
    const ana = await test.aPassenger()
    const booking = await test.booked(ana, trip, { from: BOGOTA, to: '73449', toPointId })
    expect(booking).toMatchObject({ status: 'requested', to: { point: { id: toPointId } } })
  })

  it('requires a vetted point of the same place, where the driver chose none', async () => {
    const trip = await test.newTrip({ points: { [BOGOTA]: SALITRE } })
    const ana = await test.aPassenger()
    const tried = async (points: object) => {
      const { status, body } = await test.book(ana, trip, { ...part, ...points })
      return [status, body.code, Object.keys(body.fields ?? {})]
    }
    const offered = [409, 'point_not_offered', ['fromPointId']]
    expect(await tried({ fromPointId: PORTAL_NORTE })).toEqual(offered)
    expect(await tried({ fromPointId: SALITRE })).toEqual(offered)
    const unknown = [404, 'safe_point_not_found', ['toPointId']]
    expect(await tried({ toPointId: PORTAL_NORTE })).toEqual(unknown)
    expect(await tried({ toPointId: derivedId('safe-point', 'nada') })).toEqual(unknown)
    await hide(MULTICENTRO, 'proposed')
    expect(await tried({ toPointId: MULTICENTRO })).toEqual(unknown)
    await hide(MULTICENTRO, 'vetted')
    expect(await test.available(ana)).toBe(FUNDS)
    expect((await tried({ toPointId: MULTICENTRO }))[0]).toBe(201)
  })

  it('refuses another point with a repeated key, and keeps an unlisted point', async () => {
    const trip = await test.newTrip()
    const ana = await test.aPassenger()
    const body = { ...part, fromPointId: PORTAL_NORTE, key: newId() }
    const first = await test.booked(ana, trip, body)
    await hide(PORTAL_NORTE)
    const again = await test.booked(ana, trip, body)
    expect(again.id).toBe(first.id)
    expect(again.from.point).toMatchObject({ id: PORTAL_NORTE, listed: false })
    const { fromPointId: _none, ...without } = body
    for (const changed of [without, { ...body, toPointId: MULTICENTRO }]) {
      const { status, body: answer } = await test.book(ana, trip, changed)
      expect([status, answer.code]).toEqual([422, 'idempotency_mismatch'])
    }
    await hide(PORTAL_NORTE, 'vetted')
  })
})
