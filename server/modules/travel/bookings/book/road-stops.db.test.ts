import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addMs, MINUTE_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { expectConsistent } from '#test/race/invariants.ts'
import { BOGOTA, CALI, type TestTrip, type TripOptions } from '#test/trip-factories.ts'

// Places of the road that are no stops of the driver and are sold at once (decision 72).

let test: BookingsApp
let trip: TestTrip
/** Places of the road with a vetted point, and one without. */
let road: string[]
let bare: string

const run = (statement: string, values: unknown[] = []) =>
  asOwner(test.deps.databaseUrl, statement, values)

beforeAll(async () => {
  test = await openBookingsApp()
  const { facts } = await test.newTrip({ stops: [BOGOTA, CALI] })
  const places = facts.places.slice(1, -1).map(({ placeId }) => placeId)
  expect(places.length).toBeGreaterThan(6)
  bare = places[5] as string
  road = places.filter((id) => id !== bare).slice(0, 5)
  for (const placeId of road) {
    await run(
      `insert into safe_points (id, place_id, name, kind, lat, lng, approximate, address, status,
         created_at)
       values ($1, $2, 'Parador ' || $2, 'other', 4, -75, false, 'Vía', 'vetted', now())`,
      [newId(), placeId],
    )
  }
})
beforeEach(async () => {
  trip = await newTrip()
})

const newTrip = (options: TripOptions = {}) =>
  test.newTrip({ stops: [BOGOTA, CALI], roadStops: 'at_once', extraMax: 2, ...options })

const place = (n: number) => road[n] as string

async function book(from: string, of = trip) {
  const ana = await test.aPassenger(2_000_000)
  const { status, body } = await test.book(ana, of, { from, to: CALI })
  return { ana, status, code: body.code, booking: body.booking }
}

const statusOf = async (from: string, of = trip) => (await book(from, of)).booking?.status

async function extraStops(of = trip): Promise<number[]> {
  const { rows } = await run('select extra_stops from trip_seats where trip_id = $1', [of.tripId])
  return rows[0].extra_stops
}

const seqOf = (placeId: string) => trip.facts.places.findIndex((each) => each.placeId === placeId)
const edit = (changes: object) =>
  test.call(trip.driver, 'PATCH', `/trips/${trip.tripId}`, changes as Record<string, unknown>)

describe('a place of the road with a vetted point', () => {
  it('is booked without an answer of the driver, and met at its point', async () => {
    const { booking, ana } = await book(place(0))
    expect(booking).toMatchObject({ status: 'confirmed', expiresAt: null })
    expect(booking.from.point.name).toBe(`Parador ${place(0)}`)
    expect(await extraStops()).toEqual([seqOf(place(0))])
    const { body } = await test.call(ana, 'GET', `/trips/${trip.tripId}`)
    const stop = body.trip.corridor[seqOf(place(0))]
    expect(stop).toMatchObject({ declared: false, atOnce: true, extra: true })
    await expectConsistent(test.deps)
  })

  it('is asked for as a third one, and not refused', async () => {
    const stays = [await statusOf(place(0)), await statusOf(place(1)), await statusOf(place(2))]
    expect(stays).toEqual(['confirmed', 'confirmed', 'requested'])
    expect(await extraStops()).toHaveLength(2)
    await expectConsistent(test.deps)
  })

  it('is one extra stop for two people, and free again after the last of them', async () => {
    const [first, second] = [await book(place(0)), await book(place(0))]
    expect(await extraStops()).toEqual([seqOf(place(0))])
    await test.act(first.ana, first.booking, 'cancel')
    expect(await extraStops()).toEqual([seqOf(place(0))])
    await test.act(second.ana, second.booking, 'cancel')
    expect(await extraStops()).toEqual([])
    await expectConsistent(test.deps)
  })

  it('is free again after a change to another part, which takes its own', async () => {
    const { ana, booking } = await book(place(0))
    const to = (from: string) => ({ fromStopId: trip.stop(from), toStopId: trip.stop(CALI) })
    const changed = await test.act(ana, booking, 'segment', to(place(1)))
    expect(changed.body.booking.from.point.name).toBe(`Parador ${place(1)}`)
    expect(await extraStops()).toEqual([seqOf(place(1))])
    expect((await test.act(ana, booking, 'segment', to(bare))).body.code).toBe(
      'segment_not_changeable',
    )
    await test.act(ana, booking, 'segment', to(BOGOTA))
    expect(await extraStops()).toEqual([])
    await expectConsistent(test.deps)
  })

  it('is by request without a point, without instant booking, and in the last hour', async () => {
    expect(await statusOf(bare)).toBe('requested')
    expect(await statusOf(place(0), await newTrip({ instant: false }))).toBe('requested')
    expect(await statusOf(place(0), await newTrip({ roadStops: 'ask' }))).toBe('requested')
    // Far down the road, where a request is still answered in time.
    const far = place(4)
    test.clock.set(addMs(trip.facts.departsAt, -60 * MINUTE_MS))
    expect(await statusOf(far)).toBe('confirmed')
    test.clock.set(addMs(trip.facts.departsAt, -59 * MINUTE_MS))
    expect(['requested', undefined]).toContain(await statusOf(far))
  })

  it('stays booked when its point leaves the list, and is sold by request', async () => {
    const { ana, booking } = await book(place(0))
    const hide = (status: string) =>
      run('update safe_points set status = $1 where place_id = $2', [status, place(0)])
    await hide('hidden')
    const { body } = await test.call(ana, 'GET', `/bookings/${booking.id}`)
    expect(body.booking).toMatchObject({ status: 'confirmed', from: { point: { listed: false } } })
    expect(await statusOf(place(0))).toBe('requested')
    await hide('vetted')
  })
})

describe('the driver', () => {
  it('cannot allow fewer extra stops than are booked, but sell no more', async () => {
    const { booking } = await book(place(0))
    await book(place(1))
    const fewer = await edit({ extraMax: 1 })
    expect([fewer.status, fewer.body.code]).toEqual([409, 'trip_has_bookings'])
    expect(fewer.body.error).toContain('2 lugares')
    expect((await edit({ roadStops: 'no' })).status).toBe(200)
    expect(await extraStops()).toHaveLength(2)
    expect((await book(place(2))).code).toBe('stop_not_offered')
    expect(booking.status).toBe('confirmed')
    await expectConsistent(test.deps)
  })

  it('has an extra stop free again after making the place a stop', async () => {
    await book(place(0))
    const stops = [BOGOTA, place(0), CALI].map((placeId) => ({ placeId }))
    expect((await edit({ stops })).status).toBe(200)
    expect(await extraStops()).toEqual([])
    await expectConsistent(test.deps)
  })

  it('is heard as by the release before', async () => {
    const old = await newTrip({ enRoutePickups: false, roadStops: undefined })
    expect(old.facts.roadStops).toBe('no')
    const shown = await edit({ enRoutePickups: false })
    expect(shown.body.trip).toMatchObject({ roadStops: 'no' })
    expect((await edit({ enRoutePickups: true })).body.trip.roadStops).toBe('ask')
    await run('update trips set en_route_pickups = false where id = $1', [trip.tripId])
    const { rows } = await run('select road_stops from trips where id = $1', [trip.tripId])
    expect(rows).toEqual([{ road_stops: 'no' }])
  })
})

it('shows searches the part without "solicitar", and where the car stops', async () => {
  const { departsAt } = trip.facts
  const date = departsAt.toISOString().slice(0, 10)
  const results = async (more = '') => {
    const query = `from=${place(0)}&to=${CALI}&date=${date}${more}`
    const { body } = await test.call(trip.driver, 'GET', `/trips/search?${query}`)
    return body.results.filter((each: { tripId: string }) => each.tripId === trip.tripId)
  }
  const found = { match: 'corridor', needsApproval: false, meetingPoint: `Parador ${place(0)}` }
  expect(await results()).toMatchObject([found])
  expect(await results('&filters=instant')).toHaveLength(1)
  await book(place(1))
  await book(place(2))
  expect(await results()).toMatchObject([{ needsApproval: true, meetingPoint: null }])
  expect(await results('&filters=instant')).toHaveLength(0)
})
