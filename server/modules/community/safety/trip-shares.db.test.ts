import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { sealingKeys } from '#server/platform/crypto.ts'
import { newId } from '#server/platform/ids.ts'
import { type Body, type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { aUser, freshToken, type TestUser } from '#test/factories.ts'
import { reseal } from '#test/reseal.ts'
import { BOGOTA, CALI, IBAGUE, type TestTrip } from '#test/trip-factories.ts'

let test: BookingsApp
let trip: TestTrip
let ana: TestUser
let booking: { id: string }

beforeAll(async () => {
  test = await openBookingsApp()
})

beforeEach(async () => {
  trip = await test.newTrip()
  ana = await test.aPassenger()
  booking = await test.booked(ana, trip, { from: BOGOTA, to: IBAGUE })
})

const sharesPath = () => `/bookings/${booking.id}/shares`

async function share(name = 'Mamá', who = ana, path = sharesPath()) {
  return await test.call(who, 'POST', path, { name })
}

async function newLink(name = 'Mamá') {
  const { status, body } = await share(name)
  expect(status).toBe(201)
  return body as { share: { id: string; name: string }; token: string }
}

/** Follows a link as a person without an account. */
async function follow(token: string) {
  const url = '/api/shares/follow'
  const answer = await test.app.inject({ method: 'POST', url, payload: { token } })
  const { requestId: _, ...body } = answer.json()
  return { status: answer.statusCode, headers: answer.headers, body }
}

async function send(method: 'PUT' | 'DELETE', path: string, payload?: Body, who = ana) {
  const headers = { authorization: `Bearer ${await freshToken(test.deps, who)}` }
  const url = `/api${path}`
  const answer = await test.app.inject({
    method,
    url,
    headers,
    ...(payload === undefined ? {} : { payload }),
  })
  return { status: answer.statusCode, body: answer.json() }
}

const HERE = { lat: 4.31, lng: -74.8, accuracyMeters: 12 }
const sendPosition = (more: Body = {}, who = ana) =>
  send('PUT', `/trips/${trip.tripId}/position`, { ...HERE, ...more }, who)
const revoke = (id: string, who = ana) => send('DELETE', `/shares/${id}`, undefined, who)

const rowsOf = async (table: string) =>
  (await asOwner(test.deps.databaseUrl, `select * from ${table} where trip_id = $1`, [trip.tripId]))
    .rows

const plannedAt = (placeId: string) =>
  trip.facts.places.find((each) => each.placeId === placeId)?.at as Date
const sayArrived = () =>
  test.call(ana, 'POST', `/trips/${trip.tripId}/arrival-word`, { arrived: true })

function clockTo(minutes: number): void {
  test.clock.set(addMs(trip.facts.departsAt, minutes * MINUTE_MS))
}

const drive = async (action: string, body: Body = {}) => {
  const { status } = await test.call(trip.driver, 'POST', `/trips/${trip.tripId}/${action}`, body)
  expect(status).toBe(200)
}

describe('a shared trip', () => {
  it('shows traveller, driver and last position of the phone on a shared trip', async () => {
    const { token } = await newLink()
    expect(token).toMatch(/^[\w-]{22}$/)
    const first = await follow(token)
    expect(first.headers['cache-control']).toBe('no-store')
    expect(first.body.trip).toMatchObject({
      state: 'waiting',
      over: false,
      traveller: { name: 'Ana', isDriver: false, aboard: false },
      from: { name: 'Bogotá' },
      to: { name: 'Ibagué' },
      driver: 'Carlos',
      car: { brand: 'Renault', model: 'Logan', color: 'Gris' },
      position: null,
    })
    expect(Object.keys(first.body.trip.car).sort()).toEqual(['brand', 'color', 'model', 'plate'])

    clockTo(-30)
    expect((await sendPosition({ ageSeconds: 60 })).status).toBe(200)
    const { position } = (await follow(token)).body.trip
    expect(position).toEqual({ ...HERE, at: addMs(test.clock.now(), -MINUTE_MS).toISOString() })
  })

  it('shows a shared trip on its way after the start, and arrived when recorded', async () => {
    const { token } = await newLink()
    clockTo(-5)
    await drive('start')
    const moving = (await follow(token)).body.trip
    expect([moving.state, moving.traveller.aboard]).toEqual(['on_the_way', false])
    await test.board(trip.driver, booking)
    expect((await follow(token)).body.trip.traveller.aboard).toBe(true)
    await sendPosition()
    test.clock.set(addMs(plannedAt(IBAGUE), -10 * MINUTE_MS))
    await drive('arrivals', { stopId: trip.stop(IBAGUE) })
    const there = (await follow(token)).body.trip
    expect(there).toMatchObject({ state: 'arrived', bySelf: false, over: false, position: HERE })
    expect(there.arrivedAt).toBe(test.clock.now().toISOString())

    // The driver's press ends nothing: only her own word does, or her position.
    test.clock.advance(15 * MINUTE_MS)
    expect((await follow(token)).body.trip.over).toBe(false)
    await sayArrived()
    expect((await follow(token)).body.trip).toMatchObject({ bySelf: true, over: false })
    test.clock.advance(15 * MINUTE_MS)
    const after = (await follow(token)).body.trip
    expect(after).toMatchObject({ state: 'arrived', over: true, position: null, car: null })
    expect(after.driver).toBeNull()
    await test.runRecurring('safety.forget-ended-trips')
    expect(await rowsOf('shared_positions')).toEqual([])
    test.clock.advance(DAY_MS)
    expect((await follow(token)).status).toBe(404)
  })

  it('deletes the positions of ended trips although one of them fails', async () => {
    await newLink()
    await share('Mamá', trip.driver, `/trips/${trip.tripId}/shares`)
    clockTo(10)
    await test.board(trip.driver, booking)
    for (const who of [ana, trip.driver]) expect((await sendPosition({}, who)).status).toBe(200)
    const run = (sql: string) => asOwner(test.deps.databaseUrl, sql, [])
    const [first] = (await rowsOf('shared_positions')).sort((a, b) => (a.id < b.id ? -1 : 1))
    await run(`create function stuck() returns trigger language plpgsql as
      $$ begin raise 'stuck'; end $$`)
    await run(`create trigger stuck before delete on shared_positions for each row
      when (old.id = '${first.id}') execute function stuck()`)
    test.clock.set(addMs(plannedAt(CALI), DAY_MS))
    await expect(test.runRecurring('safety.forget-ended-trips')).rejects.toThrow()
    expect((await rowsOf('shared_positions')).map((row) => row.user_id)).toEqual([first.user_id])
    await run('drop function stuck cascade')
  })

  it('ends a shared trip three hours after the planned arrival if none is recorded', async () => {
    const { token } = await newLink()
    clockTo(10)
    await test.board(trip.driver, booking)
    await sendPosition()
    test.clock.set(addMs(plannedAt(IBAGUE), 3 * HOUR_MS - 1))
    expect((await follow(token)).body.trip).toMatchObject({ over: false, position: HERE })
    test.clock.advance(1)
    const over = (await follow(token)).body.trip
    expect(over).toMatchObject({ over: true, state: 'no_news', arrivedAt: null, position: null })
    expect(over.heardAt).toBe(addMs(trip.facts.departsAt, 10 * MINUTE_MS).toISOString())
    expect((await sendPosition()).body.code).toBe('position_not_shared')
    expect((await share('Papá')).body.code).toBe('share_closed')
    expect((await test.call(ana, 'GET', sharesPath())).body.until).toBeNull()
  })

  it('says that nothing is heard, not that she arrived, after the driver recorded it', async () => {
    const { token } = await newLink()
    clockTo(0)
    await test.board(trip.driver, booking)
    await drive('start')
    test.clock.set(plannedAt(IBAGUE))
    await drive('arrivals', { stopId: trip.stop(IBAGUE) })
    const heardAt = test.clock.now().toISOString()
    test.clock.advance(3 * HOUR_MS)
    const over = (await follow(token)).body.trip
    expect(over).toMatchObject({ over: true, state: 'no_news', heardAt, arrivedAt: heardAt })
  })

  it('counts the hours from the expected arrival, which a late press moves', async () => {
    const { token } = await newLink()
    clockTo(40)
    await drive('start')
    test.clock.set(addMs(plannedAt(IBAGUE), 3 * HOUR_MS + 39 * MINUTE_MS))
    expect((await follow(token)).body.trip.over).toBe(false)
    test.clock.advance(MINUTE_MS)
    expect((await follow(token)).body.trip.over).toBe(true)
  })

  it('ends a shared trip 15 minutes after a position within 2 km of the drop-off', async () => {
    const { token } = await newLink()
    clockTo(0)
    await drive('start')
    test.clock.set(addMs(plannedAt(IBAGUE), -10 * MINUTE_MS))
    const stop = trip.facts.places.find(({ placeId }) => placeId === IBAGUE)
    const { lat = 0, lng = 0 } = stop ?? {}
    expect((await sendPosition({ lat: lat + 0.019, lng })).status).toBe(200)
    expect((await follow(token)).body.trip).toMatchObject({ state: 'on_the_way' })
    await sendPosition({ lat: lat + 0.017, lng })
    expect((await follow(token)).body.trip).toMatchObject({ state: 'arrived', bySelf: true })
    test.clock.advance(15 * MINUTE_MS)
    expect((await follow(token)).body.trip.over).toBe(true)
  })

  it('shows a trip that is late to arrive or without news until the plan ends it', async () => {
    const bea = await test.aPassenger()
    const own = await test.booked(bea, trip, { from: IBAGUE, to: CALI })
    const { body } = await share('Tía', bea, `/bookings/${own.id}/shares`)
    clockTo(0)
    await drive('start')
    for (const hours of [0.5, 3, 4, 23.9]) {
      test.clock.set(addMs(trip.facts.arrivesAt, hours * HOUR_MS))
      expect((await follow(body.token)).body.trip).toMatchObject({ over: false })
    }
    test.clock.set(addMs(trip.facts.arrivesAt, DAY_MS))
    expect((await follow(body.token)).body.trip).toMatchObject({ over: true, state: 'no_news' })
  })

  it('does not end while somebody aboard has an open emergency', async () => {
    const { token } = await newLink()
    clockTo(0)
    await test.call(trip.driver, 'POST', '/incidents', {
      ...{ id: newId(), tripId: trip.tripId, bookingId: null, kind: 'emergency' },
      pressedAt: test.clock.now().toISOString(),
    })
    test.clock.set(addMs(plannedAt(IBAGUE), 5 * HOUR_MS))
    expect((await follow(token)).body.trip.over).toBe(false)
    const closed = `update incidents
      set closed_at = created_at, outcome = 'helped', answer = 'Listo.' where trip_id = $1`
    await asOwner(test.deps.databaseUrl, closed, [trip.tripId])
    expect((await follow(token)).body.trip.over).toBe(true)
  })

  it('ends a shared trip immediately when the booking or the trip is cancelled', async () => {
    const { token } = await newLink()
    await sendPosition()
    await test.act(ana, booking, 'cancel')
    const ended = (await follow(token)).body.trip
    expect(ended).toMatchObject({ state: 'cancelled', over: true, car: null, position: null })

    const bea = await test.aPassenger()
    const other = await test.booked(bea, trip)
    const made = await share('Tía', bea, `/bookings/${other.id}/shares`)
    await test.call(trip.driver, 'POST', `/trips/${trip.tripId}/cancel`, {
      reason: 'El carro se dañó.',
    })
    expect((await follow(made.body.token)).body.trip.state).toBe('cancelled')
  })

  it('shows a trip shared by the driver as on the way once the journey starts', async () => {
    const path = `/trips/${trip.tripId}/shares`
    const { body } = await share('Casa', trip.driver, path)
    expect((await sendPosition({}, trip.driver)).status).toBe(200)
    const before = (await follow(body.token)).body.trip
    expect(before).toMatchObject({
      state: 'waiting',
      traveller: { name: 'Carlos', isDriver: true, aboard: false },
      to: { name: 'Cali' },
      position: HERE,
    })
    clockTo(0)
    await drive('start')
    const { state, traveller } = (await follow(body.token)).body.trip
    expect([state, traveller.aboard]).toEqual(['on_the_way', true])
    expect((await test.call(ana, 'GET', path)).body.code).toBe('trip_not_found')
  })
})

describe('a link', () => {
  it('gives the same answer for a wrong, a revoked and an old link', async () => {
    const link = await newLink()
    await sendPosition()
    expect((await revoke(link.share.id)).status).toBe(200)
    const revoked = await follow(link.token)
    expect([revoked.status, revoked.body.code]).toEqual([404, 'share_not_found'])
    const old = await newLink()
    test.clock.set(addMs(trip.facts.arrivesAt, 3 * DAY_MS))
    for (const token of [old.token, 'A'.repeat(22), '', 'x'.repeat(100)]) {
      const { status, body } = await follow(token)
      expect({ status, body }).toEqual({ status: revoked.status, body: revoked.body })
    }
  })

  it('deletes the position when the last link is revoked', async () => {
    const links = [await newLink(), await newLink('Papá')]
    await sendPosition()
    await revoke(links[0]?.share.id ?? '')
    expect(await rowsOf('shared_positions')).toHaveLength(1)
    await revoke(links[1]?.share.id ?? '')
    expect(await rowsOf('shared_positions')).toEqual([])
    expect((await sendPosition()).body.code).toBe('position_not_shared')
    expect((await revoke(links[1]?.share.id ?? '')).body.code).toBe('share_not_found')
  })

  it('lists links by name and without their secrets, to their owner only', async () => {
    const link = await newLink('Mamá de Ana')
    const { body } = await test.call(ana, 'GET', sharesPath())
    expect(body.shares).toEqual([link.share])
    expect(JSON.stringify(body)).not.toContain(link.token)
    for (const other of [trip.driver, await aUser(test.deps)]) {
      expect((await test.call(other, 'GET', sharesPath())).body.code).toBe('booking_not_found')
      expect((await share('Yo', other)).body.code).toBe('booking_not_found')
      expect((await revoke(link.share.id, other)).body.code).toBe('share_not_found')
    }
  })

  it('refuses an eleventh link to one trip', async () => {
    for (let made = 0; made < 10; made += 1) await newLink()
    expect((await share()).body.code).toBe('share_limit')
  })

  it('stores secret, name and position of a link in no readable form', async () => {
    const { token } = await newLink('Abuela Rosa')
    await sendPosition({ lat: 4.123456 })
    const all = JSON.stringify([await rowsOf('trip_shares'), await rowsOf('shared_positions')])
    const sealed = Buffer.from('Abuela Rosa').toString('hex')
    for (const secret of [token, 'Abuela', sealed, '4.123456']) expect(all).not.toContain(secret)
  })

  it('deletes a link three days after the trip', async () => {
    await newLink()
    test.clock.set(addMs(trip.facts.arrivesAt, 3 * DAY_MS + 1))
    await test.runRecurring('safety.forget-ended-trips')
    expect(await rowsOf('trip_shares')).toEqual([])
  })

  it('re-encrypts the name of a link under a new key', async () => {
    const link = await newLink('Prima')
    const { dataKey } = test.deps.secrets
    const renewed = sealingKeys(Buffer.alloc(32, 7), [dataKey.current.bytes])
    const deps = { ...test.deps, secrets: { ...test.deps.secrets, dataKey: renewed } }
    expect((await reseal(deps, 'trip_shares.name_sealed')).renewed).toBeGreaterThan(0)
    expect((await reseal(deps, 'trip_shares.name_sealed')).renewed).toBe(0)
    const back = sealingKeys(dataKey.current.bytes, [renewed.current.bytes])
    const restored = { ...test.deps, secrets: { ...test.deps.secrets, dataKey: back } }
    await reseal(restored, 'trip_shares.name_sealed')
    const { body } = await test.call(ana, 'GET', sharesPath())
    expect(body.shares).toEqual([link.share])
  })
})

describe('a position', () => {
  it('does not replace a position by one that was measured earlier', async () => {
    const { token } = await newLink()
    await sendPosition({ lat: 4.2 })
    await sendPosition({ lat: 4.1, ageSeconds: 600 })
    expect((await follow(token)).body.trip.position.lat).toBe(4.2)
    expect(await rowsOf('shared_positions')).toHaveLength(1)
  })

  it('refuses a position from a person without a link', async () => {
    await newLink()
    for (const who of [trip.driver, await aUser(test.deps)]) {
      expect((await sendPosition({}, who)).body.code).toBe('position_not_shared')
    }
    expect((await sendPosition({ lat: 91 })).status).toBe(400)
  })
})

it('refuses to share a booking request before the driver accepts it', async () => {
  const asks = await test.newTrip({ instant: false })
  const bea = await test.aPassenger()
  const { id } = await test.booked(bea, asks, { from: BOGOTA, to: CALI })
  expect((await share('Mamá', bea, `/bookings/${id}/shares`)).body.code).toBe('share_closed')
})
