import { beforeAll, describe, expect, it, vi } from 'vitest'
import { addMs, HOUR_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { newId } from '#server/platform/ids.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { asOwner } from '#test/db.ts'
import { aUser, freshToken, type TestUser } from '#test/factories.ts'
import { aRoadNetwork, aTrip, BOGOTA, CALI, IBAGUE, type TestTrip } from '#test/trip-factories.ts'
import { takeSeats } from './seats.queries.ts'

let test: TestApp
let trip: TestTrip
let passenger: TestUser

beforeAll(async () => {
  test = await openTestApp()
  await aRoadNetwork(test.deps)
  trip = await aTrip(test.deps)
  passenger = await aUser(test.deps)
})

async function get(path: string, token?: string) {
  const headers = token ? { authorization: `Bearer ${token}` } : {}
  const answer = await test.app.inject({ url: `/api${path}`, headers })
  return { status: answer.statusCode, body: answer.json() }
}

function insertBooking(tripId: string, passengerId: string, status: string) {
  const { driver, facts } = trip
  return asOwner(
    test.deps.databaseUrl,
    `insert into bookings (id, trip_id, passenger_id, driver_id, from_seq, to_seq, seats,
       fare_pesos, commission_bp, payment_mode, status, code, picks_up_at, drops_off_at, created_at)
     values ($1, $2, $3, $4, 0, 1, 2, 1000, 1000, 'billetera', $5, $6, $7, $8, $7)`,
    [
      newId(),
      tripId,
      passengerId,
      driver.userId,
      status,
      newId().slice(-6),
      facts.departsAt,
      facts.arrivesAt,
    ],
  )
}

describe('reading one trip', () => {
  it('shows a trip to visitors without the plate', async () => {
    const { status, body } = await get(`/trips/${trip.tripId}`)
    expect(status).toBe(200)
    expect(body.trip).toMatchObject({ viewer: 'visitor', segment: null })
    expect(body.trip.vehicle.plate).toBeNull()
    expect(body.trip.can).toMatchObject({ book: true, cancel: false, pause: false, checkIn: false })
    expect(body.trip.driver).toMatchObject({ name: 'Carlos R.', verified: true, tripsCompleted: 0 })
  })

  it('shows a trip whose preferences have a key of a newer release, or lack one', async () => {
    const { tripId } = await aTrip(test.deps)
    const stored = `preferences - 'pets' || '{"wifi": true}'`
    // The migration of that release replaces the constraint.
    await asOwner(test.deps.databaseUrl, 'alter table trips drop constraint trips_preferences_fit')
    const change = `update trips set preferences = ${stored} where id = $1`
    await asOwner(test.deps.databaseUrl, change, [tripId])
    const { status, body } = await get(`/trips/${tripId}`)
    expect(status).toBe(200)
    expect(body.trip.preferences).toMatchObject({ pets: false })
    expect(body.trip.preferences).not.toHaveProperty('wifi')
  })

  it('returns price, seats and times of a segment of the trip', async () => {
    const [from, to] = [trip.stop(IBAGUE), trip.stop(CALI)]
    const [fromSeq, toSeq] = [from, to].map((id) => Number(id.split('.')[1])) as [number, number]
    const { tripId } = trip
    await inTransaction(test.deps.db, (tx) =>
      takeSeats(tx, { tripId, fromSeq: 0, toSeq: fromSeq, seats: 3 }),
    )
    await inTransaction(test.deps.db, (tx) =>
      takeSeats(tx, { tripId, fromSeq: toSeq - 1, toSeq, seats: 1 }),
    )
    const { body } = await get(`/trips/${tripId}?from=${from}&to=${to}`)
    const { priceCumulative, places } = trip.facts
    expect(body.trip.segment).toMatchObject({
      fromStopId: from,
      toStopId: to,
      seatsLeft: 2,
      price: (priceCumulative[toSeq] ?? 0) - (priceCumulative[fromSeq] ?? 0),
      departsAt: places[fromSeq]?.at.toISOString(),
      arrivesAt: places[toSeq]?.at.toISOString(),
      needsApproval: false,
    })
    expect(body.trip.can.book).toBe(true)
    const sold = await get(`/trips/${tripId}?from=${trip.stop(BOGOTA)}&to=${to}`)
    expect(sold.body.trip.segment.seatsLeft).toBe(0)
    expect(sold.body.trip.can.book).toBe(false)
    const undeclared = await get(`/trips/${tripId}?from=${tripId}.${fromSeq + 1}`)
    expect(undeclared.body.trip.segment).toMatchObject({ toStopId: to, needsApproval: true })
  })

  it('says why the requested seats cannot be booked', async () => {
    const other = await aTrip(test.deps, { seats: 3 })
    const [from, to] = [other.stop(IBAGUE), other.stop(CALI)]
    const said = async (query: string, token?: string) => {
      const { trip: view } = (await get(`/trips/${other.tripId}${query}`, token)).body
      expect(view.can.book).toBe(view.bookingRefusal === null)
      return view.bookingRefusal
    }
    const part = `?from=${from}&to=${to}`
    expect([await said(''), await said(`${part}&seats=3`)]).toEqual([null, null])
    const legs = [from, to].map((id) => Number(id.split('.')[1])) as [number, number]
    const take = (seats: number) =>
      inTransaction(test.deps.db, (tx) => {
        return takeSeats(tx, { tripId: other.tripId, fromSeq: legs[0], toSeq: legs[1], seats })
      })
    await take(2)
    expect(await said(part)).toBeNull()
    expect(await said(`${part}&seats=2`)).toBe('En este tramo solo hay 1 de 2 cupos.')
    await take(1)
    const full = 'Ya no hay cupos para este tramo. Prueba con otro.'
    expect([await said(part), await said('')]).toEqual([full, full])
    expect(await said(`?from=${other.stop(BOGOTA)}&to=${from}`)).toBeNull()
    expect(await said('', other.driver.token)).toBe('No puedes reservar en tu propio viaje.')
    const run = (statement: string) => asOwner(test.deps.databaseUrl, statement, [other.tripId])
    await run('update trips set en_route_pickups = false, revision = revision + 1 where id = $1')
    const melgar = `?from=${other.tripId}.${legs[0] + 1}`
    expect(await said(melgar)).toBe('El conductor no recoge en ese punto.')
    await run(`update trips set status = 'cancelled', cancelled_at = departs_at where id = $1`)
    expect(await said('')).toBe('Este viaje se canceló.')
  })

  it('refuses stops of other trips, unknown stops and stops in the wrong order', async () => {
    const code = async (query: string) => (await get(`/trips/${trip.tripId}?${query}`)).body.code
    expect(await code(`from=${newId()}.0`)).toBe('stop_not_found')
    expect(await code(`to=${trip.tripId}.99`)).toBe('stop_not_found')
    expect(await code(`from=${trip.stop(CALI)}`)).toBe('stops_out_of_order')
    expect(await code(`from=${trip.stop(IBAGUE)}&to=${trip.stop(IBAGUE)}`)).toBe(
      'stops_out_of_order',
    )
    expect(await code('from=x')).toBe('invalid_request')
    expect((await get(`/trips/${newId()}`)).body.code).toBe('trip_not_found')
    expect((await get('/trips/nada')).body.code).toBe('invalid_request')
  })

  it('shows the plate only to the driver and to people with a confirmed seat', async () => {
    const own = await get(`/trips/${trip.tripId}`, trip.driver.token)
    expect(own.body.trip.vehicle.plate).toMatch(/^[A-Z]{3}\d{3}$/)
    expect(own.body.trip).toMatchObject({ viewer: 'driver', can: { book: false, cancel: true } })
    await insertBooking(trip.tripId, passenger.userId, 'requested')
    const asked = await get(`/trips/${trip.tripId}`, passenger.token)
    expect(asked.body.trip).toMatchObject({
      viewer: 'passenger',
      bookingRefusal: 'Ya tienes un cupo en este viaje.',
      can: { book: false },
    })
    expect(asked.body.trip.vehicle.plate).toBeNull()
    const confirmed = await aUser(test.deps)
    await insertBooking(trip.tripId, confirmed.userId, 'confirmed')
    const seen = await get(`/trips/${trip.tripId}`, confirmed.token)
    expect(seen.body.trip.vehicle.plate).toMatch(/^[A-Z]{3}\d{3}$/)
    const gone = await aUser(test.deps)
    await insertBooking(trip.tripId, gone.userId, 'cancelled_by_passenger')
    const after = await get(`/trips/${trip.tripId}`, gone.token)
    expect(after.body.trip.viewer).toBe('visitor')
    expect(after.body.trip.vehicle.plate).toBeNull()
  })

  it('tells only the driver where the trip is, and what one more seat brings', async () => {
    const mine = await aTrip(test.deps, { departsAt: addMs(test.clock.now(), 2 * HOUR_MS) })
    const path = `/trips/${mine.tripId}`
    const { own, seatPrice } = (await get(path, mine.driver.token)).body.trip
    const seatEarns = seatPrice - Math.round(seatPrice / 10)
    expect(own).toEqual({ state: 'to_leave', finishedAt: null, seatEarns })
    const seat = await aUser(test.deps)
    await insertBooking(mine.tripId, seat.userId, 'confirmed')
    expect((await get(path, seat.token)).body.trip.own).toBeNull()
    expect((await get(path)).body.trip.own).toBeNull()
  })

  it('allows check-in and sells later stops after departure, but no cancellation', async () => {
    const departs = addMs(test.clock.now(), 2 * HOUR_MS)
    const soon = await aTrip(test.deps, { departsAt: departs })
    const before = test.clock.now()
    test.clock.set(addMs(departs, 60_000))
    const token = await freshToken(test.deps, soon.driver)
    const own = await get(`/trips/${soon.tripId}`, token)
    // Nobody pressed: the clock alone says not that the car left.
    expect(own.body.trip.status).toBe('published')
    expect(own.body.trip.can).toMatchObject({ cancel: false, pause: false, checkIn: true })
    const query = `from=${soon.stop(IBAGUE)}&to=${soon.stop(CALI)}`
    expect((await get(`/trips/${soon.tripId}?${query}`)).body.trip.can.book).toBe(true)
    const missed = `from=${soon.stop(BOGOTA)}&to=${soon.stop(CALI)}`
    const { trip: left } = (await get(`/trips/${soon.tripId}?${missed}`)).body
    expect(left).toMatchObject({
      bookingRefusal: 'El viaje ya pasó por Bogotá.',
      can: { book: false },
    })
    test.clock.set(before)
  })
})

describe("the list of a driver's trips", () => {
  it('lists the trips of a driver with sold seats and pending requests', async () => {
    const { status, body } = await get('/trips/mine', trip.driver.token)
    expect(status).toBe(200)
    expect(body.trips).toHaveLength(1)
    expect(body.trips[0]).toMatchObject({
      id: trip.tripId,
      seats: 3,
      seatsSold: 2,
      requestsPending: 1,
      runSheet: false,
      seatPrice: trip.facts.seatPrice,
    })
    expect(body.trips[0].stops.map((stop: { name: string }) => stop.name)).toEqual([
      'Bogotá',
      'Girardot',
      'Ibagué',
      'Cali',
    ])
    expect((await get('/trips/mine', passenger.token)).body.trips).toEqual([])
    expect((await get('/trips/mine')).status).toBe(401)
  })
})

it('shows a moved trip immediately, and a renamed place after one minute', async () => {
  const other = await aTrip(test.deps)
  const passed = async () => {
    const { stops } = (await get(`/trips/${other.tripId}`)).body.trip as {
      stops: { name: string; at: string }[]
    }
    return { name: stops[0]?.name, at: stops[0]?.at }
  }
  const { name, at } = await passed()
  const { databaseUrl } = test.deps
  const rename = (to: string) =>
    asOwner(databaseUrl, 'update places set name = $1 where id = $2', [to, BOGOTA])
  await rename('Santa Fe')
  const later = addMs(other.facts.departsAt, HOUR_MS)
  await asOwner(
    databaseUrl,
    `update trips set departs_at = $1, arrives_at = arrives_at + interval '1 hour' where id = $2`,
    [later, other.tripId],
  )
  expect(await passed()).toEqual({ name, at: later.toISOString() })
  expect(at).not.toBe(later.toISOString())
  const started = performance.now()
  const watch = vi.spyOn(performance, 'now').mockImplementation(() => started + 61_000)
  expect((await passed()).name).toBe('Santa Fe')
  await rename(name ?? '')
  // Later test files use the same cache of the process.
  watch.mockImplementation(() => started + 122_000)
  expect((await passed()).name).toBe(name)
})
