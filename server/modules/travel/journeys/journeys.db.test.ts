import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sealPhone } from '#server/modules/people/users/sealed-phone.ts'
import { loadSafePoints } from '#server/modules/roads/places/index.ts'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { derivedId } from '#server/platform/ids.ts'
import { type Body, type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { aFundedWallet, aUser, aVerifiedDriver, type TestUser } from '#test/factories.ts'
import { BOGOTA, CALI, GIRARDOT, IBAGUE, type TestTrip } from '#test/trip-factories.ts'

const SALITRE = derivedId('safe-point', 'bogota-terminal-salitre')
const MELGAR = '73449'
let test: BookingsApp
let trip: TestTrip
let ana: TestUser
let booking: { id: string }

async function withPhone(user: TestUser, phone: string): Promise<TestUser> {
  const sealed = sealPhone(test.deps.secrets, user.userId, phone)
  const sql = 'update users set phone_sealed = $2, phone_proved_at = null where id = $1'
  await asOwner(test.deps.databaseUrl, sql, [user.userId, sealed])
  return user
}

beforeAll(async () => {
  test = await openBookingsApp()
  await loadSafePoints(test.deps)
})

// Trip from Bogotá over Girardot and Ibagué to Cali; Ana travels from Bogotá to Ibagué.
beforeEach(async () => {
  trip = await test.newTrip({ points: { [BOGOTA]: SALITRE } })
  await withPhone(trip.driver, '3101112233')
  ana = await withPhone(await test.aPassenger(), '3204445566')
  booking = await test.booked(ana, trip, { from: BOGOTA, to: IBAGUE })
})

function clockTo(minutes: number): void {
  test.clock.set(addMs(trip.facts.departsAt, minutes * MINUTE_MS))
}

/** Minutes after departure at which the trip passes a place. */
function plannedAt(placeId: string): number {
  const place = trip.facts.places.find((each) => each.placeId === placeId)
  return ((place?.at.getTime() ?? 0) - trip.facts.departsAt.getTime()) / MINUTE_MS
}

async function drive(action: string, body: Body = {}, who: TestUser = trip.driver) {
  const answer = await test.call(who, 'POST', `/trips/${trip.tripId}/${action}`, body)
  return { status: answer.status, code: answer.body.code, sheet: answer.body.sheet }
}

const arrive = (placeId: string) => drive('arrivals', { stopId: trip.stop(placeId) })
const undo = (placeId: string) => drive('arrivals/undo', { stopId: trip.stop(placeId) })

async function sheetFor(who: TestUser = trip.driver) {
  return await test.call(who, 'GET', `/trips/${trip.tripId}/run-sheet`)
}

async function journeyFor(who: TestUser) {
  return await test.call(who, 'GET', `/trips/${trip.tripId}/journey`)
}

async function mailsSent(): Promise<number> {
  const sql = `select count(*)::int as n from jobs where name = 'notifications.mail'`
  return (await asOwner(test.deps.databaseUrl, sql, [])).rows[0].n
}

describe('the run sheet of the driver', () => {
  it('shows the photos of passengers, as the booking and the passenger list do', async () => {
    const photoOf = (who: TestUser) => `/api/users/${who.userId}/photo?v=v1&size=small`
    const sql = `update users set photo_version = 'v1' where id = any($1)`
    await asOwner(test.deps.databaseUrl, sql, [[ana.userId, trip.driver.userId]])
    expect((await sheetFor()).body.sheet.stops[0].getsOn[0].photoUrl).toBe(photoOf(ana))
    const list = await test.call(trip.driver, 'GET', `/trips/${trip.tripId}/bookings`)
    const own = await test.call(ana, 'GET', `/bookings/${booking.id}`)
    const [{ passenger, driver }] = list.body.bookings
    expect([passenger.photoUrl, driver.photoUrl]).toEqual([photoOf(ana), photoOf(trip.driver)])
    expect(own.body.booking.driver.photoUrl).toBe(photoOf(trip.driver))
    const made = await test.booked(await test.aPassenger(), trip)
    expect([made.passenger.photoUrl, made.driver.photoUrl]).toEqual([null, photoOf(trip.driver)])
  })

  it('lists stops in order with people getting on and off and meeting points', async () => {
    clockTo(-600)
    const { status, body } = await sheetFor()
    expect(status).toBe(200)
    const { stops, detour, can, state, requests } = body.sheet
    expect([state, requests]).toEqual(['not_started', 0])
    expect(stops.map((stop: { id: string }) => stop.id)).toEqual(
      [BOGOTA, GIRARDOT, IBAGUE, CALI].map(trip.stop),
    )
    expect(stops[0]).toMatchObject({
      point: { id: SALITRE },
      getsOn: [
        {
          bookingId: booking.id,
          name: 'Ana R.',
          seats: 1,
          phone: '3204445566',
          boarding: 'waiting',
          collect: null,
          to: 'Ibagué',
        },
      ],
      getsOff: [],
    })
    expect(stops[2].getsOff).toMatchObject([{ bookingId: booking.id }])
    expect(detour.km).toBeGreaterThanOrEqual(0)
    expect(can).toMatchObject({ start: false, arrive: [], undo: null, finish: false })
  })

  it('includes the stop of an en-route passenger and the fare to collect in directo', async () => {
    const driver = await aVerifiedDriver(test.deps)
    await aFundedWallet(test.deps, driver.userId, 50_000)
    trip = await test.newTrip({ driver, paymentModes: ['billetera', 'directo'] })
    const on = trip.facts.places.find(({ seq }) => !trip.facts.declaredSeqs.includes(seq))
    expect(on).toBeDefined()
    const passenger = await test.aPassenger()
    const part = { from: on?.placeId, to: CALI, paymentMode: 'directo' }
    const asked = await test.booked(passenger, trip, part)
    expect(asked.status).toBe('requested')
    const before = (await sheetFor()).body.sheet
    expect(before.requests).toBe(1)
    expect(before.stops).toHaveLength(4)
    await test.call(trip.driver, 'POST', `/bookings/${asked.id}/accept`)
    const { stops, requests } = (await sheetFor()).body.sheet
    expect(requests).toBe(0)
    expect(stops).toHaveLength(5)
    const stop = stops.find((each: { id: string }) => each.id === trip.stop(on?.placeId ?? ''))
    expect(stop.getsOn).toMatchObject([{ paymentMode: 'directo', collect: asked.price }])
  })

  it('orders several meeting points of one place by the shortest route', async () => {
    trip = await test.newTrip()
    const got = async (point: string | null, to = IBAGUE) => {
      const own = point && { fromPointId: derivedId('safe-point', point) }
      const part = { from: BOGOTA, to, ...own }
      return (await test.booked(await test.aPassenger(), trip, part)).id
    }
    // The trip goes south-west, so Norte comes first although it was booked last.
    const south = await got('bogota-terminal-sur')
    const alone = (await sheetFor()).body.sheet
    expect(alone.stops[0].point.name).toBe('Terminal Satélite del Sur')
    const north = await got('bogota-portal-norte')
    const { stops, detour } = (await sheetFor()).body.sheet
    expect(stops[0].point).toBeNull()
    expect(stops[0].meetings).toMatchObject([
      { point: { name: 'Portal Norte de TransMilenio' }, getsOn: [north], getsOff: [] },
      { point: { name: 'Terminal Satélite del Sur' }, getsOn: [south], getsOff: [] },
    ])
    const ids = stops[0].getsOn.map((each: { bookingId: string }) => each.bookingId)
    expect(ids).toEqual([north, south])
    expect(stops[0].detour.km).toBeGreaterThan(10)
    expect(stops[0].detour.km).toBeGreaterThan(alone.stops[0].detour.km)
    expect(detour.km).toBeGreaterThanOrEqual(stops[0].detour.km)
    expect(stops[2].meetings).toMatchObject([{ point: null, getsOn: [] }])
    expect(stops[2].meetings[0].getsOff).toHaveLength(2)
    expect(stops[3].meetings).toEqual([])

    // Two passengers at the same point, and one passenger without a point.
    const together = await got('bogota-portal-norte', CALI)
    clockTo(-10)
    await drive('start')
    const { sheet } = await arrive(BOGOTA)
    expect(sheet.stops[0].meetings[0].getsOn.toSorted()).toEqual([north, together].toSorted())
    expect(sheet.can.arrive).toEqual([GIRARDOT, IBAGUE, CALI].map(trip.stop))
  })

  it('assumes the town centre and no detour for a passenger without a point', async () => {
    trip = await test.newTrip()
    ana = await test.aPassenger()
    const later = await test.booked(ana, trip, { from: BOGOTA, to: IBAGUE })
    const fromPointId = derivedId('safe-point', 'bogota-terminal-sur')
    const part = { from: BOGOTA, to: IBAGUE, fromPointId }
    const { sheet: before } = (await sheetFor()).body
    expect(before.stops[0]).toMatchObject({ point: null, detour: { km: 0, minutes: 0 } })
    const { id } = await test.booked(await test.aPassenger(), trip, part)
    const { stops } = (await sheetFor()).body.sheet
    expect(stops[0].meetings).toMatchObject([
      { point: null, getsOn: [later.id] },
      { point: { id: fromPointId }, getsOn: [id] },
    ])
  })

  it('returns the run sheet only to the driver, and without ticket codes', async () => {
    for (const who of [ana, await aUser(test.deps)]) {
      const { status, body } = await sheetFor(who)
      expect([status, body.code]).toEqual([404, 'trip_not_found'])
    }
    const { body: ticket } = await test.call(ana, 'GET', `/bookings/${booking.id}/ticket`)
    expect(JSON.stringify((await sheetFor()).body)).not.toContain(ticket.code)
  })

  it('shows no phone of requests or cancelled bookings, nor a day after the trip', async () => {
    const byRequest = await test.newTrip({ instant: false })
    const eva = await withPhone(await test.aPassenger(), '3204445577')
    const asked = await test.booked(eva, byRequest, { from: BOGOTA, to: IBAGUE })
    expect(asked.status).toBe('requested')
    const { body } = await test.call(
      byRequest.driver,
      'GET',
      `/trips/${byRequest.tripId}/run-sheet`,
    )
    expect(JSON.stringify(body)).not.toContain('3204445577')
    test.clock.set(addMs(trip.facts.arrivesAt, DAY_MS + MINUTE_MS))
    expect(JSON.stringify((await sheetFor()).body)).not.toContain('3204445566')
    await test.newTrip()
    await test.call(ana, 'POST', `/bookings/${booking.id}/cancel`)
    expect(JSON.stringify((await sheetFor()).body)).not.toContain('3204445566')
  })
})

describe('driving the trip', () => {
  it('starts a journey at most two hours early, and mails the passengers once', async () => {
    clockTo(-121)
    expect(await drive('start')).toMatchObject({ status: 409, code: 'journey_too_early' })
    clockTo(-120)
    const mails = await mailsSent()
    const { status, sheet } = await drive('start')
    expect([status, sheet.state]).toEqual([200, 'on_the_way'])
    clockTo(5)
    const again = await drive('start')
    expect(again.sheet.startedAt).toBe(sheet.startedAt)
    expect(await mailsSent()).toBe(mails + 1)
  })

  it('refuses to start a journey too late, after cancellation, or by somebody else', async () => {
    clockTo(0)
    expect((await drive('start', {}, ana)).code).toBe('trip_not_found')
    test.clock.set(trip.facts.arrivesAt)
    expect((await drive('start')).code).toBe('journey_over')
    trip = await test.newTrip()
    await test.call(trip.driver, 'POST', `/trips/${trip.tripId}/cancel`)
    clockTo(0)
    expect((await drive('start')).code).toBe('journey_over')
  })

  it('keeps seats of the legs ahead on sale after the journey has started', async () => {
    clockTo(-30)
    await drive('start')
    const late = await test.booked(await test.aPassenger(), trip, { from: IBAGUE, to: CALI })
    expect(late.status).toBe('confirmed')
    expect((await sheetFor()).body.sheet.stops[2].getsOn).toHaveLength(1)
  })

  it('records each arrival once and in order, and allows skipped stops', async () => {
    clockTo(-10)
    expect((await arrive(BOGOTA)).code).toBe('journey_not_started')
    await drive('start')
    const first = await arrive(BOGOTA)
    expect(first.sheet.can.arrive).toEqual([GIRARDOT, IBAGUE, CALI].map(trip.stop))
    clockTo(plannedAt(IBAGUE) + 12)
    const skipped = await arrive(IBAGUE)
    expect(skipped.sheet).toMatchObject({ delayMinutes: 12, isLate: true })
    expect(skipped.sheet.stops[1]).toMatchObject({ arrivedAt: null, passed: true })
    expect((await arrive(GIRARDOT)).code).toBe('journey_stop_passed')
    clockTo(plannedAt(IBAGUE) + 20)
    const repeated = await arrive(IBAGUE)
    expect(repeated.sheet.stops[2].arrivedAt).toBe(skipped.sheet.stops[2].arrivedAt)
    const expected = Date.parse(repeated.sheet.stops[3].expectedAt)
    expect(expected - Date.parse(repeated.sheet.stops[3].plannedAt)).toBe(12 * MINUTE_MS)
    const undeclared = await drive('arrivals', { stopId: trip.stop(MELGAR) })
    expect(undeclared.code).toBe('stop_not_found')
  })

  it('undoes the last arrival of the car within two minutes', async () => {
    clockTo(0)
    await drive('start')
    await arrive(BOGOTA)
    await arrive(GIRARDOT)
    clockTo(1)
    expect((await undo(BOGOTA)).code).toBe('journey_undo_late')
    const { sheet } = await undo(GIRARDOT)
    expect(sheet.stops[1].arrivedAt).toBeNull()
    expect((await undo(GIRARDOT)).status).toBe(200)
    clockTo(4)
    expect((await undo(BOGOTA)).code).toBe('journey_undo_late')
  })

  it('finishes a journey at the last stop or after its planned end, without payment', async () => {
    clockTo(0)
    expect((await drive('finish')).code).toBe('journey_not_started')
    await drive('start')
    clockTo(60)
    expect((await drive('finish')).code).toBe('journey_not_arrived')
    const held = await test.available(ana)
    await arrive(CALI)
    const { sheet } = await drive('finish')
    expect(sheet.state).toBe('finished')
    clockTo(90)
    expect((await drive('finish')).sheet.finishedAt).toBe(sheet.finishedAt)
    expect((await undo(CALI)).code).toBe('journey_over')
    expect([await test.available(ana), await test.available(trip.driver)]).toEqual([held, 0])
    const { body } = await test.call(ana, 'GET', `/bookings/${booking.id}`)
    expect(body.booking).toMatchObject({ status: 'confirmed', charged: null, refunded: null })
    trip = await test.newTrip()
    clockTo(0)
    await drive('start')
    test.clock.set(trip.facts.arrivesAt)
    expect((await drive('finish')).sheet.state).toBe('finished')
  })

  it('starts the journey once when three starts arrive in parallel', async () => {
    clockTo(0)
    const mails = await mailsSent()
    const all = await Promise.all([drive('start'), drive('start'), drive('start')])
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await mailsSent()).toBe(mails + 1)
    const both = await Promise.all([arrive(BOGOTA), arrive(BOGOTA), arrive(GIRARDOT)])
    expect(both.every(({ status }) => status === 200 || status === 409)).toBe(true)
    const { sheet } = (await sheetFor()).body
    expect(sheet.stops[1].arrivedAt).not.toBeNull()
  })
})

describe('the journey as a passenger follows it', () => {
  it("shows a passenger the progress, expected times and the driver's phone", async () => {
    clockTo(-20)
    const before = (await journeyFor(ana)).body.journey
    expect(before).toMatchObject({ state: 'not_started', isLate: false, lastArrival: null })
    expect(before.delayMinutes).toBe(0)
    await drive('start')
    await arrive(BOGOTA)
    clockTo(plannedAt(GIRARDOT) + 8)
    await arrive(GIRARDOT)
    const { journey } = (await journeyFor(ana)).body
    expect(journey).toMatchObject({
      state: 'on_the_way',
      delayMinutes: 8,
      isLate: true,
      lastArrival: { name: 'Girardot' },
      mine: { from: trip.stop(BOGOTA), to: trip.stop(IBAGUE) },
      driver: { name: 'Carlos R.', phone: '3101112233' },
    })
    expect(journey.stops[0]).toMatchObject({ point: { id: SALITRE }, passed: true })
    expect((await journeyFor(trip.driver)).body.journey).toMatchObject({
      mine: null,
      driver: { phone: null },
    })
  })

  it("hides the journey from strangers, and the driver's phone before acceptance", async () => {
    const stranger = await journeyFor(await aUser(test.deps))
    expect([stranger.status, stranger.body.code]).toEqual([404, 'trip_not_found'])
    trip = await test.newTrip({ instant: false })
    await withPhone(trip.driver, '3101112233')
    ana = await test.aPassenger()
    const asked = await test.booked(ana, trip, { from: BOGOTA, to: IBAGUE })
    const waiting = await journeyFor(ana)
    expect(waiting.status).toBe(200)
    expect(JSON.stringify(waiting.body)).not.toContain('3101112233')
    await test.call(trip.driver, 'POST', `/bookings/${asked.id}/accept`)
    // The booking is confirmed, but it is not yet the day of travel.
    expect((await journeyFor(ana)).body.journey.driver.phone).toBeNull()
    expect(JSON.stringify((await sheetFor()).body)).not.toContain('3204445566')
    clockTo(-20)
    expect((await journeyFor(ana)).body.journey.driver.phone).toBe('3101112233')
    await test.call(ana, 'POST', `/bookings/${asked.id}/cancel`)
    expect((await journeyFor(ana)).status).toBe(404)
  })

  it('shows a passenger only their own meeting points', async () => {
    trip = await test.newTrip()
    const other = await test.aPassenger()
    ana = await test.aPassenger()
    const part = { from: BOGOTA, to: IBAGUE }
    await test.booked(ana, trip, { ...part, fromPointId: SALITRE })
    await test.booked(other, trip, part)
    expect((await journeyFor(ana)).body.journey.stops[0].point.id).toBe(SALITRE)
    expect((await journeyFor(other)).body.journey.stops[0].point).toBeNull()
  })

  it('does not show a passenger the stops of other passengers', async () => {
    const on = trip.facts.places.find(({ seq }) => !trip.facts.declaredSeqs.includes(seq))
    const other = await test.aPassenger()
    const asked = await test.booked(other, trip, { from: on?.placeId, to: CALI })
    await test.call(trip.driver, 'POST', `/bookings/${asked.id}/accept`)
    const names = (journey: { stops: { name: string }[] }) => journey.stops.map(({ name }) => name)
    expect(names((await journeyFor(ana)).body.journey)).not.toContain(on?.name)
    expect(names((await journeyFor(other)).body.journey)).toContain(on?.name)
  })

  it("shows the driver's phone until a day after the trip", async () => {
    test.clock.set(addMs(trip.facts.arrivesAt, 2 * HOUR_MS))
    expect((await journeyFor(ana)).body.journey.driver.phone).toBe('3101112233')
    test.clock.set(addMs(trip.facts.arrivesAt, DAY_MS + MINUTE_MS))
    expect((await journeyFor(ana)).body.journey.driver.phone).toBeNull()
  })
})
