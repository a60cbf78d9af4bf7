import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { RoadTrip } from '#contract/back-office-road.ts'
import { sealedColumn } from '#server/modules/community/safety/index.ts'
import { addMs, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW } from '#test/deps.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import type { TestTrip } from '#test/trip-factories.ts'
import { tripTold } from './road.messages.ts'

let test: BookingsApp
let support: TestUser

beforeAll(async () => {
  test = await openBookingsApp()
  support = await aUser(test.deps, { roles: ['passenger', 'support'] })
})

/** A trip with one confirmed seat, three hours after `TEST_NOW`. */
async function aTrip() {
  test.clock.set(TEST_NOW)
  const trip = await test.newTrip({ departsAt: addMs(TEST_NOW, 3 * HOUR_MS) })
  const passenger = await test.aPassenger()
  return { trip, passenger, booking: await test.booked(passenger, trip) }
}

const clockTo = (trip: TestTrip, minutes: number) =>
  test.clock.set(addMs(trip.facts.departsAt, minutes * MINUTE_MS))

async function road(query = ''): Promise<RoadTrip[]> {
  const { status, body } = await test.call(support, 'GET', `/admin/road${query}`)
  expect([status, body.code]).toEqual([200, undefined])
  return body.trips
}

async function onRoad({ tripId }: TestTrip): Promise<RoadTrip | undefined> {
  return (await road()).find(({ id }) => id === tripId)
}

const owner = (text: string, values: unknown[]) => asOwner(test.deps.databaseUrl, text, values)

describe('the board of trips', () => {
  it('follows a trip from presses: late to leave, on the way, late to arrive, silent', async () => {
    const { trip, booking } = await aTrip()
    clockTo(trip, 14)
    expect(await onRoad(trip)).toBeUndefined()
    clockTo(trip, 52)
    expect(await onRoad(trip)).toMatchObject({
      ...{ state: 'late_to_leave', lateMinutes: 52, car: 0, heard: null, waiting: 1, aboard: 0 },
    })
    test.toPickUp(booking, 0)
    await test.board(trip.driver, booking)
    expect(await onRoad(trip)).toMatchObject({
      ...{ state: 'on_the_way', waiting: 0, aboard: 1, heard: { how: 'boarding' }, lateMinutes: 0 },
    })
    test.clock.set(addMs(trip.facts.arrivesAt, 38 * MINUTE_MS))
    const late = await onRoad(trip)
    expect(late).toMatchObject({ state: 'late_to_arrive' })
    expect(late?.lateMinutes).toBeGreaterThanOrEqual(38)
    const moved = Date.parse(late?.expectedAt ?? '') - Date.parse(late?.plannedAt ?? '')
    expect(late?.lateMinutes).toBe(moved / MINUTE_MS)
    test.clock.set(addMs(trip.facts.arrivesAt, 190 * MINUTE_MS))
    expect(await onRoad(trip)).toMatchObject({ state: 'no_news', lateMinutes: 190 })
    test.clock.set(addMs(trip.facts.arrivesAt, 24 * HOUR_MS))
    expect(await onRoad(trip)).toBeUndefined()
  })

  it('lists the groups in their order, and in each the latest first', async () => {
    const [first, second] = [await aTrip(), await aTrip()]
    const third = await aTrip()
    await owner(`update trips set departs_at = departs_at - interval '20 minutes' where id = $1`, [
      second.trip.tripId,
    ])
    test.toPickUp(third.booking, 0)
    clockTo(
      third.trip,
      Math.max(16, (test.clock.now().getTime() - third.trip.facts.departsAt.getTime()) / MINUTE_MS),
    )
    await test.board(third.trip.driver, third.booking)
    const order = (await road()).map(({ id }) => id)
    const places = [second, first, third].map(({ trip }) => order.indexOf(trip.tripId))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places).not.toContain(-1)
  })

  it('shows a trip that left early, and one without passengers only when asked', async () => {
    const { trip } = await aTrip()
    const empty = await test.newTrip({ departsAt: addMs(TEST_NOW, 3 * HOUR_MS) })
    clockTo(trip, -30)
    expect((await test.call(trip.driver, 'POST', `/trips/${trip.tripId}/start`)).status).toBe(200)
    expect(await onRoad(trip)).toMatchObject({ state: 'on_the_way', heard: { how: 'start' } })
    clockTo(trip, 20)
    expect((await road()).map(({ id }) => id)).not.toContain(empty.tripId)
    expect((await road('?all=true')).map(({ id }) => id)).toContain(empty.tripId)
  })

  it('puts the car at presses that count, not doubtful ones, and at newer positions', async () => {
    const { trip, passenger } = await aTrip()
    clockTo(trip, 0)
    await test.call(trip.driver, 'POST', `/trips/${trip.tripId}/start`)
    clockTo(trip, 30)
    const last = trip.facts.places.length - 1
    const countsAt = trip.facts.arrivesAt
    await owner(
      'insert into journey_arrivals (trip_id, seq, at, counts_at) values ($1, $2, $3, $4)',
      [trip.tripId, last, test.clock.now(), countsAt],
    )
    expect(await onRoad(trip)).toMatchObject({ car: 0, heard: { how: 'start' } })
    expect((await onRoad(trip))?.stops.map(({ passed }) => passed)).not.toContain(true)
    const id = newId()
    const { lat, lng, km } = trip.facts.places[1] ?? { lat: 0, lng: 0, km: 0 }
    const whole = trip.facts.places[last]?.km ?? 1
    const place = sealedColumn(
      'shared_positions.sealed',
      z.object({ lat: z.number(), lng: z.number(), accuracyMeters: z.int() }),
    ).seal(test.deps.secrets, id, { lat, lng, accuracyMeters: 20 })
    await owner(
      'insert into shared_positions (id, user_id, trip_id, sealed, at) values ($1, $2, $3, $4, $5)',
      [id, passenger.userId, trip.tripId, place, test.clock.now()],
    )
    const shown = await onRoad(trip)
    expect(shown?.heard?.how).toBe('position')
    expect(shown?.car).toBeCloseTo(km / whole)
    expect(JSON.stringify(shown)).not.toContain(String(lat))
  })

  it('says who may leave now without cost, and what it would return', async () => {
    const { trip, passenger, booking } = await aTrip()
    const detail = async () => {
      const { body } = await test.call(support, 'GET', `/admin/road/${trip.tripId}`)
      return { ...body.passengers[0], atStake: body.atStake, toldAt: body.toldAt }
    }
    test.toPickUp(booking, 29 * MINUTE_MS)
    expect(await detail()).toMatchObject({ id: passenger.userId, mayLeave: false, atStake: 0 })
    test.toPickUp(booking, 31 * MINUTE_MS)
    const { rows } = await owner('select fare_pesos from bookings where id = $1', [booking.id])
    expect(await detail()).toMatchObject({
      ...{ mayLeave: true, aboard: false, arrived: null, atStake: Number(rows[0].fare_pesos) },
    })
    const none = await test.call(support, 'GET', `/admin/road/${newId()}`)
    expect(none.body.code).toBe('trip_not_found')
  })
})

describe('a message to everybody of a trip', () => {
  const write = (who: TestUser, { tripId }: TestTrip, id: string, text = 'Vamos a llamar.') =>
    test.call(who, 'POST', `/admin/road/${tripId}/messages`, { id, text })
  const told = async (userId: string) => {
    const { rows } = await owner(
      `select body from notifications where user_id = $1 and kind = 'trip_told'`,
      [userId],
    )
    return rows.map(({ body }) => body)
  }

  it('reaches driver and passengers once for each key, and is in the trail once', async () => {
    const { trip, passenger } = await aTrip()
    const requested = await test.aPassenger()
    const id = newId()
    clockTo(trip, 40)
    for (const _ of [1, 2]) {
      const { status, body } = await write(support, trip, id)
      expect([status, body]).toEqual([200, { told: 2 }])
    }
    for (const { userId } of [passenger, trip.driver]) {
      expect(await told(userId)).toEqual([expect.stringContaining('Vamos a llamar.')])
    }
    expect(await told(requested.userId)).toEqual([])
    expect(tripTold.channels).toEqual({
      ...{ inbox: true, mail: true, short: true, duty: true, texts: true },
    })
    const { rows } = await owner(
      `select actor_id from staff_actions where action = 'trip.told' and subject_id = $1`,
      [trip.tripId],
    )
    expect(rows).toEqual([{ actor_id: support.userId }])
    const notes = await owner('select text from desk_notes where id = $1', [id])
    expect(notes.rows).toEqual([{ text: 'A todos los del viaje: Vamos a llamar.' }])
  })

  it('is one in five minutes for each trip', async () => {
    const { trip, passenger } = await aTrip()
    clockTo(trip, 40)
    await write(support, trip, newId())
    clockTo(trip, 44)
    expect((await write(support, trip, newId())).body.code).toBe('trip_told_lately')
    clockTo(trip, 45)
    expect((await write(support, trip, newId())).status).toBe(200)
    expect(await told(passenger.userId)).toHaveLength(2)
  })

  it('is refused to who may not answer people, without words, and for no trip', async () => {
    const { trip, passenger } = await aTrip()
    const verifier = await aUser(test.deps, { roles: ['passenger', 'verifier'] })
    expect((await write(verifier, trip, newId())).body.code).toBe('forbidden')
    expect((await write(support, trip, newId(), 'Hola')).body.code).toBe('invalid_request')
    const nobody = { ...trip, tripId: newId() }
    expect((await write(support, nobody, newId())).body.code).toBe('trip_not_found')
    expect(await told(passenger.userId)).toEqual([])
  })
})
